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

  /// Every user that has objects, with these.
  package func forEachUser(_ body: (String, [String: [UInt8]]) throws -> Void) throws {
    try queue.read { db in
      let users = try Bytes.fetchCursor(db, sql: "SELECT DISTINCT user FROM objects ORDER BY user")
      while let user = try users.next()?.text { try body(user, try db.storedObjects(of: user)) }
    }
  }

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
    try checkTriggers(&findings)
    try checkAudit(&findings)
  }

  private func checkWindows(_ findings: inout StoreFindings) throws {
    let rows = try Row.fetchCursor(
      self, sql: "SELECT id, origin, originSum, position, positionSum, usedAt, user, scene, title FROM windows")
    while let row = try rows.next() {
      let (id, origin, position) = (row.bytes(0), row.bytes(1), row.bytes(3))
      let (user, scene, title) = (row.bytes(6), row.bytes(7), row.bytes(8))
      findings.windows += 1
      let decoded = StoredOrigin(encoded: origin.bytes)
      if row.number(2) == Sum.of(id.bytes, origin.bytes),
        row.number(4) == Sum.of(id.bytes, title.bytes, position.bytes, number: row.number(5) ?? 0),
        decoded?.user == user.text, decoded?.scene == scene.text
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
    let rows = try Row.fetchCursor(self, sql: "SELECT user, type, value, sum FROM objects")
    while let row = try rows.next() {
      let (user, type, value) = (row.bytes(0), row.bytes(1), row.bytes(2))
      guard row.number(3) == Sum.of(user.bytes, type.bytes, value.bytes) else {
        findings.problems.append("the \(type.text) of the user \(user.text) is damaged")
        continue
      }
      findings.found(value.bytes, in: "the \(type.text) of the user \(user.text)")
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
        _ = try storedTrigger(id.text)
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
