import GRDB
import Oriel
import OrielHub
import Testing

@testable import OrielSQL
@testable import OrielSQLite

/// A store from before there were tenants opens as it is: what it has belongs to the tenant of the whole app.
struct MigrationTests {
  private let file = TemporaryFile()
  private let kept = SalvageOrder(.object(user: "ann", type: "A"), reason: "damaged", time: 1)

  private func makeOlder() throws {
    let queue = try DatabaseQueue(path: file.path)
    try Schema.migrator.migrate(queue, upTo: "3")
    try queue.write { db in
      let (id, origin, row) = (Bytes(Records.id.rawValue), Records.origin(), Records.row())
      let (json, title) = (origin.encoded, Bytes(row.title))
      try db.run(
        "INSERT INTO windows VALUES (?, ?, ?, NULL, ?, ?, ?, ?, ?, ?)",
        [
          id, Bytes(origin.user), Bytes(origin.scene), Bytes(json), Sum.of(id.bytes, json), title, row.usedAt,
          Bytes(row.position), Sum.of(id.bytes, title.bytes, row.position, number: row.usedAt),
        ])
      let (user, type, value) = (Bytes("ann"), Bytes("A"), Bytes("{}"))
      try db.run(
        "INSERT INTO objects VALUES (?, ?, ?, ?)",
        [user, type, value, Sum.of(user.bytes, type.bytes, value.bytes)])
      try db.run("INSERT INTO keptAside VALUES (NULL, ?, NULL, ?, ?, 1, ?)", [user, type, Bytes("damaged"), value])
      try db.execute(sql: "PRAGMA application_id = \(0x4F72_6965)")
    }
    try queue.close()
  }

  @Test func `it is opened with all it had`() async throws {
    try makeOlder()
    let store = try SQLiteWindowStore(path: file.path)
    #expect(try await store.window(Records.id)?.origin == Records.origin())
    #expect(
      try await store.member("ann") == StoredUser(StoredObjects(objects: ["A": Records.json("{}")]), windows: 1))
    #expect(try await store.keptAside() == [SalvagedRecord(kept, user: "ann", record: Records.json("{}"))])
    #expect(try await store.tenants() == [StoredTenantSummary(StoredMark(.app), windows: 1, objects: 1)])
  }

  @Test func `it is looked at before a server has opened it`() throws {
    try makeOlder()
    let inspection = try SQLiteInspection(path: file.path)
    let findings = try inspection.check()
    #expect((findings.windows, findings.rows, findings.keptAside) == (1, 0, 1))
    #expect(findings.problems == ["the A of the user ann can't be read"])
    var found: [String] = []
    try inspection.forEachWindow { id, window in found.append("\(id) of \(window.origin.user)") }
    try inspection.forEachMember { _, user, saved in found.append("\(saved.objects.count) of \(user)") }
    try inspection.forEachTenant { tenant, _ in found.append("\(tenant.mark.tenant)") }
    #expect(found == ["w-1 of ann", "1 of ann"])
  }
}
