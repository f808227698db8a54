import Testing

@testable import Oriel

struct StructureTests {
  private var structure = Structure()
  private let a = model("a")
  private let b = model("b")

  @Test mutating func `a changed model is queued once, until its children are read`() {
    structure.enqueue(a)
    structure.enqueue(a)
    structure.enqueue(b)
    #expect(!structure.isCurrent)
    #expect(names(structure.drainQueue()) == ["a", "b"])
    #expect(structure.isCurrent)
    #expect(structure.isSettled)
  }

  @Test mutating func `an attached model is new, and starts`() {
    structure.attached(a)
    #expect(structure.isStarting)
    #expect(names(structure.former.arrived) == ["a"])
    #expect(structure.former.attached(below: a._node)?.isEmpty == true)
    #expect(names(structure.drainStarting()) == ["a"])
    #expect(structure.isSettled)
  }

  @Test mutating func `the children before the first change are remembered until the round is over`() {
    structure.changes([a], below: b._node)
    structure.changes([], below: b._node)
    #expect(structure.former.attached(below: b._node).map(names) == ["a"])
    structure.forgetFormer()
    #expect(structure.former.attached(below: b._node) == nil)
  }

  @Test mutating func `it is not settled before removed models have finished`() {
    structure.detached()
    #expect(!structure.isSettled)
    structure.finished()
    #expect(structure.isSettled)
  }

  @Test mutating func `contested models and wrong tabs wait to be mended`() {
    structure.contest(a, by: b)
    structure.selectsUnknownTab(b)
    #expect(structure.isContested)
    #expect(structure.drainContested().map { names([$0.child, $0.parent]) } == [["a", "b"]])
    #expect(!structure.isSettled)
    #expect(names(structure.drainUnknownTabs()) == ["b"])
    #expect(structure.isSettled)
  }

  @Test mutating func `news has the first old content of a container, and is taken once`() {
    var news = StructureNews()
    let layer = sheet("a")
    news.changes(b, from: .switched(a))
    news.changes(b, from: .switched(nil))
    news.raised(layer)
    #expect(!news.isEmpty)
    let taken = news.drain()
    #expect(taken.containers.map { names([$0.container] + $0.old.children) } == [["b", "a"]])
    #expect(presenters(taken.layers) == ["a"])
    #expect(news.isEmpty)
  }
}
