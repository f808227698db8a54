import GRDB
import Oriel
import OrielHub
import OrielSQL

/// Stores windows in an SQLite database: in one file, where acknowledged changes are on disk, or in memory.
///
/// A file is written on a queue of its own and read beside that, so that waking a window waits for no write. Several hubs may
/// use one store: commits that wait for the writer share a transaction, and one that fails doesn't affect the others. One
/// server uses the file at a time; readers may look at it meanwhile.
package final class SQLiteWindowStore: WindowStore {
  let database: any DatabaseWriter
  private let writes: WriteQueue<SQLiteWriter>
  /// Held for as long as the store is; `nil` of one in memory.
  private let lock: StoreLock?
  package let outlivesProcess: Bool
  private let answersAtOnce: Bool

  /// Opens the file, or makes it; it takes as long for many windows as for none.
  ///
  /// - Parameters:
  ///   - path: The file's path.
  ///   - hubs: The number of hubs that use the store, each of which reads beside the others.
  /// - Throws: `SQLiteStoreError`, which says what to change.
  package init(path: String, hubs: Int = 1) throws(SQLiteStoreError) {
    lock = try StoreLock(path: path)
    PrivateFiles.create(path)
    outlivesProcess = true
    answersAtOnce = false
    do {
      database = try DatabasePool(path: path, configuration: Self.configuration(readers: hubs + 1))
      writes = WriteQueue(SQLiteWriter(database: database))
      try Schema.prepare(database, path: path)
      try database.writeWithoutTransaction(Self.makeDurable)
    } catch {
      throw SQLiteStoreError(opening: path, error)
    }
    PrivateFiles.restrict(path)
  }

  /// Makes a store in memory.
  ///
  /// - Parameters:
  ///   - outlivesProcess: Whether it says so. Set to `true` only by tests.
  ///   - answersAtOnce: Whether every call is answered before it returns, as tests need it. A hub then waits for its commits.
  /// - Throws: `SQLiteStoreError`.
  package init(outlivesProcess: Bool = false, answersAtOnce: Bool = false) throws(SQLiteStoreError) {
    self.outlivesProcess = outlivesProcess
    self.answersAtOnce = answersAtOnce
    lock = nil
    do {
      let queue = try DatabaseQueue(configuration: Self.configuration(readers: 1))
      try Schema.empty.get().backup(to: queue)
      database = queue
      writes = WriteQueue(SQLiteWriter(database: queue))
    } catch {
      throw SQLiteStoreError(opening: "memory", error)
    }
  }

  /// Turns that come within it share one transaction, and its `fsync`.
  package var gatherTime: Int64 { answersAtOnce ? 0 : 3 }

  /// All that has been written is in the file itself, and the file can be used by another.
  package func close() throws {
    try database.writeWithoutTransaction { db in _ = try db.checkpoint(.truncate) }
    try database.close()
    try lock?.end()
  }

  private static func configuration(readers: Int) -> Configuration {
    var configuration = Configuration()
    configuration.label = "Oriel"
    configuration.maximumReaderCount = readers
    // Someone may look at the file with another program.
    configuration.busyMode = .timeout(1)
    configuration.prepareDatabase { db in try db.execute(sql: "PRAGMA cell_size_check = ON") }
    return configuration
  }

  /// GRDB sets `synchronous` to NORMAL as it opens a WAL, and then a commit may be lost with the power.
  private static func makeDurable(_ db: Database) throws {
    try db.execute(sql: "PRAGMA synchronous = FULL")
    let full = 2
    guard try Int.fetchOne(db, sql: "PRAGMA synchronous") == full,
      try String.fetchOne(db, sql: "PRAGMA journal_mode") == "wal"
    else { throw SQLiteStoreError.notDurable }
  }

  // MARK: WindowStore

  package func commit(_ turns: [StoredTurn], then completion: @escaping @Sendable ((any Error)?) -> Void) {
    guard answersAtOnce else { return writes.commit(turns, then: completion) }
    let errors = database.writeWithoutTransaction { db in db.commit([turns]) }
    completion(errors[0].map(SQLiteWriter.explain))
  }

  package func purge(_ user: String, then answer: @escaping StoreAnswer<PurgedCounts>) {
    erase({ db in try db.purge(user) }, then: answer)
  }

  package func delete(_ tenant: Tenant, then answer: @escaping StoreAnswer<PurgedCounts>) {
    erase({ db in try db.delete(tenant) }, then: answer)
  }

  package func rename(_ tenant: Tenant, to name: Tenant, then answer: @escaping StoreAnswer<Bool>) {
    write({ db in try db.rename(tenant, to: name) }, then: answer)
  }

  private func erase(
    _ body: @escaping @Sendable (Database) throws -> PurgedCounts, then answer: @escaping StoreAnswer<PurgedCounts>
  ) {
    writeWithoutTransaction(
      { db in
        let counts = try db.transaction { try body(db) }
        // Deleted data remains in free pages and in the log until both are rewritten.
        try db.execute(sql: "VACUUM")
        _ = try db.checkpoint(.truncate)
        return counts
      }, then: answer)
  }

  package func deleteOld(_ old: StoreRetention, then completion: @escaping @Sendable ((any Error)?) -> Void) {
    write({ db in try db.deleteOld(old) }, then: { result in completion(result.failure) })
  }

  // MARK: -

  private func write<Value: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Value, then completion: @escaping StoreAnswer<Value>
  ) {
    writeWithoutTransaction({ db in try db.transaction { try body(db) } }, then: completion)
  }

  private func writeWithoutTransaction<Value: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Value, then answer: @escaping StoreAnswer<Value>
  ) {
    guard answersAtOnce else { return writes.write(body, then: answer) }
    answer(Result { try database.writeWithoutTransaction(body) }.mapError(SQLiteWriter.explain))
  }

  package func read<Value: Sendable>(
    _ question: @escaping StoreQuestion<Value>, then answer: @escaping StoreAnswer<Value>
  ) {
    if answersAtOnce {
      return answer(Result { try database.unsafeRead { db in try question(db) } }.mapError(SQLiteWriter.explain))
    }
    // One in memory has a single connection, on which nothing else is under way meanwhile. Made read-only for each read, as
    // `asyncRead` does, it would compile all its statements again: `PRAGMA query_only` expires them.
    if lock == nil {
      return database.asyncWriteWithoutTransaction { db in
        answer(Result { try question(db) }.mapError(SQLiteWriter.explain))
      }
    }
    database.asyncRead { connection in
      answer(Result { try question(connection.get()) }.mapError(SQLiteWriter.explain))
    }
  }
}

extension SQLiteWindowStore: OfflineStore {
  package func change<Value>(_ body: (any SQLConnection) throws -> Value) throws -> Value {
    try database.writeWithoutTransaction { db in try db.transaction { try body(db) } }
  }
}
