import Foundation
import GRDB
import Oriel
import OrielDocument
import OrielHub

/// Reads a store's file without changing it, also while a server uses it.
package struct StoreInspection {
  private let queue: DatabaseQueue

  /// - Throws: `SQLiteStoreError`.
  package init(path: String) throws(SQLiteStoreError) {
    guard FileManager.default.fileExists(atPath: path) else {
      throw .cannotOpen(path, reason: "there is no such file")
    }
    var configuration = Configuration()
    configuration.readonly = true
    configuration.busyMode = .timeout(5)
    configuration.prepareDatabase(Schema.viewOlder)
    do {
      queue = try DatabaseQueue(path: path, configuration: configuration)
      try queue.read { db in try Schema.check(db, path: path) }
    } catch {
      throw SQLiteStoreError(opening: path, error)
    }
  }

  /// Every window, in the order of the ids, also those that are damaged.
  package func forEachWindow(_ body: (WindowID, StoredWindow) throws -> Void) throws {
    try queue.read { db in
      let ids = try Bytes.fetchCursor(db, sql: "SELECT id FROM windows ORDER BY id")
      while let id = try ids.next() {
        let id = WindowID(id.text)
        if let window = try db.recordedWindow(id) { try body(id, window) }
      }
    }
  }

  /// Every member that has objects or rows, with these.
  package func forEachMember(_ body: (Tenant, _ user: String, StoredObjects) throws -> Void) throws {
    try queue.read { db in
      let members = try Row.fetchCursor(
        db,
        sql: """
          SELECT home, user FROM objects WHERE user <> x'' UNION SELECT home, user FROM rows WHERE user <> x''
          ORDER BY home, user
          """)
      while let member = try members.next() {
        let (tenant, user) = (Tenant(stored: member.bytes(0).text), member.bytes(1).text)
        try body(tenant, user, try db.storedObjects(of: tenant, user: user))
      }
    }
  }

  /// Every tenant with objects, rows, timers, messages, publications or a mark of its own.
  package func forEachTenant(_ body: (StoredTenant, [StoredPost]) throws -> Void) throws {
    try queue.read { db in
      var last: Tenant?
      while let tenant = try db.tenant(after: last) {
        let stored = try db.tenant(tenant)
        let posts = try db.posts(to: tenant, after: 0, limit: .max)
        if !stored.isEmpty || !posts.isEmpty { try body(stored, posts) }
        last = tenant
      }
    }
  }

  /// The records that were kept aside, oldest first.
  package func keptRecords() throws -> [KeptRecord] { try queue.read { db in try db.keptRecords() } }

  func backUp(to copy: DatabaseQueue) throws { try queue.backup(to: copy) }

  /// Looks at every row.
  package func check() throws -> StoreFindings {
    try queue.read { db in
      var findings = StoreFindings()
      findings.problems = try String.fetchAll(db, sql: "PRAGMA integrity_check(10)").filter { $0 != "ok" }
      // Reading stops where SQLite can't continue.
      if findings.problems.isEmpty { try db.checkRows(&findings) }
      return findings
    }
  }
}

/// The contents of a store, and its problems.
package struct StoreFindings: Equatable {
  package var windows = 0
  package var rows = 0
  package var keptAside = 0
  /// The damaged records.
  package var problems: [String] = []
  /// The stored types, by the names that can be read, and how many rows there are of each.
  package var types: [String: StoredType] = [:]
  /// How many windows there are of each scene.
  package var scenes: [String: Int] = [:]

  package struct StoredType: Equatable {
    package var name: TypeName
    package var rows: Int
  }

  fileprivate mutating func found(_ value: [UInt8], in place: @autoclosure () -> String) {
    guard let json = try? JSONBytes.decode(value), let record = try? SavedRecord(saved: json) else {
      problems.append("\(place()) can't be read")
      return
    }
    types[record.type.readable, default: StoredType(name: record.type, rows: 0)].rows += 1
  }
}

extension Database {
  func checkRows(_ findings: inout StoreFindings) throws {
    findings.keptAside = try Int.fetchOne(self, sql: "SELECT count(*) FROM keptAside") ?? 0
    try checkWindows(&findings)
    try checkModels(&findings)
    try checkObjects(&findings)
    try checkRows(of: &findings)
    try checkTimers(&findings)
    try checkPosts(&findings)
    try checkMarks(&findings)
    try checkPublications(&findings)
    try checkTriggers(&findings)
    try checkAudit(&findings)
  }

  private func checkWindows(_ findings: inout StoreFindings) throws {
    let rows = try Row.fetchCursor(
      self, sql: "SELECT id, origin, originSum, position, positionSum, usedAt, user, scene, title, home FROM windows")
    while let row = try rows.next() {
      let (id, origin, position) = (row.bytes(0), row.bytes(1), row.bytes(3))
      let (user, scene, title) = (row.bytes(6), row.bytes(7), row.bytes(8))
      findings.windows += 1
      let decoded = StoredOrigin(encoded: origin.bytes)
      if row.number(2) == Sum.of(id.bytes, origin.bytes),
        row.number(4) == Sum.of(id.bytes, title.bytes, position.bytes, number: row.number(5) ?? 0),
        decoded?.user == user.text, decoded?.tenant.id == row.bytes(9).text, decoded?.scene == scene.text
      {
        findings.scenes[scene.text, default: 0] += 1
      } else {
        findings.problems.append("the window \(id.text) is damaged")
      }
    }
  }

  private func checkModels(_ findings: inout StoreFindings) throws {
    let rows = try Row.fetchCursor(self, sql: "SELECT window, id, value, sum FROM models")
    while let row = try rows.next() {
      let (window, id, value) = (row.bytes(0), row.bytes(1), row.bytes(2))
      guard row.number(3) == Sum.of(window.bytes, id.bytes, value.bytes) else {
        findings.problems.append("the model \(id.text) of the window \(window.text) is damaged")
        continue
      }
      findings.found(value.bytes, in: "the model \(id.text) of the window \(window.text)")
    }
  }

  private func checkObjects(_ findings: inout StoreFindings) throws {
    let rows = try Row.fetchCursor(self, sql: "SELECT home, user, type, value, sum FROM objects")
    while let row = try rows.next() {
      let (home, user, type, value) = (row.bytes(0), row.bytes(1), row.bytes(2), row.bytes(3))
      let owner = Self.owner(home, user)
      guard row.number(4) == Sum.ofObject(home, user, type, value.bytes) else {
        findings.problems.append("the \(type.text) of \(owner) is damaged")
        continue
      }
      findings.found(value.bytes, in: "the \(type.text) of \(owner)")
    }
  }

  private static func owner(_ home: Bytes, _ user: Bytes) -> String {
    if user.bytes.isEmpty { return "the tenant \"\(home.text)\"" }
    return home.bytes.isEmpty ? "the user \(user.text)" : "the user \(user.text) of the tenant \"\(home.text)\""
  }

  private func checkRows(of findings: inout StoreFindings) throws {
    let rows = try Row.fetchCursor(
      self, sql: "SELECT home, user, type, name, id, position, version, value, sum FROM rows")
    while let row = try rows.next() {
      let (home, user) = (row.bytes(0), row.bytes(1))
      let key = StoredElement.Key(
        tenant: Tenant(stored: home.text), user: user.text, type: row.bytes(2).text, name: row.bytes(3).text,
        id: row.bytes(4).bytes)
      let element = StoredElement(key, row, from: 5)
      findings.rows += 1
      if row.number(8) != element.sum || (try? JSONBytes.decode(element.value ?? [])) == nil {
        findings.problems.append(
          "the element \(row.bytes(4).text) of '\(key.name)' of the \(key.type) of \(Self.owner(home, user)) is damaged"
        )
      }
    }
  }

  private func checkTimers(_ findings: inout StoreFindings) throws {
    let rows = try Row.fetchCursor(self, sql: "SELECT home, type, id, due, message, sum FROM timers")
    while let row = try rows.next() {
      let timer = StoredTimer(
        tenant: Tenant(stored: row.bytes(0).text), type: row.bytes(1).text, id: row.bytes(2).text,
        due: row.number(3) ?? 0, message: row.bytes(4).bytes)
      if row.number(5) != timer.sum {
        findings.problems.append("the timer \(timer.id) of the tenant \"\(timer.tenant)\" is damaged")
      }
    }
  }

  private func checkPosts(_ findings: inout StoreFindings) throws {
    let rows = try Row.fetchCursor(self, sql: "SELECT number, home, sender, type, message, sum FROM posts")
    while let row = try rows.next() {
      let post = StoredPost(
        to: Tenant(stored: row.bytes(1).text), from: Tenant(stored: row.bytes(2).text), type: row.bytes(3).text,
        message: row.bytes(4).bytes)
      if row.number(5) != post.sum {
        findings.problems.append("message \(row.number(0) ?? 0) to the tenant \"\(post.tenant)\" is damaged")
      }
    }
  }

  private func checkMarks(_ findings: inout StoreFindings) throws {
    for home in try Row.fetchAll(self, sql: "SELECT home FROM owners").map({ $0.bytes(0) }) {
      do {
        _ = try mark(of: Tenant(stored: home.text))
      } catch is SQLiteStoreError {
        findings.problems.append("the state of the tenant \"\(home.text)\" is damaged")
      }
    }
  }

  private func checkPublications(_ findings: inout StoreFindings) throws {
    let rows = try Row.fetchCursor(self, sql: "SELECT home, type, number, value, sum FROM publications")
    while let row = try rows.next() {
      let publication = StoredPublication(row)
      if row.number(4) != publication.sum || (try? JSONBytes.decode(publication.value ?? [])) == nil {
        findings.problems.append(
          "the publication \(publication.key.type) of the tenant \"\(publication.key.tenant)\" is damaged")
      }
    }
  }

  private func checkAudit(_ findings: inout StoreFindings) throws {
    // An older store has none until a server opens it.
    guard try tableExists("audit") else { return }
    let rows = try Row.fetchCursor(self, sql: "SELECT number, record, sum FROM audit")
    while let row = try rows.next() {
      let (number, record) = (row.number(0) ?? 0, row.bytes(1))
      if row.number(2) != Sum.of(record.bytes) { findings.problems.append("line \(number) of the audit is damaged") }
    }
  }

  private func checkTriggers(_ findings: inout StoreFindings) throws {
    for id in try Row.fetchAll(self, sql: "SELECT id FROM triggers").map({ $0.bytes(0) }) {
      do {
        _ = try trigger(id.text)
      } catch is SQLiteStoreError {
        findings.problems.append("the trigger \(id.text) is damaged")
      }
    }
    let rows = try Row.fetchCursor(self, sql: "SELECT trigger, window, status, value, sum FROM outcomes")
    while let row = try rows.next() {
      let (trigger, window, value) = (row.bytes(0), row.bytes(1), row.bytesIfAny(3))
      let status = TriggerStatus(rawValue: row.bytes(2).text)
      let outcome = status.map {
        StoredOutcome(trigger: trigger.text, window: WindowID(window.text), status: $0, value: value?.bytes)
      }
      if row.number(4) != outcome?.sum {
        findings.problems.append("an outcome of the trigger \(trigger.text) is damaged")
      }
    }
  }
}
