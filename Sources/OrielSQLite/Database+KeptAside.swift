import GRDB
import Oriel
import OrielHub

// Records that could not be restored stay until an operator puts them back or deletes them.

/// A record that was kept aside, with the number by which operators name it.
package struct KeptRecord: Equatable, Sendable {
  package var number: Int64
  package var salvaged: SalvagedRecord
}

/// The result of putting a record back.
package enum KeptOutcome: Equatable, Sendable {
  case restored(SalvagedRecord)
  /// Something newer is in its place.
  case occupied(SalvagedRecord)
  case unknown
}

extension Database {
  package func keptAside(of user: String?) throws -> [SalvagedRecord] {
    try keptRecords("user = ?1 OR ?1 IS NULL", [user.map { Bytes($0) }]).map(\.salvaged)
  }

  func keptRecords(_ condition: String = "TRUE", _ arguments: StatementArguments = []) throws -> [KeptRecord] {
    let rows = try Row.fetchCursor(
      cachedStatement(
        sql: """
          SELECT user, window, type, reason, time, record, home, name, element, number FROM keptAside
          WHERE \(condition) ORDER BY number
          """), arguments: arguments)
    var kept: [KeptRecord] = []
    while let row = try rows.next() {
      let (tenant, user) = (Tenant(stored: row.bytes(6).text), row.bytes(0).text)
      let order = SalvageOrder(
        keptSubject(row, tenant: tenant, user: user), reason: row.bytes(3).text, time: row.number(4) ?? 0)
      let salvaged = SalvagedRecord(order, tenant: tenant, user: user, record: row.bytes(5).bytes)
      kept.append(KeptRecord(number: row.number(9) ?? 0, salvaged: salvaged))
    }
    return kept
  }

  private func keptSubject(_ row: Row, tenant: Tenant, user: String) -> SalvageOrder.Subject {
    if let window = row.bytesIfAny(1) { return .window(WindowID(window.text)) }
    let type = row.bytes(2).text
    guard let name = row.bytesIfAny(7) else { return .object(tenant: tenant, user: user, type: type) }
    return .row(
      StoredElement.Key(tenant: tenant, user: user, type: type, name: name.text, id: row.bytes(8).bytes))
  }

  /// Puts a record back as it was.
  ///
  /// - Parameters:
  ///   - isReplacing: Whether it replaces what is in its place, which is then kept aside itself.
  ///   - time: In milliseconds since 1970.
  func restoreKept(_ number: Int64, isReplacing: Bool, at time: Int64) throws -> KeptOutcome {
    guard let kept = try keptRecords("number = ?", [number]).first?.salvaged else { return .unknown }
    if try isThere(kept.order.subject) {
      guard isReplacing else { return .occupied(kept) }
      try keepAside(SalvageOrder(kept.order.subject, reason: "Replaced by record \(number)", time: time))
    }
    var turn = StoredTurn()
    switch kept.order.subject {
    case .window(let id):
      let window = try StoredWindow(exported: JSONBytes.decode(kept.record))
      turn = try window.turn(id, replacing: recordedWindow(id))
    case .object(let tenant, let user, let type):
      turn.objects = [StoredObject(tenant: tenant, user: user, type: type, value: kept.record)]
    case .row(let key): turn.rows = [try element(key, of: number, value: kept.record)]
    }
    try apply(turn)
    try deleteKept("number = ?", [number])
    return .restored(kept)
  }

  private func isThere(_ subject: SalvageOrder.Subject) throws -> Bool {
    switch subject {
    case .window(let id): try recordedWindow(id) != nil
    case .object(let tenant, let user, let type):
      try Row.fetchOne(
        self, sql: "SELECT 1 FROM objects WHERE home = ? AND user = ? AND type = ?",
        arguments: [Bytes(tenant.id), Bytes(user), Bytes(type)]) != nil
    case .row(let key):
      try Row.fetchOne(self, sql: "SELECT 1 FROM rows WHERE \(Self.isRow)", arguments: key.arguments) != nil
    }
  }

  /// A row of an earlier record belongs at the end, in the version of the others.
  private func element(_ key: StoredElement.Key, of number: Int64, value: [UInt8]) throws -> StoredElement {
    let row = try Row.fetchOne(
      self,
      sql: """
        SELECT coalesce(kept.position, max(rows.position) + 1, 1), coalesce(kept.version, max(rows.version), 0)
        FROM keptAside kept LEFT JOIN rows ON rows.home = kept.home AND rows.user = kept.user
          AND rows.type = kept.type AND rows.name = kept.name
        WHERE kept.number = ?
        """, arguments: [number])
    return StoredElement(
      key, position: row?.number(0) ?? 1, version: Int(row?.number(1) ?? 0), value: value)
  }

  // MARK: Closed windows

  func close(_ order: SalvageOrder) throws {
    try keepAside(order)
    guard changesCount > 0, case .window(let id) = order.subject else { return }
    let owner = try Row.fetchOne(
      cachedStatement(sql: "SELECT user, home FROM windows WHERE id = ?"), arguments: [Bytes(id.rawValue)])
    guard let owner else { return }
    try deleteKept(
      """
      number IN (
        SELECT number FROM keptAside WHERE user = ? AND home = ? AND reason = ?
        ORDER BY number DESC LIMIT -1 OFFSET ?)
      """, [owner.bytes(0), owner.bytes(1), Self.closed, Windows.closedLimit])
  }

  package func closedWindow(_ id: WindowID) throws -> SalvagedRecord? {
    try keptRecords("window = ? AND reason = ?", [Bytes(id.rawValue), Self.closed]).last?.salvaged
  }

  func forgetClosed(_ id: WindowID) throws {
    try deleteKept("reason = ? AND window = ?", [Self.closed, Bytes(id.rawValue)])
  }

  func deleteClosed(before time: Int64) throws {
    try deleteKept("reason = ? AND time < ?", [Self.closed, time])
  }

  private static let closed = Bytes(SalvageOrder.closed)

  func deleteKept(_ condition: String, _ arguments: StatementArguments) throws {
    try run("DELETE FROM keptAside WHERE \(condition)", arguments)
  }
}

extension SQLiteWindowStore {
  /// Puts records that were kept aside back in their places, all in one transaction. No server may use the store.
  ///
  /// - Parameters:
  ///   - numbers: The records; `nil` for all.
  ///   - isReplacing: Whether they replace what is in their places, which is then kept aside itself.
  ///   - time: In milliseconds since 1970.
  /// - Returns: The result for each.
  package func restoreKept(
    _ numbers: [Int64]?, isReplacing: Bool, at time: Int64
  ) throws -> [(number: Int64, outcome: KeptOutcome)] {
    try database.writeWithoutTransaction { db in
      try db.transaction {
        try (numbers ?? db.keptRecords().filter { !$0.salvaged.order.isOfClosedWindow }.map(\.number)).map {
          ($0, try db.restoreKept($0, isReplacing: isReplacing, at: time))
        }
      }
    }
  }

  /// Deletes records that were kept aside. No server may use the store.
  ///
  /// - Returns: How many there were.
  package func deleteKept(_ numbers: [Int64]) throws -> Int {
    try database.writeWithoutTransaction { db in
      try db.transaction {
        try numbers.reduce(0) { count, number in
          try db.deleteKept("number = ?", [number])
          return count + db.changesCount
        }
      }
    }
  }

  /// Deletes the records that were kept aside before this time, in milliseconds since 1970.
  ///
  /// - Returns: How many there were.
  package func deleteKept(before time: Int64) throws -> Int {
    try database.writeWithoutTransaction { db in
      try db.deleteKept("time < ?", [time])
      return db.changesCount
    }
  }
}
