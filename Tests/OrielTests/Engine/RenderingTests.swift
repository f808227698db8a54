import OrielDocument
import Testing

@testable import Oriel

struct RenderingTests {
  private var rendering = Rendering()

  @Test mutating func `changed and removed models are taken together, each once`() {
    let (a, b) = (model("a"), model("b"))
    rendering.enqueue(a)
    rendering.enqueue(a)
    rendering.enqueue(b)
    rendering.removed("c")
    #expect(rendering.hasQueued { $0 === b })
    let (changed, removed) = rendering.drain()
    #expect(names(changed) == ["a", "b"])
    #expect(removed == ["c"])
    #expect(!rendering.hasQueued { _ in true })
    #expect(rendering.drain().removed.isEmpty)
  }

  @Test mutating func `the header is made again for another title, another lock, or any address`() {
    var needed: [Bool] = []
    needed.append(rendering.needsHeader(isLocked: false, hasAddresses: false))
    needed.append(rendering.needsHeader(isLocked: false, hasAddresses: false))
    needed.append(rendering.needsHeader(isLocked: true, hasAddresses: false))
    rendering.titleMayChange()
    needed.append(rendering.needsHeader(isLocked: true, hasAddresses: false))
    needed.append(rendering.needsHeader(isLocked: true, hasAddresses: true))
    #expect(needed == [true, false, true, true, true])
  }

  @Test mutating func `a new header is the difference to the last one, which outlives the models`() {
    var operations: [PatchOperation] = []
    rendering.setHeader(["root": "m1"], into: &operations)
    rendering.setHeader(["root": "m1"], into: &operations)
    rendering.setHeader(["root": "m1", "title": "Home"], into: &operations)
    #expect(
      operations == [
        .add(JSONPointer(tokens: ["root"]), "m1"), .add(JSONPointer(tokens: ["title"]), "Home"),
      ])
    rendering.clear()
    #expect(rendering.header == ["root": "m1", "title": "Home"])
  }

  @Test func `hidden screens come back in the order of their sizes, while there is room`() {
    var size = DocumentSize()
    size.limit(to: 1000)
    for (id, bytes) in [("large", 600), ("small", 300), ("gone", 100)] { size.hide(id, bytes: bytes) }
    // Each shows an error of 50 bytes instead.
    #expect(size.removeFitting(into: 500) { $0 == "gone" ? nil : 50 } == ["small"])
    #expect([size.hides("large"), size.hides("small"), size.hides("gone")] == [true, false, false])
    #expect(size.removeFitting(into: 450) { _ in 50 } == ["large"])
    #expect(!size.hidesAny)
  }
}
