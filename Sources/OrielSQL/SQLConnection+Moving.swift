import Oriel
import OrielDocument
import OrielHub

// Everything of a tenant under another name, and everything of a member in another tenant. A checksum covers the
// tenant's name, so each row is summed again; one that is damaged stays so.

extension SQLConnection {
  package func contents(of tenant: Tenant) throws -> TenantContents {
    guard try !hasLargeArchive(tenant) else { throw ExportError.tooManyArchived }
    var contents = TenantContents(try self.tenant(tenant))
    contents.posts = try posts(to: tenant, after: 0, limit: .max)
    let home = Bytes(tenant.id)
    let users = try query(
      """
      SELECT "user" FROM objects WHERE home = ?1 AND "user" <> ?2 UNION SELECT "user" FROM rows
      WHERE home = ?1 AND "user" <> ?2 ORDER BY "user"
      """, [home, Bytes([])]
    ) { $0.bytes(0).text }
    for user in users { contents.members.append((user, try storedObjects(of: tenant, user: user))) }
    for id in try query("SELECT id FROM windows WHERE home = ? ORDER BY id", [home], { WindowID($0.bytes(0).text) }) {
      if let window = try recordedWindow(id) { contents.windows.append((id, window)) }
    }
    try forEachArchivedRow(of: tenant) { row in contents.archived.append(row) }
    return contents
  }

  /// - Returns: Whether the name was free.
  package func rename(_ tenant: Tenant, to name: Tenant) throws -> Bool {
    guard try !isKnown(name) else { return false }
    try moveAll(of: nil, from: tenant, to: name)
    for timer in try timers(of: tenant) {
      var (old, new) = (timer, timer)
      old.message = nil
      new.tenant = name
      try save(old)
      try save(new)
    }
    for post in try posts(to: tenant, after: 0, limit: .max) {
      var moved = post
      moved.tenant = name
      try send("UPDATE posts SET home = ?, sum = ? WHERE number = ?", [Bytes(name.id), moved.sum, post.number])
    }
    for post in try posts(from: tenant) {
      var moved = post
      moved.sender = name
      try send("UPDATE posts SET sender = ?, sum = ? WHERE number = ?", [Bytes(name.id), moved.sum, post.number])
    }
    for publication in try publications(of: tenant) {
      let key = StoredPublication.Key(tenant: name, type: publication.key.type)
      try save(StoredPublication(publication.key, number: publication.number, value: nil))
      try save(StoredPublication(key, number: publication.number, value: publication.value))
    }
    let mark = try mark(of: tenant)
    try save(StoredMark(tenant))
    try save(StoredMark(name, isAwake: mark.isAwake, state: mark.state))
    return true
  }

  /// - Returns: The number of windows, objects and rows; `nil` if the user has objects or rows in the other tenant.
  package func move(_ user: String, from tenant: Tenant, to other: Tenant) throws -> PurgedCounts? {
    let there = try storedObjects(of: other, user: user)
    guard there.objects.isEmpty, there.rows.isEmpty, there.damagedRows.isEmpty,
      try countArchive(of: user, in: other) == 0
    else { return nil }
    let here = try storedObjects(of: tenant, user: user)
    let counts = PurgedCounts(
      windows: try count(StoredWindowQuery(tenant: tenant, user: user)), objects: here.objects.count,
      rows: try here.rows.count + here.damagedRows.count + countArchive(of: user, in: tenant))
    try moveAll(of: user, from: tenant, to: other)
    return counts
  }

  /// - Parameter user: One member; `nil` for all of them, and the tenant itself.
  private func moveAll(of user: String?, from tenant: Tenant, to other: Tenant) throws {
    let (home, new) = (Bytes(tenant.id), Bytes(other.id))
    let isOf = #"home = ?1 AND ("user" = ?2 OR ?2 IS NULL)"#
    let whose: SQLArguments = [home, user.map { Bytes($0) }]
    let windows = try query("SELECT id, origin, originSum FROM windows WHERE \(isOf)", whose) {
      (id: $0.bytes(0), origin: $0.bytes(1).bytes, sum: $0.number(2) ?? 0)
    }
    for window in windows { try moveWindow(window.id, origin: window.origin, sum: window.sum, to: other) }
    let objects = try query(#"SELECT "user", type, value, sum FROM objects WHERE \#(isOf)"#, whose) { row in
      let (user, type, value) = (row.bytes(0), row.bytes(1), row.bytes(2).bytes)
      let isWhole = row.number(3) == Sum.ofObject(home, user, type, value)
      return (user, type, sum: isWhole ? Sum.ofObject(new, user, type, value) : row.number(3) ?? 0)
    }
    for (user, type, sum) in objects {
      try send(
        #"UPDATE objects SET home = ?, sum = ? WHERE home = ? AND "user" = ? AND type = ?"#,
        [new, sum, home, user, type])
    }
    let rows = try query(
      #"SELECT type, name, id, position, version, value, sum, "user" FROM rows WHERE \#(isOf)"#, whose
    ) { row in
      let key = StoredElement.Key(
        tenant: tenant, user: row.bytes(7).text, type: row.bytes(0).text, name: row.bytes(1).text,
        id: row.bytes(2).bytes)
      let old = StoredElement(key, row, from: 3)
      var moved = old
      moved.key.tenant = other
      return (key, sum: row.number(6) == old.sum ? moved.sum : row.number(6) ?? 0)
    }
    for (key, sum) in rows {
      try send("UPDATE rows SET home = ?, sum = ? WHERE \(Self.isRow)", [new, sum] + key.arguments)
    }
    try moveArchive(of: user, from: tenant, to: other)
    let closed = try query(#"SELECT number, record FROM keptAside WHERE "window" IS NOT NULL AND \#(isOf)"#, whose) {
      (number: $0.number(0), record: $0.bytes(1).bytes)
    }
    for (number, record) in closed {
      try send(
        "UPDATE keptAside SET record = ? WHERE number = ?",
        [Bytes(SalvagedRecord.windowRecord(record, in: other)), number])
    }
    try send("UPDATE keptAside SET home = ?3 WHERE \(isOf)", whose + [new])
  }

  private func moveWindow(_ id: Bytes, origin json: [UInt8], sum: Int64, to other: Tenant) throws {
    guard sum == Sum.of(id.bytes, json), var origin = StoredOrigin(encoded: json) else {
      try send("UPDATE windows SET home = ? WHERE id = ?", [Bytes(other.id), id])
      return
    }
    origin.tenant = other
    let encoded = origin.encoded
    try send(
      "UPDATE windows SET home = ?, origin = ?, originSum = ? WHERE id = ?",
      [Bytes(other.id), Bytes(encoded), Sum.of(id.bytes, encoded), id])
  }
}
