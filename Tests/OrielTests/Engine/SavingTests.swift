import Testing

@testable import Oriel

struct SavingTests {
  private var saving = Saving(savedIDs: ["a", "b", "c"])

  @Test mutating func `a model is queued once until it is saved`() {
    let new = model("new")
    saving.enqueue(new)
    saving.enqueue(new)
    #expect(saving.hasChanges)
    #expect([saving.next(), saving.next()] == ["new", nil])
    #expect(!saving.isSaved("new"))
    saving.saved("new")
    #expect(saving.isSaved("new"))
    #expect(!saving.hasChanges)
  }

  @Test mutating func `models of the store need not be saved again`() {
    saving.enqueue("a")
    saving.enqueue("b")
    #expect(saving.skipQueue() == ["a", "b"])
    #expect(!saving.hasChanges)
  }

  @Test mutating func `a model outside the graph is deleted when nothing refers to it any more`() {
    var left: NamedModel? = model("a")
    saving.hold(left!)
    #expect(saving.heldModel("a") === left)
    #expect(names(saving.heldModels) == ["a"])
    #expect(saving.removeUnheld { _ in false } == [])
    left = nil
    #expect(saving.hasChanges)
    #expect(saving.removeUnheld { _ in false } == ["a"])
    #expect(saving.removeUnheld { _ in false } == [])
  }

  @Test mutating func `what is attached again is not deleted`() {
    saving.hold(model("a"))
    saving.hold(model("b"))
    saving.release("a")
    #expect(saving.removeUnheld { $0 == "b" } == [])
    #expect([saving.isSaved("a"), saving.isSaved("b")] == [true, true])
  }

  @Test mutating func `saved models that were not restored are deleted with the next turn`() {
    let held = model("b")
    saving.hold(held)
    saving.deleteSaved { $0 == "a" }
    #expect(saving.hasChanges)
    #expect(saving.removeUnheld { $0 == "a" } == ["c"])
    #expect(saving.heldModel("b") === held)
  }
}
