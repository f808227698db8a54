import GRDB

/// Keeps a second server from a store: it has a transaction open, in an empty database beside the store, that only one
/// can have. It ends with its process, however that ends.
final class StoreLock: Sendable {
  private let queue: DatabaseQueue

  init(path: String) throws(SQLiteStoreError) {
    PrivateFiles.create(path + "-lock")
    do {
      var configuration = Configuration()
      configuration.allowsUnsafeTransactions = true
      queue = try DatabaseQueue(path: path + "-lock", configuration: configuration)
      try queue.writeWithoutTransaction { db in try db.execute(sql: "BEGIN EXCLUSIVE") }
    } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
      throw .inUse(path)
    } catch {
      throw SQLiteStoreError(opening: path, error)
    }
  }

  func end() throws { try queue.close() }
}
