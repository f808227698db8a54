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

  func storedAccess() throws -> [UserAccess] {
    try Row.fetchAll(self, sql: "SELECT user, bannedAt, signedOutAt FROM access").map { row in
      UserAccess(user: (row[0] as Bytes).text, bannedAt: row[1], signedOutAt: row[2])
    }
  }

  /// A record that comes twice is there once.
  func add(_ record: AuditRecord) throws {
    let json = JSONBytes.encode(.object(record.json))
    try run(
      "INSERT OR IGNORE INTO audit VALUES (NULL, ?, ?, ?, ?, ?, ?, ?)",
      [
        Bytes(record.id), record.time, Bytes(record.who), Bytes(record.act), Bytes(record.target), Bytes(json),
        Sum.of(json),
      ])
  }

  /// - Throws: `SQLiteStoreError.damaged` if a line is not as it was written: an audit with a gap says so.
  func audit(_ query: AuditQuery) throws -> [AuditRecord] {
    let conditions = Conditions(query)
    let rows = try Row.fetchCursor(
      cachedStatement(
        sql: """
          SELECT number, record, sum FROM audit
          WHERE \(conditions.sql) ORDER BY number DESC LIMIT ?
          """), arguments: conditions.arguments + [query.limit])
    var records: [AuditRecord] = []
    while let row = try rows.next() { records.append(try auditRecord(row)) }
    return records
  }

  private func auditRecord(_ row: Row) throws -> AuditRecord {
    let (number, json): (Int, Bytes) = (row[0], row[1])
    guard row[2] == Sum.of(json.bytes),
      var record = (try? JSONBytes.decode(json.bytes)).flatMap(AuditRecord.init(json:))
    else { throw SQLiteStoreError.damaged("Line \(number) of the audit") }
    record.number = number
    return record
  }

  func discardOperations(_ old: StoreRetention) throws {
    try run("DELETE FROM audit WHERE time < ?", [old.auditBefore])
    if old.auditKept < Int.max {
      try run("DELETE FROM audit WHERE number <= (SELECT max(number) FROM audit) - ?", [old.auditKept])
    }
    try run("DELETE FROM access WHERE bannedAt IS NULL AND signedOutAt < ?", [old.signedOutBefore])
  }
}
