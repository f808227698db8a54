import Foundation
import GRDB
import OrielSQL

/// Reads a store's file without changing it, also while a server uses it.
package struct SQLiteInspection: StoreInspection {
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

  package func inspect<Value>(_ body: (any SQLConnection) throws -> Value) throws -> Value {
    try queue.read { db in try body(db) }
  }

  func backUp(to copy: DatabaseQueue) throws { try queue.backup(to: copy) }

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
