import Oriel
import OrielHub

// Rows that are not in memory. Their keys are columns, each with an index, and compared as bytes.

extension SQLConnection {
  func archive(_ row: StoredElement, keys: [[UInt8]]) throws {
    guard let value = row.value else {
      try send("DELETE FROM archive WHERE \(Self.isRow)", row.key.arguments)
      return
    }
    let columns = ArchivedRow.keyColumns.indices.map { $0 < keys.count ? Bytes(keys[$0]) : nil }
    let sum = ArchivedRow.sum(id: row.key.id, version: row.version, keys: columns.map { $0?.bytes }, value: value)
    try send(
      ArchivedRow.upsert,
      row.key.arguments + [row.version, Bytes(value), sum] + columns.map { $0 as (any SQLArgument)? })
  }

  /// A damaged row is left out.
  package func archived(_ question: ArchiveQuestion, in place: ArchivePlace) throws -> ArchiveAnswer {
    if let ids = question.ids { return try archivedRows(ids, in: place) }
    var (condition, arguments) = (ArchivedRow.isInPlace, place.arguments)
    for wanted in question.conditions {
      let column = ArchivedRow.keyColumns[wanted.key]
      // Those of one value are in their order already.
      let isOne = wanted.to == wanted.from + [0]
      condition += isOne ? " AND \(column) = ?" : " AND \(column) >= ? AND \(column) < ?"
      arguments += isOne ? [Bytes(wanted.from)] : [Bytes(wanted.from), Bytes(wanted.to)]
    }
    var answer = ArchiveAnswer(rows: [], count: nil)
    if question.counts { answer.count = try number("SELECT count(*) FROM archive WHERE \(condition)", arguments) }
    guard !question.range.isEmpty else { return answer }
    if let after = question.after {
      condition += " AND position > ?"
      arguments.append(after)
    }
    // Says that the index of the key has all rows.
    if let first = question.sorts.first { condition += " AND \(ArchivedRow.keyColumns[first.key]) IS NOT NULL" }
    let direction = question.sorts.first?.isReversed == true ? " DESC" : ""
    let order =
      question.sorts.map { "\(ArchivedRow.keyColumns[$0.key])\($0.isReversed ? " DESC" : "")" } + [
        "position" + direction
      ]
    let sql = """
      SELECT \(ArchivedRow.columns) FROM archive WHERE \(condition) ORDER BY \(order.joined(separator: ", "))
      LIMIT ? OFFSET ?
      """
    try forEachRow(sql, arguments + [question.range.count, question.range.lowerBound]) { answer.add($0) }
    return answer
  }

  private func archivedRows(_ ids: [[UInt8]], in place: ArchivePlace) throws -> ArchiveAnswer {
    var answer = ArchiveAnswer(rows: [], count: nil)
    for first in stride(from: 0, to: ids.count, by: 200) {
      let some = ids[first..<min(first + 200, ids.count)]
      let places = some.map { _ in "?" }.joined(separator: ", ")
      try forEachRow(
        "SELECT \(ArchivedRow.columns) FROM archive WHERE \(ArchivedRow.isInPlace) AND id IN (\(places))",
        place.arguments + some.map { Bytes($0) }
      ) { answer.add($0) }
    }
    return answer
  }

  /// Visits the archived rows that are whole, of one tenant and its members or of all, with their keys.
  package func forEachArchivedRow(of tenant: Tenant?, _ visit: (StoredElement) throws -> Void) throws {
    // A page at a time, because there may be more than there is memory.
    var last: SQLArguments?
    while true {
      var (conditions, arguments): ([String], SQLArguments) = ([], [])
      if let tenant {
        conditions.append("home = ?")
        arguments.append(Bytes(tenant.id))
      }
      if let last {
        conditions.append(#"(home, "user", type, name, position, id) > (?, ?, ?, ?, ?, ?)"#)
        arguments += last
      }
      last = nil
      try forEachRow(
        """
        SELECT \(ArchivedRow.columns), home, "user", type, name FROM archive
        \(conditions.isEmpty ? "" : "WHERE \(conditions.joined(separator: " AND "))")
        ORDER BY home, "user", type, name, position, id LIMIT 500
        """, arguments
      ) { row in
        let first = 5 + ArchivedRow.keyColumns.count
        let owner = (0..<4).map { row.bytes(first + $0) }
        let place = ArchivePlace(
          tenant: Tenant(stored: owner[0].text), user: owner[1].text, type: owner[2].text, name: owner[3].text)
        let (found, isWhole) = ArchivedRow.read(row)
        last = owner.map { $0 as (any SQLArgument)? } + [found.position, Bytes(found.id)]
        guard isWhole else { return }
        try visit(
          StoredElement(
            place.key(found.id), position: found.position, version: found.version, value: found.value, keys: found.keys)
        )
      }
      if last == nil { return }
    }
  }

  /// Whether a tenant has more archived rows than the memory of a server is for.
  func hasLargeArchive(_ tenant: Tenant) throws -> Bool {
    let size = try queryFirst(
      """
      SELECT count(*), sum(length(value)) FROM (SELECT value FROM archive WHERE home = ? LIMIT ?) AS found
      """, [Bytes(tenant.id), ArchiveLimits.exportedRows + 1]
    ) { (rows: Int($0.number(0) ?? 0), bytes: Int($0.number(1) ?? 0)) }
    return (size?.rows ?? 0) > ArchiveLimits.exportedRows || (size?.bytes ?? 0) > RowLimits.bytes
  }

  /// Of rows with one id, that of the new place stays.
  func moveArchive(from place: ArchivePlace, to new: ArchivePlace) throws {
    try send(
      """
      DELETE FROM archive WHERE home = ?1 AND "user" = ?2 AND type = ?3 AND name = ?4 AND id IN (
        SELECT id FROM archive WHERE home = ?1 AND "user" = ?2 AND type = ?5 AND name = ?6)
      """, place.arguments + [Bytes(new.type), Bytes(new.name)])
    try send(
      #"UPDATE archive SET type = ?5, name = ?6 WHERE home = ?1 AND "user" = ?2 AND type = ?3 AND name = ?4"#,
      place.arguments + [Bytes(new.type), Bytes(new.name)])
  }

  func emptyArchive(of owner: SavedOwner) throws {
    try send(
      #"DELETE FROM archive WHERE home = ? AND "user" = ?"#, [Bytes(owner.tenant.id), Bytes(owner.storedUser)])
  }

  func moveArchive(of user: String?, from tenant: Tenant, to other: Tenant) throws {
    try send(
      #"UPDATE archive SET home = ?3 WHERE home = ?1 AND ("user" = ?2 OR ?2 IS NULL)"#,
      [Bytes(tenant.id), user.map { Bytes($0) }, Bytes(other.id)])
  }

  func countArchive(of user: String, in tenant: Tenant) throws -> Int {
    try number(#"SELECT count(*) FROM archive WHERE home = ? AND "user" = ?"#, [Bytes(tenant.id), Bytes(user)])
  }
}

extension ArchiveAnswer {
  fileprivate mutating func add(_ row: any SQLRow) {
    let (found, isWhole) = ArchivedRow.read(row)
    last = found.position
    if isWhole { rows.append(found) } else { damaged += 1 }
  }
}

extension ArchivedRow {
  static let keyColumns = (1...ArchiveLimits.keys).map { "key\($0)" }
  static let isInPlace = #"home = ? AND "user" = ? AND type = ? AND name = ?"#
  static let columns = "id, position, version, value, sum, " + keyColumns.joined(separator: ", ")

  /// A new row is the last of its property.
  static let upsert = """
    INSERT INTO archive (home, "user", type, name, id, version, value, sum, \(keyColumns.joined(separator: ", ")), position)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, \(keyColumns.indices.map { "?\($0 + 9)" }.joined(separator: ", ")), (
      SELECT coalesce(max(position), 0) + 1 FROM archive WHERE home = ?1 AND "user" = ?2 AND type = ?3 AND name = ?4))
    ON CONFLICT (home, "user", type, name, id) DO UPDATE SET version = excluded.version, value = excluded.value,
      sum = excluded.sum, \(keyColumns.map { "\($0) = excluded.\($0)" }.joined(separator: ", "))
    """

  /// The place is no part of it, because all rows may get another one.
  static func sum(id: [UInt8], version: Int, keys: [[UInt8]?], value: [UInt8]) -> Int64 {
    let lengths = keys.flatMap { [UInt8($0 == nil ? 0 : 1)] + Sum.bytes(of: Int64($0?.count ?? 0)) }
    return Sum.of(id, Sum.bytes(of: Int64(version)), lengths, keys.flatMap { $0 ?? [] }, value)
  }

  /// Reads `columns`.
  static func read(_ row: any SQLRow) -> (row: ArchivedRow, isWhole: Bool) {
    let keys = keyColumns.indices.map { row.bytesIfAny(5 + $0)?.bytes }
    let found = ArchivedRow(
      id: row.bytes(0).bytes, position: row.number(1) ?? 0, version: Int(row.number(2) ?? 0), value: row.bytes(3).bytes,
      keys: keys.compactMap(\.self))
    let isWhole = row.number(4) == sum(id: found.id, version: found.version, keys: keys, value: found.value)
    return (found, isWhole)
  }
}

extension ArchivePlace {
  var arguments: SQLArguments { [Bytes(tenant.id), Bytes(user), Bytes(type), Bytes(name)] }
}
