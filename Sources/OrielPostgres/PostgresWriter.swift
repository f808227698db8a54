import Dispatch
import Foundation
import OrielHub
import OrielSQL
import Synchronization

/// The one connection of a program that writes.
///
/// Each of its transactions is a turn with the next number, and holds the program's row in `nodes`: when another program has
/// taken over, none of them is committed any more. After a lost connection the number tells whether the last one was.
final class PostgresWriter: SQLWriter {
  private let address: PostgresAddress
  let life: Life
  private let say: @Sendable (String) -> Void
  private let onFenced: @Sendable () -> Void
  private let queue = DispatchQueue(label: "Oriel PostgreSQL writer")
  // Guard: used on the queue only.
  nonisolated(unsafe) private var connection: PostgresConnection?
  nonisolated(unsafe) private var turn: Int64 = 0
  private let shared = Mutex(Shared())

  private struct Shared {
    var lastTurn: Int64 = 0
    var isClosed = false
    var outage: Outage?
  }

  private struct Outage {
    let since = ContinuousClock.now
    var error: any Error
    var isSaid = false
    /// Shorter ones are not worth a word.
    var isLong: Bool { since.duration(to: .now) > .seconds(3) }
  }

  init(
    _ address: PostgresAddress, _ life: Life, say: @escaping @Sendable (String) -> Void,
    onFenced: @escaping @Sendable () -> Void
  ) {
    (self.address, self.life, self.say, self.onFenced) = (address, life, say, onFenced)
  }

  /// The number of the last turn that was committed.
  var lastTurn: Int64 { shared.withLock { $0.lastTurn } }

  /// Why nothing could be written for 3 seconds.
  var failure: (any Error)? {
    shared.withLock { shared in shared.outage.flatMap { $0.isLong ? $0.error : nil } }
  }

  func close() {
    shared.withLock { $0.isClosed = true }
    queue.sync { connection = nil }
  }

  // MARK: SQLWriter

  /// Runs `body` on the writer's queue, and waits for it.
  func perform<Value>(_ body: (PostgresWriter) throws -> Value) throws -> Value { try queue.sync { try body(self) } }

  func enqueue(_ body: @escaping @Sendable (PostgresWriter) -> Void) { queue.async { body(self) } }

  func commit(_ batches: [[StoredTurn]], on writer: PostgresWriter) -> [(any Error)?] {
    do {
      return try writer.turn { try $0.apply(batches) }
    } catch {
      if batches.count == 1 { return [error] }
      return batches.map { commit([$0], on: writer)[0] }
    }
  }

  static func explain(_ error: any Error) -> any Error { error }

  // MARK: Turns

  static let fence = """
    WITH fence AS (SELECT 1 FROM nodes WHERE life = ?1 AND alive FOR SHARE),
      turn AS (
        INSERT INTO turns SELECT ?1, ?2 FROM fence
        WHERE EXISTS (SELECT 1 FROM turns WHERE life = ?1 AND turn = ?2 - 1) RETURNING 1)
    SELECT 1 / count(*) FROM turn
    """
  /// The error of a turn that is not this program's next one.
  private static let divisionByZero = "22012"

  /// Runs `body` in a transaction, again if the connection was lost before the commit. Waits while there is no database.
  ///
  /// - Throws: The error of a statement, after which nothing has changed, or `PostgresStoreError.fenced`.
  func turn<Value>(_ body: (PostgresConnection) throws -> Value) throws -> Value {
    while true {
      var value: Value?
      do {
        try attempt { value = try body($0) }
        return value!
      } catch PostgresStoreError.lost {
        connection = nil
        // Without a value, the commit was not sent.
        guard let value, try isCommitted(turn + 1) else { continue }
        advance()
        // A standby may not have it yet. It has when another turn is answered.
        try turn { _ in }
        return value
      } catch let error as PostgresStoreError where error.isTransient {
        continue
      } catch PostgresStoreError.failed(Self.divisionByZero, _) {
        onFenced()
        throw PostgresStoreError.fenced
      }
    }
  }

  private func attempt(_ body: (PostgresConnection) throws -> Void) throws {
    let connection = try connected()
    connection.isWarned = false
    do {
      try connection.send("BEGIN", [])
      try body(connection)
      try connection.send(Self.fence, [life.number, turn + 1])
      try connection.execute("COMMIT")
    } catch PostgresStoreError.lost(let reason) {
      throw PostgresStoreError.lost(reason: reason)
    } catch {
      try connection.execute("ROLLBACK")
      throw error
    }
    if connection.isWarned { throw PostgresStoreError.lost(reason: "the commit was answered with a warning") }
    advance()
  }

  private func advance() {
    turn += 1
    shared.withLock { [turn] in $0.lastTurn = turn }
  }

  private func isCommitted(_ turn: Int64) throws -> Bool {
    while true {
      do {
        let found = try connected().queryFirst(
          "SELECT alive, (SELECT max(turn) FROM turns WHERE turns.life = nodes.life) FROM nodes WHERE life = ?",
          [life.number]
        ) { (isAlive: $0.number(0) == 1, last: $0.number(1) ?? -1) }
        guard let found, found.isAlive, found.last >= turn - 1 else {
          onFenced()
          throw PostgresStoreError.fenced
        }
        return found.last == turn
      } catch PostgresStoreError.lost {
        connection = nil
      }
    }
  }

  private func tell(_ error: any Error) {
    let isNews = shared.withLock { shared in
      var outage = shared.outage ?? Outage(error: error)
      outage.error = error
      defer { shared.outage = outage }
      guard outage.isLong, !outage.isSaid else { return false }
      outage.isSaid = true
      return true
    }
    if isNews { say("Nothing is saved until the database can be reached again. \(error)") }
  }

  /// Waits until there is a connection.
  private func connected() throws -> PostgresConnection {
    var wait = 0.1
    while true {
      if let connection { return connection }
      if shared.withLock({ $0.isClosed }) { throw PostgresStoreError.closed }
      do {
        connection = try PostgresConnection.open(address, name: life.sessions, idleTimeout: 2000)
        if shared.withLock({ $0.outage.take() })?.isSaid == true { say("The database is back.") }
      } catch {
        tell(error)
        Thread.sleep(forTimeInterval: wait)
        wait = min(0.5, 2 * wait)
      }
    }
  }
}
