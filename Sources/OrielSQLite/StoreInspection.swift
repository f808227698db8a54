import Foundation
import GRDB
import Oriel
import OrielHub
import OrielSQL

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
    try queue.read { db in try db.forEachWindow(body) }
  }

  /// Every member that has objects or rows, with these.
  package func forEachMember(_ body: (Tenant, _ user: String, StoredObjects) throws -> Void) throws {
    try queue.read { db in try db.forEachMember(body) }
  }

  /// Every tenant with objects, rows, timers, messages, publications or a mark of its own.
  package func forEachTenant(_ body: (StoredTenant, [StoredPost]) throws -> Void) throws {
    try queue.read { db in try db.forEachTenant(body) }
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
