import Oriel
import OrielDocument
import OrielHub

// Bans, sign-outs and the audit.

extension SQLConnection {
  /// Several servers may decide at the same time, so each changes what it has decided, and nothing else.
  func save(_ change: AccessChange) throws {
    let user = Bytes(change.user)
    switch change.kind {
    case .signOut:
      try send(
        """
        INSERT INTO access ("user", signedOutAt) VALUES (?, ?)
        ON CONFLICT ("user") DO UPDATE SET signedOutAt = excluded.signedOutAt
        WHERE access.signedOutAt IS NULL OR access.signedOutAt < excluded.signedOutAt
        """, [user, change.time])
    case .ban, .unban:
      try send(
        """
        INSERT INTO access ("user", bannedAt) VALUES (?, ?) ON CONFLICT ("user") DO UPDATE SET bannedAt = excluded.bannedAt
        """, [user, change.kind == .ban ? change.time : nil])
    }
  }

  /// - Throws: `DamagedRecord` if the time of a ban or sign-out can't be read: it may not be forgotten.
  package func access() throws -> [UserAccess] {
    try query(#"SELECT "user", bannedAt, signedOutAt FROM access"#) { row in
      let (user, bannedAt, signedOutAt) = (row.bytesIfAny(0), row.number(1), row.number(2))
      guard let user, bannedAt != nil || row.isNull(1), signedOutAt != nil || row.isNull(2) else {
        throw DamagedRecord("The ban or sign-out of a user")
      }
      return UserAccess(user: user.text, bannedAt: bannedAt, signedOutAt: signedOutAt)
    }
  }

  /// A record that comes twice is there once.
  func add(_ record: AuditRecord) throws {
    let json = JSONBytes.encode(.object(record.json))
    try send(
      """
      INSERT INTO audit (id, time, who, act, target, record, sum, home, ofApp, refused)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT DO NOTHING
      """,
      [
        Bytes(record.id), record.time, Bytes(record.who), Bytes(record.act), Bytes(record.target), Bytes(json),
        Sum.of(json), record.tenant.map { Bytes($0.id) }, record.way == .app,
        record.isOfRefusal,
      ])
  }

  /// - Throws: `DamagedRecord` if a line is not as it was written: an audit with a gap says so.
  package func audit(_ query: AuditQuery) throws -> [AuditRecord] {
    let conditions = Conditions(query)
    return try self.query(
      "SELECT number, record, sum, home FROM audit WHERE \(conditions.sql) ORDER BY number DESC LIMIT ?",
      conditions.arguments + [query.limit], auditRecord)
  }

  private func auditRecord(_ row: any SQLRow) throws -> AuditRecord {
    let (number, json) = (Int(row.number(0) ?? 0), row.bytes(1))
    guard row.number(2) == Sum.of(json.bytes),
      var record = (try? JSONBytes.decode(json.bytes)).flatMap(AuditRecord.init(json:))
    else { throw DamagedRecord("Line \(number) of the audit") }
    record.number = number
    // The record itself does not name the only tenant that most apps have.
    if row.bytesIfAny(3)?.bytes.isEmpty == true { record.tenant = .app }
    return record
  }

  func deleteOldOperations(_ old: StoreRetention) throws {
    try send("DELETE FROM audit WHERE time < ?", [old.auditBefore])
    let kinds = [
      (false, false, old.auditKept), (true, false, old.auditKeptOfApp), (false, true, old.auditKeptOfRefusals),
    ]
    for (isOfApp, isRefused, kept) in kinds where kept < Int.max {
      try send(
        """
        DELETE FROM audit WHERE ofApp = ?1 AND refused = ?2 AND number <= (
          SELECT number FROM audit WHERE ofApp = ?1 AND refused = ?2 ORDER BY number DESC LIMIT 1 OFFSET ?3)
        """, [isOfApp, isRefused, kept])
    }
    try send("DELETE FROM access WHERE bannedAt IS NULL AND signedOutAt < ?", [old.signedOutBefore])
  }
}
