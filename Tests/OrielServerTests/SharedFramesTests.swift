import OrielDocument
import OrielWire
import Testing

@testable import OrielGateway

/// How often an update of a shared document is encoded.
struct SharedFramesTests {
  private func update(_ rev: Int) -> SharedUpdate {
    SharedUpdate(document: "s1", rev: rev, content: .state(["root": "s1.m1"] as JSONValue))
  }

  private func frame() -> Frame { Frame { $0.integer(1) } }

  private struct Kept {
    weak var frame: Frame?
  }

  @Test func `an update is encoded once for all pages`() {
    var frames = SharedFrames()
    let (one, other) = (update(1), update(2))
    let first = frames.frame(of: one, encoded: frame)
    let second = frames.frame(of: other, encoded: frame)
    #expect(first !== second)
    #expect(frames.frame(of: one, encoded: frame) === first)
    #expect(frames.frame(of: other, encoded: frame) === second)
  }

  @Test func `only the last eight frames are kept`() {
    var frames = SharedFrames()
    let updates = (1...9).map(update)
    let first = updates.map { frames.frame(of: $0, encoded: frame) }
    let again = updates.dropFirst().map { frames.frame(of: $0, encoded: frame) }
    #expect(zip(first.dropFirst(), again).allSatisfy { $0 === $1 })
    #expect(frames.frame(of: updates[0], encoded: frame) !== first[0])
  }

  @Test func `the frame of an update that is gone is dropped`() {
    var frames = SharedFrames()
    let kept = Kept(frame: frames.frame(of: update(1), encoded: frame))
    _ = frames.frame(of: update(2), encoded: frame)
    #expect(kept.frame == nil)
  }
}
