import GRDB
import Oriel
import OrielDocument
import OrielHub

// Bans, sign-outs and the audit.

extension Database {
  func save(_ access: UserAccess) throws {
    try run(
      "INSERT OR REPLACE INTO access VALUES (?, ?, ?)", [Bytes(access.user), access.bannedAt, access.signedOutAt])
  }

  /// - Throws: `SQLiteStoreError.damaged` if the time of a ban or sign-out can't be read: it may not be forgotten.
  package func access() throws -> [UserAccess] {
    try Row.fetchAll(self, sql: "SELECT user, bannedAt, signedOutAt FROM access").map { row in
      do {
        return UserAccess(
          user: try row.decode(Bytes.self, atIndex: 0).text, bannedAt: try row.decode(atIndex: 1),
          signedOutAt: try row.decode(atIndex: 2))
      } catch {
        throw SQLiteStoreError.damaged("The ban or sign-out of a user")
      }
    }
  }

  /// A record that comes twice is there once.
  func add(_ record: AuditRecord) throws {
    let json = JSONBytes.encode(.object(record.json))
    try run(
      "INSERT OR IGNORE INTO audit VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
      [
        Bytes(record.id), record.time, Bytes(record.who), Bytes(record.act), Bytes(record.target), Bytes(json),
        Sum.of(json), record.tenant.map { Bytes($0.id) }, record.way == .app,
      ])
  }

  /// - Throws: `SQLiteStoreError.damaged` if a line is not as it was written: an audit with a gap says so.
  package func audit(_ query: AuditQuery) throws -> [AuditRecord] {
    let conditions = Conditions(query)
    let rows = try Row.fetchCursor(
      cachedStatement(
        sql: """
          SELECT number, record, sum, home FROM audit
          WHERE \(conditions.sql) ORDER BY number DESC LIMIT ?
          """), arguments: conditions.arguments + [query.limit])
    var records: [AuditRecord] = []
    while let row = try rows.next() { records.append(try auditRecord(row)) }
    return records
  }

  private func auditRecord(_ row: Row) throws -> AuditRecord {
    let (number, json) = (Int(row.number(0) ?? 0), row.bytes(1))
    guard row.number(2) == Sum.of(json.bytes),
      var record = (try? JSONBytes.decode(json.bytes)).flatMap(AuditRecord.init(json:))
    else { throw SQLiteStoreError.damaged("Line \(number) of the audit") }
    record.number = number
    // The record itself does not name the only tenant that most apps have.
    if row.bytesIfAny(3)?.bytes.isEmpty == true { record.tenant = .app }
    return record
  }

  func deleteOldOperations(_ old: StoreRetention) throws {
    try run("DELETE FROM audit WHERE time < ?", [old.auditBefore])
    for (isOfApp, kept) in [(false, old.auditKept), (true, old.auditKeptOfApp)] where kept < Int.max {
      try run(
        """
        DELETE FROM audit WHERE ofApp = ? AND number <= (
          SELECT number FROM audit WHERE ofApp = ? ORDER BY number DESC LIMIT 1 OFFSET ?)
        """, [isOfApp, isOfApp, kept])
    }
    try run("DELETE FROM access WHERE bannedAt IS NULL AND signedOutAt < ?", [old.signedOutBefore])
  }
}
