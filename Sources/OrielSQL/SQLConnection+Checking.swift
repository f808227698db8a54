import Oriel
import OrielDocument
import OrielHub

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

  package init() {}

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

extension SQLConnection {
  /// Looks at every row.
  package func checkRows(_ findings: inout StoreFindings) throws {
    findings.keptAside = try number("SELECT count(*) FROM keptAside")
    try checkWindows(&findings)
    try checkModels(&findings)
    try checkObjects(&findings)
    try checkRows(of: &findings)
    try checkArchive(&findings)
    try checkTimers(&findings)
    try checkPosts(&findings)
    try checkMarks(&findings)
    try checkPublications(&findings)
    try checkTriggers(&findings)
    try checkAudit(&findings)
  }

  private func checkWindows(_ findings: inout StoreFindings) throws {
    try scan(
      #"SELECT id, origin, originSum, position, positionSum, usedAt, "user", scene, title, home FROM windows"#
    ) { row in
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
    try scan(#"SELECT "window", id, value, sum FROM models"#) { row in
      let (window, id, value) = (row.bytes(0), row.bytes(1), row.bytes(2))
      guard row.number(3) == Sum.of(window.bytes, id.bytes, value.bytes) else {
        findings.problems.append("the model \(id.text) of the window \(window.text) is damaged")
        return
      }
      findings.found(value.bytes, in: "the model \(id.text) of the window \(window.text)")
    }
  }

  private func checkObjects(_ findings: inout StoreFindings) throws {
    try scan(#"SELECT home, "user", type, value, sum FROM objects"#) { row in
      let (home, user, type, value) = (row.bytes(0), row.bytes(1), row.bytes(2), row.bytes(3))
      let owner = Self.owner(home, user)
      guard row.number(4) == Sum.ofObject(home, user, type, value.bytes) else {
        findings.problems.append("the \(type.text) of \(owner) is damaged")
        return
      }
      findings.found(value.bytes, in: "the \(type.text) of \(owner)")
    }
  }

  private static func owner(_ home: Bytes, _ user: Bytes) -> String {
    if user.bytes.isEmpty { return "the tenant \"\(home.text)\"" }
    return home.bytes.isEmpty ? "the user \(user.text)" : "the user \(user.text) of the tenant \"\(home.text)\""
  }

  private func checkRows(of findings: inout StoreFindings) throws {
    try scan(#"SELECT home, "user", type, name, id, position, version, value, sum FROM rows"#) { row in
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

  private func checkArchive(_ findings: inout StoreFindings) throws {
    try scan(#"SELECT \#(ArchivedRow.columns), home, "user", type, name FROM archive"#) { row in
      let (found, isWhole) = ArchivedRow.read(row)
      findings.rows += 1
      if !isWhole || (try? JSONBytes.decode(found.value)) == nil {
        findings.problems.append(
          "the archived element \(row.bytes(0).text) of '\(row.bytes(12).text)' of the \(row.bytes(11).text) of "
            + "\(Self.owner(row.bytes(9), row.bytes(10))) is damaged")
      }
    }
  }

  private func checkTimers(_ findings: inout StoreFindings) throws {
    try scan("SELECT home, type, id, due, message, sum FROM timers") { row in
      let timer = StoredTimer(
        tenant: Tenant(stored: row.bytes(0).text), type: row.bytes(1).text, id: row.bytes(2).text,
        due: row.number(3) ?? 0, message: row.bytes(4).bytes)
      if row.number(5) != timer.sum {
        findings.problems.append("the timer \(timer.id) of the tenant \"\(timer.tenant)\" is damaged")
      }
    }
  }

  private func checkPosts(_ findings: inout StoreFindings) throws {
    try scan("SELECT number, home, sender, type, message, sum FROM posts") { row in
      let post = StoredPost(
        to: Tenant(stored: row.bytes(1).text), from: Tenant(stored: row.bytes(2).text), type: row.bytes(3).text,
        message: row.bytes(4).bytes)
      if row.number(5) != post.sum {
        findings.problems.append("message \(row.number(0) ?? 0) to the tenant \"\(post.tenant)\" is damaged")
      }
    }
  }

  private func checkMarks(_ findings: inout StoreFindings) throws {
    for home in try query("SELECT home FROM owners", [], { $0.bytes(0) }) {
      do {
        _ = try mark(of: Tenant(stored: home.text))
      } catch is DamagedRecord {
        findings.problems.append("the state of the tenant \"\(home.text)\" is damaged")
      }
    }
  }

  private func checkPublications(_ findings: inout StoreFindings) throws {
    try scan("SELECT home, type, number, value, sum FROM publications") { row in
      let publication = StoredPublication(row)
      if row.number(4) != publication.sum || (try? JSONBytes.decode(publication.value ?? [])) == nil {
        findings.problems.append(
          "the publication \(publication.key.type) of the tenant \"\(publication.key.tenant)\" is damaged")
      }
    }
  }

  private func checkAudit(_ findings: inout StoreFindings) throws {
    try scan("SELECT number, record, sum FROM audit") { row in
      let (number, record) = (row.number(0) ?? 0, row.bytes(1))
      if row.number(2) != Sum.of(record.bytes) { findings.problems.append("line \(number) of the audit is damaged") }
    }
  }

  private func checkTriggers(_ findings: inout StoreFindings) throws {
    for id in try query("SELECT id FROM triggers", [], { $0.bytes(0) }) {
      do {
        _ = try trigger(id.text)
      } catch is DamagedRecord {
        findings.problems.append("the trigger \(id.text) is damaged")
      }
    }
    try scan(#"SELECT trigger, "window", status, value, sum FROM outcomes"#) { row in
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

extension SQLConnection {
  /// Every window, in the order of the ids, also those that are damaged.
  package func forEachWindow(_ body: (WindowID, StoredWindow) throws -> Void) throws {
    try forEachRow("SELECT id FROM windows ORDER BY id", []) { row in
      let id = WindowID(row.bytes(0).text)
      if let window = try recordedWindow(id) { try body(id, window) }
    }
  }

  /// Every member that has objects or rows, with these.
  package func forEachMember(_ body: (Tenant, _ user: String, StoredObjects) throws -> Void) throws {
    try forEachRow(
      """
      SELECT home, "user" FROM objects WHERE "user" <> ?1 UNION SELECT home, "user" FROM rows WHERE "user" <> ?1
      ORDER BY home, "user"
      """, [Bytes([])]
    ) { row in
      let (tenant, user) = (Tenant(stored: row.bytes(0).text), row.bytes(1).text)
      try body(tenant, user, try storedObjects(of: tenant, user: user))
    }
  }

  /// Every tenant with objects, rows, timers, messages, publications or a mark of its own.
  package func forEachTenant(_ body: (StoredTenant, [StoredPost]) throws -> Void) throws {
    var last: Tenant?
    while let tenant = try tenant(after: last) {
      let stored = try self.tenant(tenant)
      let posts = try posts(to: tenant, after: 0, limit: .max)
      if !stored.isEmpty || !posts.isEmpty { try body(stored, posts) }
      last = tenant
    }
  }
}
