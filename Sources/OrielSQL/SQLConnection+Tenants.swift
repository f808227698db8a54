import Oriel
import OrielDocument
import OrielHub

// Rows, timers, marks and publications of tenants.

extension SQLConnection {
  static var isRow: String { #"home = ? AND "user" = ? AND type = ? AND name = ? AND id = ?"# }

  func save(_ row: StoredElement) throws {
    if let keys = row.keys {
      try archive(row, keys: keys)
    } else if let value = row.value {
      try send(Upsert.rows, row.key.arguments + [row.position, row.version, Bytes(value), row.sum])
    } else {
      try send("DELETE FROM rows WHERE \(Self.isRow)", row.key.arguments)
    }
  }

  func save(_ timer: StoredTimer) throws {
    let key: SQLArguments = [Bytes(timer.tenant.id), Bytes(timer.type), Bytes(timer.id)]
    if let message = timer.message {
      try send(Upsert.timers, key + [timer.due, Bytes(message), timer.sum])
    } else {
      try send("DELETE FROM timers WHERE home = ? AND type = ? AND id = ?", key)
    }
  }

  func save(_ post: StoredPost) throws {
    guard let message = post.message else {
      try send("DELETE FROM posts WHERE number = ?", [post.number])
      return
    }
    try send(
      "INSERT INTO posts (home, sender, type, message, sum) VALUES (?, ?, ?, ?, ?)",
      [Bytes(post.tenant.id), Bytes(post.sender.id), Bytes(post.type), Bytes(message), post.sum])
  }

  /// A mark that says no more than none is none.
  func save(_ mark: StoredMark) throws {
    let home = Bytes(mark.tenant.id)
    if mark.isUsual {
      try send("DELETE FROM owners WHERE home = ?", [home])
    } else {
      try send(Upsert.owners, [home, mark.isAwake, Bytes(mark.state.rawValue), mark.sum])
    }
  }

  func save(_ publication: StoredPublication) throws {
    let key: SQLArguments = [Bytes(publication.key.tenant.id), Bytes(publication.key.type)]
    if let value = publication.value {
      try send(Upsert.publications, key + [publication.number, Bytes(value), publication.sum])
    } else {
      try send("DELETE FROM publications WHERE home = ? AND type = ?", key)
    }
  }

  // MARK: Reading

  package func tenant(_ tenant: Tenant) throws -> StoredTenant {
    // Most tenants of one user are new, and this is one statement in place of a dozen.
    guard try hasAny(of: tenant) else { return StoredTenant(StoredMark(tenant)) }
    var stored = StoredTenant(try mark(of: tenant))
    stored.saved = try storedObjects(of: tenant, user: "")
    stored.timers = try timers(of: tenant)
    stored.publications = try publications(of: tenant)
    stored.isKnown = try isKnown(tenant)
    return stored
  }

  package func member(_ user: String, of tenant: Tenant) throws -> StoredUser {
    let found = try queryFirst(
      #"""
      SELECT (SELECT count(*) FROM windows WHERE home = ?1 AND "user" = ?2),
        EXISTS (SELECT 1 FROM objects WHERE home = ?1 AND "user" = ?2)
          OR EXISTS (SELECT 1 FROM rows WHERE home = ?1 AND "user" = ?2)
      """#, [Bytes(tenant.id), Bytes(user)]
    ) { (windows: Int($0.number(0) ?? 0), hasObjects: $0.number(1) != 0) }
    let objects = found?.hasObjects == false ? StoredObjects() : try storedObjects(of: tenant, user: user)
    return StoredUser(objects, windows: found?.windows ?? 0)
  }

  package func storedObjects(of tenant: Tenant, user: String) throws -> StoredObjects {
    var stored = StoredObjects(objects: try objects(of: tenant, user: user))
    try readRows(of: tenant, user: user, into: &stored)
    return stored
  }

  /// - Throws: `DamagedRecord` if one is not as it was written.
  private func objects(of tenant: Tenant, user: String) throws -> [String: [UInt8]] {
    let (home, user) = (Bytes(tenant.id), Bytes(user))
    var objects: [String: [UInt8]] = [:]
    try forEachRow(#"SELECT type, value, sum FROM objects WHERE home = ? AND "user" = ?"#, [home, user]) { row in
      let (type, value) = (row.bytes(0), row.bytes(1))
      guard row.number(2) == Sum.ofObject(home, user, type, value.bytes) else {
        throw DamagedRecord("The \(type.text) of a \(user.bytes.isEmpty ? "tenant" : "user")")
      }
      objects[type.text] = value.bytes
    }
    return objects
  }

  private func readRows(of tenant: Tenant, user: String, into stored: inout StoredObjects) throws {
    try forEachRow(
      #"SELECT type, name, id, position, version, value, sum FROM rows WHERE home = ? AND "user" = ?"#,
      [Bytes(tenant.id), Bytes(user)]
    ) { row in
      let key = StoredElement.Key(
        tenant: tenant, user: user, type: row.bytes(0).text, name: row.bytes(1).text, id: row.bytes(2).bytes)
      let element = StoredElement(key, row, from: 3)
      if row.number(6) == element.sum { stored.rows.append(element) } else { stored.damagedRows.append(element) }
    }
  }

  /// A damaged one is left out: a message that can't be read can't be handled.
  func timers(of tenant: Tenant) throws -> [StoredTimer] {
    try query(
      "SELECT type, id, due, message, sum FROM timers WHERE home = ? ORDER BY due, type, id", [Bytes(tenant.id)]
    ) { row in
      let timer = StoredTimer(
        tenant: tenant, type: row.bytes(0).text, id: row.bytes(1).text, due: row.number(2) ?? 0,
        message: row.bytes(3).bytes)
      return row.number(4) == timer.sum ? timer : nil
    }
  }

  package func posts(to tenant: Tenant, after number: Int64, limit: Int) throws -> [StoredPost] {
    try posts(where: "home = ? AND number > ? ORDER BY number LIMIT ?", [Bytes(tenant.id), number, limit])
  }

  package func waitingPosts() throws -> [Tenant: PostCount] {
    var counts: [Tenant: PostCount] = [:]
    try forEachRow("SELECT home, count(*), sum(length(message)) FROM posts GROUP BY home", []) { row in
      counts[Tenant(stored: row.bytes(0).text)] = PostCount(Int(row.number(1) ?? 0), bytes: Int(row.number(2) ?? 0))
    }
    return counts
  }

  func posts(from tenant: Tenant) throws -> [StoredPost] { try posts(where: "sender = ?", [Bytes(tenant.id)]) }

  /// A damaged one is left out: a message that can't be read can't be handled.
  private func posts(where condition: String, _ arguments: SQLArguments) throws -> [StoredPost] {
    try query("SELECT number, home, sender, type, message, sum FROM posts WHERE \(condition)", arguments) { row in
      let post = StoredPost(
        number: row.number(0) ?? 0, to: Tenant(stored: row.bytes(1).text), from: Tenant(stored: row.bytes(2).text),
        type: row.bytes(3).text, message: row.bytes(4).bytes)
      return row.number(5) == post.sum ? post : nil
    }
  }

  /// Of all tenants, or of one. A damaged one is left out: its tenant publishes it again.
  package func publications(of tenant: Tenant?) throws -> [StoredPublication] {
    let condition = tenant == nil ? "" : " WHERE home = ?"
    return try query(
      "SELECT home, type, number, value, sum FROM publications\(condition) ORDER BY home, type",
      tenant.map { [Bytes($0.id)] } ?? []
    ) { row in
      let publication = StoredPublication(row)
      return row.number(4) == publication.sum ? publication : nil
    }
  }

  /// - Throws: `DamagedRecord` if it is not as it was written: a closed tenant may not open by itself.
  func mark(of tenant: Tenant) throws -> StoredMark {
    let mark = try queryFirst("SELECT awake, state, sum FROM owners WHERE home = ?", [Bytes(tenant.id)]) { row in
      let state = TenantState(rawValue: row.bytes(1).text)
      let mark = state.map { StoredMark(tenant, isAwake: row.number(0) != 0, state: $0) }
      guard let mark, row.number(2) == mark.sum else { throw DamagedRecord("A tenant's state") }
      return mark
    }
    return mark ?? StoredMark(tenant)
  }

  /// Whether anything of a tenant is stored.
  private func hasAny(of tenant: Tenant) throws -> Bool {
    let parts = tenantTables.map { "EXISTS (SELECT 1 FROM \($0) WHERE home = ?1)" }
    return try number("SELECT \(parts.joined(separator: " OR "))", [Bytes(tenant.id)]) != 0
  }

  /// Whether more of a tenant is stored than acts that wait for its users.
  func isKnown(_ tenant: Tenant) throws -> Bool {
    try tenantTables.contains { table in
      let (home, act) = (Bytes(tenant.id), Bytes(StoredTimer.actType))
      let hasActs = table == "timers" || table == "posts"
      let condition = hasActs ? " AND type <> ?" : ""
      return try number("SELECT 1 FROM \(table) WHERE home = ?\(condition) LIMIT 1", hasActs ? [home, act] : [home])
        == 1
    }
  }

  // MARK: Lists

  /// - Throws: `DamagedRecord` if the state of one of them is not as it was written.
  package func tenants(after tenant: Tenant?, limit: Int) throws -> [StoredTenantSummary] {
    var found: [StoredTenantSummary] = []
    var last = tenant
    while found.count < limit, let next = try self.tenant(after: last) {
      found.append(try counts(of: next))
      last = next
    }
    return found
  }

  /// Each table is asked for its next one, which an index finds, instead of all of them for everything.
  package func tenant(after tenant: Tenant?) throws -> Tenant? {
    let condition = tenant == nil ? "home >= ?1" : "home > ?1"
    let parts = tenantTables.map {
      "SELECT home FROM (SELECT home FROM \($0) WHERE \(condition) ORDER BY home LIMIT 1) AS \($0)"
    }
    let sql = "SELECT home FROM (\(parts.joined(separator: " UNION ALL "))) AS first ORDER BY home LIMIT 1"
    return try queryFirst(sql, [Bytes(tenant?.id ?? "")]) { Tenant(stored: $0.bytes(0).text) }
  }

  package func summary(of tenant: Tenant) throws -> StoredTenantSummary? {
    try isKnown(tenant) ? counts(of: tenant) : nil
  }

  private func counts(of tenant: Tenant) throws -> StoredTenantSummary {
    func count(_ table: String) throws -> Int {
      try number("SELECT count(*) FROM \(table) WHERE home = ?", [Bytes(tenant.id)])
    }
    return StoredTenantSummary(
      try mark(of: tenant), windows: try count("windows"), objects: try count("objects"), rows: try count("rows"),
      timers: try count("timers"))
  }

  package func dueTenants(at time: Int64) throws -> DueTenants {
    let isOpen = "home NOT IN (SELECT home FROM owners WHERE state <> ?2)"
    let arguments: SQLArguments = [time, Bytes(TenantState.open.rawValue)]
    let tenants = try query(
      """
      SELECT home FROM (
        SELECT home, 0 AS due FROM owners WHERE awake AND state = ?2
        UNION ALL SELECT home, due FROM timers WHERE due <= ?1 AND \(isOpen)
        UNION ALL SELECT home, 0 FROM posts WHERE \(isOpen)) AS found
      GROUP BY home ORDER BY min(due), home
      """, arguments
    ) { Tenant(stored: $0.bytes(0).text) }
    let next = try queryFirst(
      "SELECT due FROM timers WHERE due > ?1 AND \(isOpen) ORDER BY due LIMIT 1", arguments
    ) { $0.number(0) }
    return DueTenants(tenants: tenants, next: next ?? nil)
  }
}

/// The tables with rows of tenants.
private let tenantTables = ["windows", "objects", "rows", "archive", "timers", "posts", "owners", "publications"]

extension StoredElement {
  /// The columns from `position` on.
  init(_ key: Key, _ row: any SQLRow, from column: Int) {
    self.init(
      key, position: row.number(column) ?? 0, version: Int(row.number(column + 1) ?? 0),
      value: row.bytes(column + 2).bytes
    )
  }

  var sum: Int64 {
    Sum.of(
      Array(key.tenant.id.utf8), Array(key.user.utf8), Array(key.type.utf8), Array(key.name.utf8), key.id,
      Sum.bytes(of: position), Sum.bytes(of: Int64(version)), value ?? [])
  }
}

extension StoredElement.Key {
  var arguments: SQLArguments { [Bytes(tenant.id), Bytes(user), Bytes(type), Bytes(name), Bytes(id)] }
}

extension StoredTimer {
  var sum: Int64 {
    Sum.of(
      Array(tenant.id.utf8), Array(type.utf8), Array(id.utf8), Sum.bytes(of: due), message ?? [])
  }
}

extension StoredPost {
  var sum: Int64 { Sum.of(Array(tenant.id.utf8), Array(sender.id.utf8), Array(type.utf8), message ?? []) }
}

extension StoredPublication {
  /// The columns `home`, `type`, `number` and `value`.
  init(_ row: any SQLRow) {
    self.init(
      Key(tenant: Tenant(stored: row.bytes(0).text), type: row.bytes(1).text), number: row.number(2) ?? 0,
      value: row.bytes(3).bytes)
  }

  var sum: Int64 {
    Sum.of(Array(key.tenant.id.utf8), Array(key.type.utf8), Sum.bytes(of: number), value ?? [])
  }
}

extension StoredMark {
  var sum: Int64 { Sum.of(Array(tenant.id.utf8), [isAwake ? 1 : 0], Array(state.rawValue.utf8)) }
}
