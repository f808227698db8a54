import Foundation
import GRDB

extension SQLiteInspection {
  /// Writes one moment of the store to a new file that is a store too, for its owner only, also while a server uses
  /// the store. The file has its name when it is whole and on the disk.
  ///
  /// - Throws: `SQLiteStoreError`; then there is no such file.
  package func backUp(to path: String) throws(SQLiteStoreError) {
    guard !FileManager.default.fileExists(atPath: path) else { throw .backupExists(path) }
    let part = path + ".part"
    do {
      try? FileManager.default.removeItem(atPath: part)
      guard FileManager.default.createFile(atPath: part, contents: nil, attributes: [.posixPermissions: 0o600]) else {
        throw SQLiteStoreError.readOnly
      }
      try copy(to: part)
      try FileManager.default.moveItem(atPath: part, toPath: path)
    } catch {
      try? FileManager.default.removeItem(atPath: part)
      throw SQLiteStoreError(backingUp: path, error)
    }
  }

  /// In one step, which reads one moment: between two, a server may write. It is a file of its own: it has no log beside
  /// it.
  private func copy(to path: String) throws {
    var configuration = Configuration()
    configuration.prepareDatabase { db in try db.execute(sql: "PRAGMA synchronous = FULL") }
    let copy = try DatabaseQueue(path: path, configuration: configuration)
    try backUp(to: copy)
    let problems = try copy.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA journal_mode = DELETE")
      return try String.fetchAll(db, sql: "PRAGMA integrity_check(1)").filter { $0 != "ok" }
    }
    try copy.close()
    guard problems.isEmpty else { throw SQLiteStoreError.corrupt }
  }
}
