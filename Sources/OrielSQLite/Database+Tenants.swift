import GRDB
import Oriel
import OrielDocument
import OrielHub

// Rows, timers, marks and publications of tenants.

extension Database {
  static let isRow = "home = ? AND user = ? AND type = ? AND name = ? AND id = ?"

  func save(_ row: StoredElement) throws {
    guard let value = row.value else { return try run("DELETE FROM rows WHERE \(Self.isRow)", row.key.arguments) }
    try run(
      "INSERT OR REPLACE INTO rows VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
      row.key.arguments + [row.position, row.version, Bytes(value), row.sum])
  }

  func save(_ timer: StoredTimer) throws {
    let key: StatementArguments = [Bytes(timer.tenant.id), Bytes(timer.type), Bytes(timer.id)]
    guard let message = timer.message else {
      return try run("DELETE FROM timers WHERE home = ? AND type = ? AND id = ?", key)
    }
    try run("INSERT OR REPLACE INTO timers VALUES (?, ?, ?, ?, ?, ?)", key + [timer.due, Bytes(message), timer.sum])
  }

  func save(_ post: StoredPost) throws {
    guard let message = post.message else { return try run("DELETE FROM posts WHERE number = ?", [post.number]) }
    try run(
      "INSERT INTO posts VALUES (NULL, ?, ?, ?, ?, ?)",
      [Bytes(post.tenant.id), Bytes(post.sender.id), Bytes(post.type), Bytes(message), post.sum])
  }

  /// A mark that says no more than none is none.
  func save(_ mark: StoredMark) throws {
    let home = Bytes(mark.tenant.id)
    if mark.isUsual { return try run("DELETE FROM owners WHERE home = ?", [home]) }
    try run(
      "INSERT OR REPLACE INTO owners VALUES (?, ?, ?, ?)", [home, mark.isAwake, Bytes(mark.state.rawValue), mark.sum])
  }

  func save(_ publication: StoredPublication) throws {
    let key: StatementArguments = [Bytes(publication.key.tenant.id), Bytes(publication.key.type)]
    guard let value = publication.value else {
      return try run("DELETE FROM publications WHERE home = ? AND type = ?", key)
    }
    try run(
      "INSERT OR REPLACE INTO publications VALUES (?, ?, ?, ?, ?)",
      key + [publication.number, Bytes(value), publication.sum])
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
    let isOf = "home = ?1 AND user = ?2"
    let statement = try cachedStatement(
      sql: """
        SELECT (SELECT count(*) FROM windows WHERE \(isOf)),
          EXISTS (SELECT 1 FROM objects WHERE \(isOf)) OR EXISTS (SELECT 1 FROM rows WHERE \(isOf))
        """)
    let found = try Row.fetchOne(statement, arguments: [Bytes(tenant.id), Bytes(user)])
    let objects = found?.number(1) == 0 ? StoredObjects() : try storedObjects(of: tenant, user: user)
    return StoredUser(objects, windows: Int(found?.number(0) ?? 0))
  }

  func storedObjects(of tenant: Tenant, user: String) throws -> StoredObjects {
    var stored = StoredObjects(objects: try objects(of: tenant, user: user))
    try readRows(of: tenant, user: user, into: &stored)
    return stored
  }

  /// - Throws: `SQLiteStoreError.damaged` if one is not as it was written.
  private func objects(of tenant: Tenant, user: String) throws -> [String: [UInt8]] {
    let (home, user) = (Bytes(tenant.id), Bytes(user))
    let statement = try cachedStatement(sql: "SELECT type, value, sum FROM objects WHERE home = ? AND user = ?")
    let rows = try Row.fetchCursor(statement, arguments: [home, user])
    var objects: [String: [UInt8]] = [:]
    while let row = try rows.next() {
      let (type, value) = (row.bytes(0), row.bytes(1))
      guard row.number(2) == Sum.ofObject(home, user, type, value.bytes) else {
        throw SQLiteStoreError.damaged("The \(type.text) of a \(user.bytes.isEmpty ? "tenant" : "user")")
      }
      objects[type.text] = value.bytes
    }
    return objects
  }

  private func readRows(of tenant: Tenant, user: String, into stored: inout StoredObjects) throws {
    let statement = try cachedStatement(
      sql: "SELECT type, name, id, position, version, value, sum FROM rows WHERE home = ? AND user = ?")
    let rows = try Row.fetchCursor(statement, arguments: [Bytes(tenant.id), Bytes(user)])
    while let row = try rows.next() {
      let key = StoredElement.Key(
        tenant: tenant, user: user, type: row.bytes(0).text, name: row.bytes(1).text, id: row.bytes(2).bytes)
      let element = StoredElement(key, row, from: 3)
      if row.number(6) == element.sum { stored.rows.append(element) } else { stored.damagedRows.append(element) }
    }
  }

  /// A damaged one is left out: a message that can't be read can't be handled.
  func timers(of tenant: Tenant) throws -> [StoredTimer] {
    let statement = try cachedStatement(
      sql: "SELECT type, id, due, message, sum FROM timers WHERE home = ? ORDER BY due, type, id")
    let rows = try Row.fetchCursor(statement, arguments: [Bytes(tenant.id)])
    var timers: [StoredTimer] = []
    while let row = try rows.next() {
      let timer = StoredTimer(
        tenant: tenant, type: row.bytes(0).text, id: row.bytes(1).text, due: row.number(2) ?? 0,
        message: row.bytes(3).bytes)
      if row.number(4) == timer.sum { timers.append(timer) }
    }
    return timers
  }

  package func posts(to tenant: Tenant, after number: Int64, limit: Int) throws -> [StoredPost] {
    try posts(where: "home = ? AND number > ? ORDER BY number LIMIT ?", [Bytes(tenant.id), number, limit])
  }

  package func waitingPosts() throws -> [Tenant: PostCount] {
    let rows = try Row.fetchCursor(
      cachedStatement(sql: "SELECT home, count(*), sum(length(message)) FROM posts GROUP BY home"))
    var counts: [Tenant: PostCount] = [:]
    while let row = try rows.next() {
      counts[Tenant(stored: row.bytes(0).text)] = PostCount(Int(row.number(1) ?? 0), bytes: Int(row.number(2) ?? 0))
    }
    return counts
  }

  func posts(from tenant: Tenant) throws -> [StoredPost] { try posts(where: "sender = ?", [Bytes(tenant.id)]) }

  /// A damaged one is left out: a message that can't be read can't be handled.
  private func posts(where condition: String, _ arguments: StatementArguments) throws -> [StoredPost] {
    let statement = try cachedStatement(
      sql: "SELECT number, home, sender, type, message, sum FROM posts WHERE \(condition)")
    let rows = try Row.fetchCursor(statement, arguments: arguments)
    var posts: [StoredPost] = []
    while let row = try rows.next() {
      let post = StoredPost(
        number: row.number(0) ?? 0, to: Tenant(stored: row.bytes(1).text), from: Tenant(stored: row.bytes(2).text),
        type: row.bytes(3).text, message: row.bytes(4).bytes)
      if row.number(5) == post.sum { posts.append(post) }
    }
    return posts
  }

  /// Of all tenants, or of one. A damaged one is left out: its tenant publishes it again.
  package func publications(of tenant: Tenant?) throws -> [StoredPublication] {
    let statement = try cachedStatement(
      sql: """
        SELECT home, type, number, value, sum FROM publications\(tenant == nil ? "" : " WHERE home = ?") ORDER BY home, type
        """)
    let rows = try Row.fetchCursor(statement, arguments: tenant.map { [Bytes($0.id)] } ?? [])
    var publications: [StoredPublication] = []
    while let row = try rows.next() {
      let publication = StoredPublication(row)
      if row.number(4) == publication.sum { publications.append(publication) }
    }
    return publications
  }

  /// - Throws: `SQLiteStoreError.damaged` if it is not as it was written: a closed tenant may not open by itself.
  func mark(of tenant: Tenant) throws -> StoredMark {
    let statement = try cachedStatement(sql: "SELECT awake, state, sum FROM owners WHERE home = ?")
    guard let row = try Row.fetchOne(statement, arguments: [Bytes(tenant.id)]) else { return StoredMark(tenant) }
    let state = TenantState(rawValue: row.bytes(1).text)
    let mark = state.map { StoredMark(tenant, isAwake: row.number(0) != 0, state: $0) }
    guard let mark, row.number(2) == mark.sum else { throw SQLiteStoreError.damaged("A tenant's state") }
    return mark
  }

  /// Whether anything of a tenant is stored.
  private func hasAny(of tenant: Tenant) throws -> Bool {
    let parts = Self.tenantTables.map { "EXISTS (SELECT 1 FROM \($0) WHERE home = ?1)" }
    let statement = try cachedStatement(sql: "SELECT \(parts.joined(separator: " OR "))")
    return try Bool.fetchOne(statement, arguments: [Bytes(tenant.id)]) ?? false
  }

  private static let tenantTables = ["windows", "objects", "rows", "timers", "posts", "owners", "publications"]

  /// Whether more of a tenant is stored than acts that wait for its users.
  func isKnown(_ tenant: Tenant) throws -> Bool {
    let isNoAct = " AND type <> CAST('\(StoredTimer.actType)' AS BLOB)"
    return try Self.tenantTables.contains { table in
      let condition = table == "timers" || table == "posts" ? isNoAct : ""
      let statement = try cachedStatement(sql: "SELECT 1 FROM \(table) WHERE home = ?\(condition) LIMIT 1")
      return try Int.fetchOne(statement, arguments: [Bytes(tenant.id)]) != nil
    }
  }

  // MARK: Lists

  /// - Throws: `SQLiteStoreError.damaged` if the state of one of them is not as it was written.
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
  func tenant(after tenant: Tenant?) throws -> Tenant? {
    let condition = tenant == nil ? "home >= x''" : "home > ?"
    let parts = Self.tenantTables.map {
      "SELECT min(home) AS home FROM \($0) WHERE \(condition)"
    }
    let arguments = tenant.map { tenant in parts.map { _ in Bytes(tenant.id) } } ?? []
    let sql = "SELECT min(home) FROM (\(parts.joined(separator: " UNION ALL ")))"
    let home = try Bytes?.fetchOne(cachedStatement(sql: sql), arguments: StatementArguments(arguments)) ?? nil
    return home.map { Tenant(stored: $0.text) }
  }

  package func summary(of tenant: Tenant) throws -> StoredTenantSummary? {
    try isKnown(tenant) ? counts(of: tenant) : nil
  }

  private func counts(of tenant: Tenant) throws -> StoredTenantSummary {
    func count(_ table: String) throws -> Int {
      let statement = try cachedStatement(sql: "SELECT count(*) FROM \(table) WHERE home = ?")
      return try Int.fetchOne(statement, arguments: [Bytes(tenant.id)]) ?? 0
    }
    return StoredTenantSummary(
      try mark(of: tenant), windows: try count("windows"), objects: try count("objects"), rows: try count("rows"),
      timers: try count("timers"))
  }

  package func dueTenants(at time: Int64) throws -> DueTenants {
    let isOpen = "home NOT IN (SELECT home FROM owners WHERE state <> CAST('open' AS BLOB))"
    let homes = try Bytes.fetchAll(
      cachedStatement(
        sql: """
          SELECT home FROM (
            SELECT home, 0 AS due FROM owners WHERE awake AND state = CAST('open' AS BLOB)
            UNION ALL SELECT home, due FROM timers WHERE due <= ? AND \(isOpen)
            UNION ALL SELECT home, 0 FROM posts WHERE \(isOpen))
          GROUP BY home ORDER BY min(due), home
          """), arguments: [time])
    let next = try Int64?.fetchOne(
      cachedStatement(sql: "SELECT due FROM timers WHERE due > ? AND \(isOpen) ORDER BY due LIMIT 1"),
      arguments: [time])
    return DueTenants(tenants: homes.map { Tenant(stored: $0.text) }, next: next ?? nil)
  }
}

extension StoredElement {
  /// The columns from `position` on.
  init(_ key: Key, _ row: Row, from column: Int) {
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
  var arguments: StatementArguments { [Bytes(tenant.id), Bytes(user), Bytes(type), Bytes(name), Bytes(id)] }
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
  init(_ row: Row) {
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
