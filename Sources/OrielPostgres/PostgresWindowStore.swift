import Foundation
import Oriel
import OrielHub
import OrielSQL

/// Stores windows in a database of PostgreSQL, 13 or newer: acknowledged changes are on its disk, and on its synchronous
/// standbys.
///
/// One program uses it at a time; another that is started waits, and takes over when the first has ended. When a database can't
/// be reached, the hub goes on with what it has in memory, and nothing is saved until the database is back.
package final class PostgresWindowStore: WindowStore {
  private let answers: DatabaseAnswers
  private let membership: PostgresMembership
  private let writer: PostgresWriter
  private let writes: WriteQueue<PostgresWriter>
  private let readers: PostgresReaders

  /// Makes the tables, or changes those of an older version, and waits until no other program uses the database.
  ///
  /// - Parameters:
  ///   - hubs: The number of hubs that use the store, each of which reads beside the others.
  ///   - name: How people know this program.
  ///   - say: Called with what an operator should know: whom it waits for, a database that can't be reached, and clocks that
  ///     differ.
  ///   - onFenced: Called once another program has taken over. Nothing is written any more, so the process has to end.
  /// - Throws: `PostgresStoreError`, which says what to change.
  package convenience init(
    _ address: PostgresAddress, hubs: Int = 1, name: String, say: @escaping @Sendable (String) -> Void,
    onFenced: @escaping @Sendable () -> Void
  ) throws {
    try self.init(address, hubs: hubs, name: name, idleTimeout: 2000, whileUsed: .wait(say: say), onFenced: onFenced)
  }

  /// Opens the store for a command.
  ///
  /// - Throws: `PostgresStoreError`, `inUse` if a server uses the database.
  package convenience init(offline address: PostgresAddress) throws {
    try self.init(address, hubs: 0, name: "A store command", idleTimeout: 0, whileUsed: .refuse, onFenced: {})
  }

  private init(
    _ address: PostgresAddress, hubs: Int, name: String, idleTimeout: Int, whileUsed: PostgresMembership.WhileUsed,
    onFenced: @escaping @Sendable () -> Void
  ) throws {
    let life = Life()
    answers = DatabaseAnswers(say: whileUsed.say)
    membership = PostgresMembership(address, life, answers)
    writer = PostgresWriter(address, life, idleTimeout: idleTimeout, answers, onFenced: onFenced)
    writes = WriteQueue(writer)
    readers = PostgresReaders(hubs + 1, address, name: life.sessions)
    try membership.register(as: name, whileUsed)
    membership.beat(lastTurn: { [writer] in writer.lastTurn }, onFenced: onFenced)
  }

  package var outlivesProcess: Bool { true }

  /// Turns that come within it share one transaction, and its way to the database and back.
  package var gatherTime: Int64 { 3 }

  package var failure: (any Error)? { answers.failure }

  /// Ends all connections, after which another program serves at once.
  package func close() {
    // First, because a commit that waits would hold the program's row.
    writer.close()
    membership.end()
    readers.close()
  }

  package func leave() { close() }

  // MARK: WindowStore

  package func commit(_ turns: [StoredTurn], then completion: @escaping @Sendable ((any Error)?) -> Void) {
    writes.commit(turns, then: completion)
  }

  package func read<Value: Sendable>(
    _ question: @escaping StoreQuestion<Value>, then answer: @escaping StoreAnswer<Value>
  ) { readers.read({ try question($0) }, then: answer) }

  package func purge(_ user: String, then answer: @escaping StoreAnswer<PurgedCounts>) {
    erase({ try $0.purge(user) }, then: answer)
  }

  package func delete(_ tenant: Tenant, then answer: @escaping StoreAnswer<PurgedCounts>) {
    erase({ try $0.delete(tenant) }, then: answer)
  }

  package func rename(_ tenant: Tenant, to name: Tenant, then answer: @escaping StoreAnswer<Bool>) {
    write({ try $0.rename(tenant, to: name) }, then: answer)
  }

  package func deleteOld(_ old: StoreRetention, then completion: @escaping @Sendable ((any Error)?) -> Void) {
    write({ try $0.deleteOld(old) }, then: { result in completion(result.failure) })
  }

  private func write<Value: Sendable>(
    _ body: @escaping @Sendable (PostgresConnection) throws -> Value, then answer: @escaping StoreAnswer<Value>
  ) { writes.write({ writer in try writer.turn(body) }, then: answer) }

  private func erase(
    _ body: @escaping @Sendable (PostgresConnection) throws -> PurgedCounts,
    then answer: @escaping StoreAnswer<PurgedCounts>
  ) {
    write(body) { [readers] result in
      guard case .success(let counts) = result else { return answer(result) }
      // Deleted data stays in the tables until they are vacuumed, which can't be done in a transaction.
      readers.read(
        { connection in
          try connection.execute("COMMIT")
          try connection.execute("VACUUM \(StoreTable.all.map(\.name).joined(separator: ", "))")
          return counts
        }, then: answer)
    }
  }
}

extension PostgresWindowStore: OfflineStore {
  package func change<Value>(_ body: (any SQLConnection) throws -> Value) throws -> Value {
    try writer.perform { writer in
      try writer.turn { connection in
        let value = try body(connection)
        try PostgresSchema.continueNumbers(connection)
        return value
      }
    }
  }
}
