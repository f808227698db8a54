import Oriel
import OrielHub
import Testing

@testable import OrielSQL
@testable import OrielSQLite

/// What an operator does with records that were kept aside.
struct KeptAsideTests {
  let file = TemporaryFile()
  private let key = StoredElement.Key(
    tenant: "acme", user: "ann", type: "Desk", name: "orders", id: Records.json("2"))

  private var row: StoredElement {
    StoredElement(key, position: 7, version: 3, value: Records.json(#"{"id":2}"#))
  }
  private let object = StoredObject(tenant: "acme", user: "", type: "Desk", value: Records.json("{}"))

  /// Keeps a window, an object and a row aside, and deletes or replaces them.
  private func store() async throws -> SQLiteWindowStore {
    let store = try SQLiteWindowStore(path: file.path)
    try await store.commit(
      Records.turn {
        $0.windows = [(Records.id, Records.newRow())]
        $0.objects = [object]
        $0.rows = [row]
      })
    try await store.commit(
      Records.turn {
        $0.keptAside = [
          SalvageOrder(.window(Records.id), reason: "a", time: 1),
          SalvageOrder(.object(tenant: "acme", user: "", type: "Desk"), reason: "b", time: 2),
          SalvageOrder(.row(key), reason: "c", time: 3),
        ]
        $0.deletedWindows = [Records.id]
        $0.objects = [StoredObject(tenant: "acme", user: "", type: "Desk", value: Records.json("[]"))]
        $0.rows = [StoredElement(key, value: nil)]
      })
    return store
  }

  private func outcomes(_ outcomes: [(number: Int64, outcome: KeptOutcome)]) -> [String] {
    outcomes.map { number, outcome in
      switch outcome {
      case .restored(let record): "\(number) restored \(record.words)"
      case .occupied(let record): "\(number) occupied \(record.words)"
      case .unknown: "\(number) unknown"
      }
    }
  }

  @Test func `they are listed with their numbers`() async throws {
    try await store().close()
    let kept = try SQLiteInspection(path: file.path).keptRecords()
    #expect(
      kept.map { "\($0.number) \($0.salvaged.words): \($0.salvaged.order.reason)" } == [
        #"1 the window w-1 of the user "ann": a"#, #"2 the Desk of the tenant "acme": b"#,
        #"3 the row 2 of 'orders' of the Desk of the user "ann" of the tenant "acme": c"#,
      ])
  }

  @Test func `they come back as they were, where nothing newer is in their place`() async throws {
    let store = try await store()
    let back = try store.restoreKept(nil, isReplacing: false, at: 9)
    #expect(
      outcomes(back) == [
        #"1 restored the window w-1 of the user "ann""#, #"2 occupied the Desk of the tenant "acme""#,
        #"3 restored the row 2 of 'orders' of the Desk of the user "ann" of the tenant "acme""#,
      ])
    #expect(try await store.window(Records.id)?.origin == Records.origin())
    #expect(try await store.member("ann", of: "acme").saved.rows == [row])
    #expect(try await store.tenant("acme").saved.objects == ["Desk": Records.json("[]")])
    #expect(try await store.keptAside().map(\.order.reason) == ["b"])
    #expect(outcomes(try store.restoreKept([1], isReplacing: false, at: 9)) == ["1 unknown"])
  }

  @Test func `one that replaces something newer has that kept aside`() async throws {
    let store = try await store()
    #expect(
      outcomes(try store.restoreKept([2], isReplacing: true, at: 9)) == [#"2 restored the Desk of the tenant "acme""#])
    #expect(try await store.tenant("acme").saved.objects == ["Desk": object.value])
    let kept = try await store.keptAside()
    #expect(kept.map(\.order.reason) == ["a", "c", "Replaced by record 2"])
    #expect(kept.last?.record == Records.json("[]"))
  }

  @Test func `a row of an earlier record is put at the end, in the version of the others`() async throws {
    let store = try await store()
    let other = StoredElement(
      StoredElement.Key(tenant: "acme", user: "ann", type: "Desk", name: "orders", id: Records.json("5")), position: 8,
      version: 2, value: Records.json(#"{"id":5}"#))
    try await store.commit(Records.turn { $0.rows = [other] })
    try await store.database.write { db in try db.execute(sql: "UPDATE keptAside SET position = NULL, version = NULL") }
    _ = try store.restoreKept([3], isReplacing: false, at: 9)
    let restored = StoredElement(key, position: 9, version: 2, value: row.value)
    #expect(
      try await store.member("ann", of: "acme").saved.rows.sorted { $0.position < $1.position } == [other, restored])
  }

  @Test func `they are deleted by their numbers, or by their age`() async throws {
    let store = try await store()
    #expect(try store.deleteKept([2, 99]) == 1)
    #expect(try store.deleteKept(before: 3) == 1)
    #expect(try await store.keptAside().map(\.order.reason) == ["c"])
  }
}
