import GRDB
import Oriel
import OrielDocument
import OrielHub

// Everything of a tenant under another name, and everything of a member in another tenant. A checksum covers the
// tenant's name, so each row is summed again; one that is damaged stays so.

extension Database {
  package func contents(of tenant: Tenant) throws -> TenantContents {
    var contents = TenantContents(try self.tenant(tenant))
    contents.posts = try posts(to: tenant, after: 0, limit: .max)
    let home = Bytes(tenant.id)
    let users = try Bytes.fetchAll(
      self,
      sql: """
        SELECT user FROM objects WHERE home = ?1 AND user <> x'' UNION SELECT user FROM rows
        WHERE home = ?1 AND user <> x'' ORDER BY user
        """, arguments: [home])
    for user in users { contents.members.append((user.text, try storedObjects(of: tenant, user: user.text))) }
    let ids = try Bytes.fetchAll(self, sql: "SELECT id FROM windows WHERE home = ? ORDER BY id", arguments: [home])
    for id in ids {
      let id = WindowID(id.text)
      if let window = try recordedWindow(id) { contents.windows.append((id, window)) }
    }
    return contents
  }

  /// - Returns: Whether the name was free.
  func rename(_ tenant: Tenant, to name: Tenant) throws -> Bool {
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
      try run("UPDATE posts SET home = ?, sum = ? WHERE number = ?", [Bytes(name.id), moved.sum, post.number])
    }
    for post in try posts(from: tenant) {
      var moved = post
      moved.sender = name
      try run("UPDATE posts SET sender = ?, sum = ? WHERE number = ?", [Bytes(name.id), moved.sum, post.number])
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
  func move(_ user: String, from tenant: Tenant, to other: Tenant) throws -> PurgedCounts? {
    let there = try storedObjects(of: other, user: user)
    guard there.objects.isEmpty, there.rows.isEmpty, there.damagedRows.isEmpty else { return nil }
    let here = try storedObjects(of: tenant, user: user)
    let counts = PurgedCounts(
      windows: try count(StoredWindowQuery(tenant: tenant, user: user)), objects: here.objects.count,
      rows: here.rows.count + here.damagedRows.count)
    try moveAll(of: user, from: tenant, to: other)
    return counts
  }

  /// - Parameter user: One member; `nil` for all of them, and the tenant itself.
  private func moveAll(of user: String?, from tenant: Tenant, to other: Tenant) throws {
    let (home, new) = (Bytes(tenant.id), Bytes(other.id))
    let isOf = "home = ?1 AND (?2 IS NULL OR user = ?2)"
    let whose: StatementArguments = [home, user.map { Bytes($0) }]
    for row in try Row.fetchAll(self, sql: "SELECT id, origin, originSum FROM windows WHERE \(isOf)", arguments: whose)
    {
      try moveWindow(row.bytes(0), origin: row.bytes(1).bytes, sum: row.number(2) ?? 0, to: other)
    }
    for row in try Row.fetchAll(self, sql: "SELECT user, type, value, sum FROM objects WHERE \(isOf)", arguments: whose)
    {
      let (user, type, value) = (row.bytes(0), row.bytes(1), row.bytes(2))
      let isWhole = row.number(3) == Sum.ofObject(home, user, type, value.bytes)
      try run(
        "UPDATE objects SET home = ?, sum = ? WHERE home = ? AND user = ? AND type = ?",
        [new, isWhole ? Sum.ofObject(new, user, type, value.bytes) : row.number(3) ?? 0, home, user, type])
    }
    for row in try Row.fetchAll(
      self, sql: "SELECT type, name, id, position, version, value, sum, user FROM rows WHERE \(isOf)", arguments: whose)
    {
      let key = StoredElement.Key(
        tenant: tenant, user: row.bytes(7).text, type: row.bytes(0).text, name: row.bytes(1).text,
        id: row.bytes(2).bytes)
      let old = StoredElement(key, row, from: 3)
      var moved = old
      moved.key.tenant = other
      try run(
        "UPDATE rows SET home = ?, sum = ? WHERE \(Self.isRow)",
        [new, row.number(6) == old.sum ? moved.sum : row.number(6) ?? 0] + key.arguments)
    }
    for row in try Row.fetchAll(
      self, sql: "SELECT number, record FROM keptAside WHERE window IS NOT NULL AND \(isOf)", arguments: whose)
    {
      let record = SalvagedRecord.windowRecord(row.bytes(1).bytes, in: other)
      try run("UPDATE keptAside SET record = ? WHERE number = ?", [Bytes(record), row.number(0)])
    }
    try run("UPDATE keptAside SET home = ?3 WHERE \(isOf)", whose + [new])
  }

  private func moveWindow(_ id: Bytes, origin json: [UInt8], sum: Int64, to other: Tenant) throws {
    guard sum == Sum.of(id.bytes, json), var origin = StoredOrigin(encoded: json) else {
      return try run("UPDATE windows SET home = ? WHERE id = ?", [Bytes(other.id), id])
    }
    origin.tenant = other
    let encoded = origin.encoded
    try run(
      "UPDATE windows SET home = ?, origin = ?, originSum = ? WHERE id = ?",
      [Bytes(other.id), Bytes(encoded), Sum.of(id.bytes, encoded), id])
  }
}
