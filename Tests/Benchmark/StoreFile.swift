import Foundation
import OrielSQLite

/// A store's file in a folder of its own.
final class StoreFile {
  private let folder = URL(fileURLWithPath: "bench-\(UUID().uuidString)", isDirectory: true)
  private var opened: SQLiteWindowStore?

  init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

  var path: String { folder.path + "/oriel.db" }

  func store() throws -> SQLiteWindowStore {
    let store = try SQLiteWindowStore(path: path)
    opened = store
    return store
  }

  func close() throws {
    try opened?.close()
    opened = nil
  }

  deinit { try? FileManager.default.removeItem(at: folder) }
}
