import OrielDocument
import Testing

@testable import Oriel

/// The small parts of a graph.
struct WindowPartTests {
  @Test func `a lock is held by many, and ignored by operators`() {
    var locks = Locks()
    #expect([locks.set(true, by: "a"), locks.set(true, by: "a"), locks.set(true, by: "b")] == [true, false, true])
    #expect([locks.set(false, by: "a"), locks.set(false, by: "a")] == [true, false])
    #expect(locks.isLocked)
    #expect([locks.ignore(true), locks.isLocked, locks.ignore(false), locks.isLocked] == [false, false, true, true])
    #expect([locks.isHeld(by: "a"), locks.isHeld(by: "b")] == [false, true])
  }

  @Test func `a name is ambiguous once, until it was unique again`() {
    var names = Names()
    #expect(names.newDuplicates(in: ["b", "a", "b", "a", "c"]) == ["a", "b"])
    #expect(names.newDuplicates(in: ["b", "b", "a", "c", "c"]) == ["c"])
    #expect(names.newDuplicates(in: ["a", "a"]) == ["a"])
    #expect(!names.areUsed)
    names.use()
    #expect(names.areUsed)
  }

  @Test func `places are counted once, and reserved one by one`() {
    var room = Capacity()
    var counts = 0
    func reserve() -> Bool {
      room.reservePlace {
        counts += 1
        return 2
      }
    }
    #expect([reserve(), reserve(), reserve()] == [true, true, false])
    #expect(counts == 1)
    room.recount()
    #expect(reserve())
    #expect(counts == 2)
  }

  @Test func `an exceeded limit is told once`() {
    var room = Capacity()
    room.exceed(.tooManyModels(limit: 3))
    #expect(room.isExceeded)
    #expect([room.resetExceeded(), room.resetExceeded()] == [.tooManyModels(limit: 3), nil])
  }

  @Test func `the last provider of a type is used, until its model leaves`() {
    var declarations = WindowDeclarations()
    let type = ObjectIdentifier(Int.self)
    for owner in ["first", "last"] {
      declarations.add(NavigationProvider(owner: owner, type: type) { $0.makeModel() })
    }
    #expect(declarations.provider(of: type)?.owner == "last")
    #expect(declarations.provider(of: ObjectIdentifier(String.self)) == nil)
    declarations.forget(["last"])
    #expect(declarations.provider(of: type)?.owner == "first")
  }

  @Test func `an entry leaves with its shared place and its tags`() {
    var entries = Entries()
    entries.insert(model("a"))
    entries.insert(model("b"))
    entries.setSlot((kind: "wall", value: 1), of: "a")
    entries.setTags(["vip", "new"], of: "a")
    entries.setTags(["vip"], of: "b")
    #expect(entries.tags == ["vip", "new"])
    #expect(entries.slot(of: "a")?.kind == "wall")
    #expect(entries.remove("a")?.model._node.id == "a")
    #expect(entries.slots.isEmpty)
    #expect(entries.tags == ["vip"])
    #expect(entries.count == 1)
    #expect(entries["a"] == nil)
  }

  @Test func `a field keeps its upload, which ends with its model`() {
    var uploads = Uploads()
    let limits = UploadLimits(types: [], maximumSize: 1)
    let file = UploadedFile(name: "a", size: 1, type: "text/plain", path: "/a")
    let (a, b) = (field("a"), field("b"))
    #expect(field("a") === a)
    #expect(uploads.with(ticket: b.ticket) === b)
    _ = a.received(file, as: "1")
    #expect(uploads.end(of: ["b"]) == [])
    #expect(uploads.with(ticket: b.ticket) == nil)
    #expect(uploads.end() == [file])
    #expect(!a.isOpen)
    func field(_ model: String) -> Upload {
      uploads.upload(model: model, element: "file", limits, allowsMultiple: false, place: "")
    }
  }
}
