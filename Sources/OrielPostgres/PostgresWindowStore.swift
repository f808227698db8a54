import Foundation
import Oriel
import OrielHub
import OrielSQL
import Synchronization

/// Stores windows in a database of PostgreSQL, 13 or newer: acknowledged changes are on its disk, and on its synchronous
/// standbys.
///
/// One program uses it at a time, and another that is started waits, and takes over when the first has ended; or several that
/// reach each other use it together, as nodes. When a database can't be reached, the hub goes on with what it has in memory,
/// and nothing is saved until the database is back.
package final class PostgresWindowStore: WindowStore {
  private let answers: DatabaseAnswers
  private let ownNodes: PostgresNodes?
  private let beats: PostgresBeats
  private let writer: PostgresWriter
  private let writes: WriteQueue<PostgresWriter>
  private let readers: PostgresReaders

  /// Makes the tables, or changes those of an older version, and waits until no program lives that it can't serve beside.
  ///
  /// - Parameters:
  ///   - hubs: The number of hubs that use the store, each of which reads beside the others.
  ///   - identity: How this program takes part.
  ///   - ask: Asks another node, for a second at most; `nil` if it does not answer.
  ///   - say: Called with what an operator should know: whom it waits for, a database that can't be reached, and clocks that
  ///     differ.
  ///   - onFenced: Called once another program has taken over. Nothing is written any more, so the process has to end.
  /// - Throws: `PostgresStoreError`, which says what to change.
  package convenience init(
    _ address: PostgresAddress, hubs: Int = 1, as identity: NodeIdentity, say: @escaping @Sendable (String) -> Void,
    ask: @escaping @Sendable (NodeQuestion, ServerNode) async -> Bool? = { _, _ in nil },
    onFenced: @escaping @Sendable () -> Void
  ) throws {
    try self.init(
      address, hubs: hubs, identity, idleTimeout: 2000, whileUsed: .wait(say: say), ask: ask, onFenced: onFenced)
  }

  /// Opens the store for a command.
  ///
  /// - Throws: `PostgresStoreError`, `inUse` if a server uses the database.
  package convenience init(offline address: PostgresAddress) throws {
    try self.init(
      address, hubs: 0, NodeIdentity(name: "A store command"), idleTimeout: 0, whileUsed: .refuse, ask: { _, _ in nil },
      onFenced: {})
  }

  private init(
    _ address: PostgresAddress, hubs: Int, _ identity: NodeIdentity, idleTimeout: Int,
    whileUsed: PostgresMembership.WhileUsed, ask: @escaping @Sendable (NodeQuestion, ServerNode) async -> Bool?,
    onFenced: @escaping @Sendable () -> Void
  ) throws {
    let life = Life()
    let isOneOfSeveral = identity.address != nil
    answers = DatabaseAnswers(say: whileUsed.say)
    let beats = Later<PostgresBeats>()
    let hint = { @Sendable () -> Void in beats.value?.hint() }
    writer = PostgresWriter(
      address, life, idleTimeout: idleTimeout, answers, onFenced: onFenced, onNews: isOneOfSeveral ? hint : nil)
    writes = WriteQueue(writer)
    readers = PostgresReaders(hubs + 1, address, name: life.sessions)
    ownNodes = identity.address.map { [writes, readers] address in
      let itself = ServerNode(life: life, name: identity.name, address: address)
      return PostgresNodes(itself, writes, readers, beats: { beats.value })
    }
    var handlers = PostgresBeats.Handlers(lastTurn: { [weak writer] in writer?.lastTurn ?? 0 }, onFenced: onFenced)
    if let ownNodes {
      handlers.pages = { [weak ownNodes] in ownNodes?.itself.pages ?? 0 }
      handlers.onLook = { [weak ownNodes] in ownNodes?.saw($0, $1) }
      handlers.onSilence = { [weak ownNodes] in ownNodes?.fellSilent() }
      handlers.onNews = { [weak ownNodes] in ownNodes?.heard($0) }
      handlers.ask = ask
    }
    self.beats = PostgresBeats(address, life, answers, isOneOfSeveral: isOneOfSeveral, handlers)
    beats.set(self.beats)
    let membership = PostgresMembership(address, life, identity, ask: ask)
    try membership.register(whileUsed)
    try membership.whileAway(whileUsed) { try self.beats.start() }
  }

  package var outlivesProcess: Bool { true }

  /// Turns that come within it share one transaction, and its way to the database and back.
  package var gatherTime: Int64 { 3 }

  package var failure: (any Error)? { answers.failure }

  package var nodes: (any Nodes)? { ownNodes }

  /// Ends all connections, after which another program serves at once.
  package func close() {
    // First, because a commit that waits would hold the program's row.
    writer.close()
    beats.end()
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
    erase({ connection, _ in try connection.purge(user) }, then: answer)
  }

  package func delete(_ tenant: Tenant, then answer: @escaping StoreAnswer<PurgedCounts>) {
    erase(
      { connection, news in
        news = .deletion(of: tenant)
        return try connection.delete(tenant)
      }, then: answer)
  }

  package func rename(_ tenant: Tenant, to name: Tenant, then answer: @escaping StoreAnswer<Bool>) {
    write(
      { connection, news in
        let isDone = try connection.rename(tenant, to: name)
        if isDone { news = try .renaming(of: tenant, to: name, connection) }
        return isDone
      }, then: answer)
  }

  package func deleteOld(_ old: StoreRetention, then completion: @escaping @Sendable ((any Error)?) -> Void) {
    write({ connection, _ in try connection.deleteOld(old) }, then: { result in completion(result.failure) })
  }

  private func write<Value: Sendable>(
    _ body: @escaping @Sendable (PostgresConnection, inout TurnNews) throws -> Value,
    then answer: @escaping StoreAnswer<Value>
  ) { writes.write({ writer in try writer.turn(body) }, then: answer) }

  private func erase(
    _ body: @escaping @Sendable (PostgresConnection, inout TurnNews) throws -> PurgedCounts,
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

/// A value that is made after those that need it.
private final class Later<Value: AnyObject & Sendable>: Sendable {
  private let held = Mutex<Value?>(nil)

  var value: Value? { held.withLock { $0 } }
  func set(_ value: Value) { held.withLock { $0 = value } }
}
