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

extension SQLConnection {
  package func keptAside(of user: String?) throws -> [SalvagedRecord] {
    try keptRecords(#""user" = ?1 OR ?1 IS NULL"#, [user.map { Bytes($0) }]).map(\.salvaged)
  }

  package func keptRecords(_ condition: String = "TRUE", _ arguments: SQLArguments = []) throws -> [KeptRecord] {
    try query(
      """
      SELECT "user", "window", type, reason, time, record, home, name, element, number FROM keptAside
      WHERE \(condition) ORDER BY number
      """, arguments
    ) { row in
      let (tenant, user) = (Tenant(stored: row.bytes(6).text), row.bytes(0).text)
      let order = SalvageOrder(
        keptSubject(row, tenant: tenant, user: user), reason: row.bytes(3).text, time: row.number(4) ?? 0)
      let salvaged = SalvagedRecord(order, tenant: tenant, user: user, record: row.bytes(5).bytes)
      return KeptRecord(number: row.number(9) ?? 0, salvaged: salvaged)
    }
  }

  private func keptSubject(_ row: any SQLRow, tenant: Tenant, user: String) -> SalvageOrder.Subject {
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
  package func restoreKept(_ number: Int64, isReplacing: Bool, at time: Int64) throws -> KeptOutcome {
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
      try number(
        #"SELECT count(*) FROM objects WHERE home = ? AND "user" = ? AND type = ?"#,
        [Bytes(tenant.id), Bytes(user), Bytes(type)]) > 0
    case .row(let key): try number("SELECT count(*) FROM rows WHERE \(Self.isRow)", key.arguments) > 0
    }
  }

  /// A row of an earlier record belongs at the end, in the version of the others.
  private func element(_ key: StoredElement.Key, of number: Int64, value: [UInt8]) throws -> StoredElement {
    let isBeside =
      #"rows.home = kept.home AND rows."user" = kept."user" AND rows.type = kept.type AND rows.name = kept.name"#
    let place = try queryFirst(
      """
      SELECT coalesce(position, (SELECT max(position) + 1 FROM rows WHERE \(isBeside)), 1),
        coalesce(version, (SELECT max(version) FROM rows WHERE \(isBeside)), 0)
      FROM keptAside AS kept WHERE number = ?
      """, [number]
    ) { (position: $0.number(0), version: $0.number(1)) }
    return StoredElement(
      key, position: place?.position ?? 1, version: Int(place?.version ?? 0), value: value)
  }

  // MARK: Closed windows

  func close(_ order: SalvageOrder) throws {
    guard try keepAside(order), case .window(let id) = order.subject else { return }
    let owner = try queryFirst(#"SELECT "user", home FROM windows WHERE id = ?"#, [Bytes(id.rawValue)]) {
      (user: $0.bytes(0), home: $0.bytes(1))
    }
    guard let owner else { return }
    try deleteKept(
      """
      number <= (
        SELECT number FROM keptAside WHERE "user" = ?1 AND home = ?2 AND reason = ?3
        ORDER BY number DESC LIMIT 1 OFFSET ?4) AND "user" = ?1 AND home = ?2 AND reason = ?3
      """, [owner.user, owner.home, Self.closed, Windows.closedLimit])
  }

  package func closedWindow(_ id: WindowID) throws -> SalvagedRecord? {
    try keptRecords(#""window" = ? AND reason = ?"#, [Bytes(id.rawValue), Self.closed]).last?.salvaged
  }

  func forgetClosed(_ id: WindowID) throws {
    try deleteKept(#"reason = ? AND "window" = ?"#, [Self.closed, Bytes(id.rawValue)])
  }

  func deleteClosed(before time: Int64) throws {
    try deleteKept("reason = ? AND time < ?", [Self.closed, time])
  }

  private static var closed: Bytes { Bytes(SalvageOrder.closed) }

  /// - Returns: How many there were.
  @discardableResult
  package func deleteKept(_ condition: String, _ arguments: SQLArguments) throws -> Int {
    try run("DELETE FROM keptAside WHERE \(condition)", arguments)
  }
}
