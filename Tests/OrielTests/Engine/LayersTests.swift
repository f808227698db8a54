import Testing

@testable import Oriel

struct LayersTests {
  private var layers = Layers()
  private let a = sheet("a")
  private let b = sheet("b")
  private let c = sheet("c")

  init() { for layer in [a, b, c] { layers.raise(layer) } }

  @Test func `raised layers are open, in their order`() {
    #expect(presenters(layers.open) == ["a", "b", "c"])
    #expect([a, b, c].map(\.order) == [1, 2, 3])
    #expect(layers.count == 3)
    #expect(layers.isSettled)
  }

  @Test mutating func `closing a layer cuts off those above it, which close with their presenters`() {
    let wasOpen = layers.close(b, reason: .user)
    #expect(wasOpen)
    #expect(presenters(layers.open) == ["a"])
    #expect([a, b, c].map(\.isOpen) == [true, false, false])
    #expect([b, c].map(\.reason) == [.user, .user])
    #expect(b.presenter._node.layer == nil)
    layers.presenterLeaves(c.presenter._node)
    #expect(!layers.isSettled)
    #expect(presenters(layers.drainClosed()) == ["b", "c"])
    #expect(layers.isSettled)
    #expect(layers.closeCutOff { _ in true }.isEmpty)
  }

  @Test mutating func `a layer closes once`() {
    #expect([layers.close(c, reason: .user), layers.close(c, reason: .replaced)] == [true, false])
    #expect(c.reason == .user)
  }

  @Test mutating func `a cut off layer whose presenter has moved closes with those below`() {
    _ = layers.close(a, reason: .programmatic)
    #expect(presenters(layers.closeCutOff { $0 === c.presenter }) == ["c"])
    #expect(presenters(layers.drainClosed()) == ["a", "c"])
  }

  @Test mutating func `a layer leaves with its presenter, and others stay`() {
    layers.presenterLeaves(a.presenter._node)
    #expect(presenters(layers.open) == ["b", "c"])
    #expect(presenters(layers.drainClosed()) == ["a"])
  }

  @Test func `the end is the reason of all open layers`() {
    layers.setReason(.windowClosed)
    #expect([a, b, c].map(\.reason) == [.windowClosed, .windowClosed, .windowClosed])
  }
}
