import GRDB
import Oriel
import OrielHub

/// Stores windows in one SQLite file. Acknowledged changes are on disk.
///
/// It writes on a queue of its own and reads beside that, so that waking a window waits for no write. Several hubs may use
/// one store: commits that wait for the writer share a transaction, and one that fails doesn't affect the others. One
/// server uses the file at a time; readers may look at it meanwhile.
package final class SQLiteWindowStore: WindowStore {
  let pool: DatabasePool
  private let writes: WriteQueue
  // Held for as long as the store is.
  private let lock: StoreLock

  /// Opens the file, or makes it; it takes as long for many windows as for none.
  ///
  /// - Parameters:
  ///   - path: The file's path.
  ///   - hubs: The number of hubs that use the store, each of which reads beside the others.
  /// - Throws: `SQLiteStoreError`, which says what to change.
  package init(path: String, hubs: Int = 1) throws(SQLiteStoreError) {
    lock = try StoreLock(path: path)
    PrivateFiles.create(path)
    do {
      pool = try DatabasePool(path: path, configuration: Self.configuration(readers: hubs + 1))
      writes = WriteQueue(pool)
      try Schema.prepare(pool, path: path)
      try pool.writeWithoutTransaction(Self.makeDurable)
    } catch {
      throw SQLiteStoreError(opening: path, error)
    }
    PrivateFiles.restrict(path)
  }

  /// Turns that come within it share one `fsync`.
  package var gatherTime: Int64 { 3 }

  /// All that has been written is in the file itself, and the file can be used by another.
  package func close() throws {
    try pool.writeWithoutTransaction { db in _ = try db.checkpoint(.truncate) }
    try pool.close()
    try lock.end()
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

  package var outlivesProcess: Bool { true }

  package func commit(_ turns: [StoredTurn], then completion: @escaping @Sendable ((any Error)?) -> Void) {
    writes.commit(turns, then: completion)
  }

  package func window(_ id: WindowID, then answer: @escaping StoreAnswer<StoredWindow?>) {
    read({ db in try db.storedWindow(id) }, then: answer)
  }

  package func windows(_ query: StoredWindowQuery, then answer: @escaping StoreAnswer<[StoredSummary]>) {
    read({ db in try db.storedWindows(query) }, then: answer)
  }

  package func count(_ query: StoredWindowQuery, then answer: @escaping StoreAnswer<Int>) {
    read({ db in try db.windowCount(query) }, then: answer)
  }

  package func member(_ user: String, of tenant: Tenant, then answer: @escaping StoreAnswer<StoredUser>) {
    read(
      { db in
        StoredUser(
          try db.storedObjects(of: tenant, user: user),
          windows: try db.windowCount(StoredWindowQuery(tenant: tenant, user: user)))
      }, then: answer)
  }

  package func tenant(_ tenant: Tenant, then answer: @escaping StoreAnswer<StoredTenant>) {
    read({ db in try db.storedTenant(tenant) }, then: answer)
  }

  package func tenants(
    after tenant: Tenant?, limit: Int, then answer: @escaping StoreAnswer<[StoredTenantSummary]>
  ) {
    read({ db in try db.storedTenants(after: tenant, limit: limit) }, then: answer)
  }

  package func posts(
    to tenant: Tenant, after number: Int64, limit: Int, then answer: @escaping StoreAnswer<[StoredPost]>
  ) {
    read({ db in try db.posts(to: tenant, after: number, limit: limit) }, then: answer)
  }

  package func summary(of tenant: Tenant, then answer: @escaping StoreAnswer<StoredTenantSummary?>) {
    read({ db in try db.isKnown(tenant) ? db.summary(tenant) : nil }, then: answer)
  }

  package func contents(of tenant: Tenant, then answer: @escaping StoreAnswer<TenantContents>) {
    read({ db in try db.contents(of: tenant) }, then: answer)
  }

  package func dueTenants(at time: Int64, then answer: @escaping StoreAnswer<DueTenants>) {
    read({ db in try db.dueTenants(at: time) }, then: answer)
  }

  package func waitingPosts(then answer: @escaping StoreAnswer<[Tenant: PostCount]>) {
    read({ db in try db.waitingPosts() }, then: answer)
  }

  package func publications(then answer: @escaping StoreAnswer<[StoredPublication]>) {
    read({ db in try db.publications() }, then: answer)
  }

  package func trigger(_ id: String, then answer: @escaping StoreAnswer<StoredTrigger?>) {
    read({ db in try db.storedTrigger(id) }, then: answer)
  }

  package func access(then answer: @escaping StoreAnswer<[UserAccess]>) {
    read({ db in try db.storedAccess() }, then: answer)
  }

  package func audit(_ query: AuditQuery, then answer: @escaping StoreAnswer<[AuditRecord]>) {
    read({ db in try db.audit(query) }, then: answer)
  }

  package func closedWindow(_ id: WindowID, then answer: @escaping StoreAnswer<SalvagedRecord?>) {
    read({ db in try db.closedWindow(id) }, then: answer)
  }

  package func keptAside(of user: String?, then answer: @escaping StoreAnswer<[SalvagedRecord]>) {
    read({ db in try db.keptAside(of: user) }, then: answer)
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

  /// Moves the windows, objects and rows of a user from one tenant to another.
  ///
  /// - Returns: The number of windows, objects and rows; `nil` if the user has objects or rows in the other tenant.
  package func move(_ user: String, from tenant: Tenant, to other: Tenant) throws -> PurgedCounts? {
    try pool.writeWithoutTransaction { db in try db.transaction { try db.move(user, from: tenant, to: other) } }
  }

  private func erase(
    _ body: @escaping @Sendable (Database) throws -> PurgedCounts, then answer: @escaping StoreAnswer<PurgedCounts>
  ) {
    writes.write { db in
      answer(
        Result {
          let counts = try db.transaction { try body(db) }
          // Deleted data remains in free pages and in the log until both are rewritten.
          try db.execute(sql: "VACUUM")
          _ = try db.checkpoint(.truncate)
          return counts
        }.mapError(SQLiteStoreError.init))
    }
  }

  package func deleteOld(_ old: StoreRetention, then completion: @escaping @Sendable ((any Error)?) -> Void) {
    write({ db in try db.deleteOld(old) }, then: { result in completion(result.failure) })
  }

  // MARK: -

  private func write<Value>(
    _ body: @escaping @Sendable (Database) throws -> Value, then completion: @escaping StoreAnswer<Value>
  ) {
    writes.write { db in
      completion(Result { try db.transaction { try body(db) } }.mapError(SQLiteStoreError.init))
    }
  }

  private func read<Value>(
    _ body: @escaping @Sendable (Database) throws -> Value, then answer: @escaping StoreAnswer<Value>
  ) {
    pool.asyncRead { connection in
      answer(Result { try body(connection.get()) }.mapError(SQLiteStoreError.init))
    }
  }
}

extension Result {
  fileprivate var failure: Failure? { if case .failure(let error) = self { error } else { nil } }
}
