import Dispatch
import Foundation
import Oriel
import OrielHub
import OrielSQL
import Synchronization

/// The one connection of a program that writes.
///
/// Each of its transactions is a turn with the next number, and holds the program's row in `nodes`: when another program has
/// taken over, none of them is committed any more. After a lost connection the number tells whether the last one was.
final class PostgresWriter: SQLWriter {
  private let address: PostgresAddress
  private let life: Life
  private let idleTimeout: Int
  private let answers: DatabaseAnswers
  private let onFenced: @Sendable () -> Void
  /// Called when turns with news for other nodes are committed; `nil` if there are no other nodes.
  private let onNews: (@Sendable () -> Void)?
  private let queue = DispatchQueue(label: "Oriel PostgreSQL writer")
  // Guard: used on the queue only.
  nonisolated(unsafe) private var connection: PostgresConnection?
  /// The database's process of the last attempt.
  nonisolated(unsafe) private var process = 0
  private let shared = Mutex(Shared())

  private struct Shared {
    var lastTurn: Int64 = 0
    var isClosed = false
    var cancellation: Cancellation?
  }

  /// - Parameter idleTimeout: How long a transaction may wait for this program, in milliseconds; 0 for ever.
  init(
    _ address: PostgresAddress, _ life: Life, idleTimeout: Int = 2000, _ answers: DatabaseAnswers,
    onFenced: @escaping @Sendable () -> Void, onNews: (@Sendable () -> Void)? = nil
  ) {
    self.onNews = onNews
    (self.address, self.life, self.idleTimeout) = (address, life, idleTimeout)
    (self.answers, self.onFenced) = (answers, onFenced)
  }

  /// The number of the last turn that was committed.
  var lastTurn: Int64 { shared.withLock { $0.lastTurn } }

  /// Ends the connection, also while a commit waits for its answer: at most two seconds later.
  func close() {
    let cancellation = shared.withLock { shared in
      shared.isClosed = true
      return shared.cancellation
    }
    cancellation?.cancel()
    queue.await(atMost: .seconds(2)) { [self] in connection = nil }
  }

  // MARK: SQLWriter

  /// Runs `body` on the writer's queue, and waits for it.
  func perform<Value>(_ body: (PostgresWriter) throws -> Value) throws -> Value { try queue.sync { try body(self) } }

  func enqueue(_ body: @escaping @Sendable (PostgresWriter) -> Void) { queue.async { body(self) } }

  func commit(_ batches: [[StoredTurn]], on writer: PostgresWriter) -> [(any Error)?] {
    do {
      return try writer.turn { connection, news in
        let errors = try connection.apply(batches)
        if writer.onNews != nil {
          news = TurnNews(of: zip(batches, errors).lazy.filter { $1 == nil }.flatMap(\.0))
        }
        return errors
      }
    } catch {
      // Nothing has changed.
      if batches.count == 1 || (error as? PostgresStoreError)?.isEnd == true { return batches.map { _ in error } }
      return batches.map { commit([$0], on: writer)[0] }
    }
  }

  static func explain(_ error: any Error) -> any Error { error }

  // MARK: Turns

  static let fence = """
    WITH fence AS (SELECT 1 FROM nodes WHERE life = ?1 AND alive FOR SHARE),
      numbered AS (
        INSERT INTO turns SELECT ?1, ?2 FROM fence
        WHERE EXISTS (SELECT 1 FROM turns WHERE life = ?1 AND turn = ?2 - 1) RETURNING 1)
    SELECT 1 / count(*) FROM numbered
    """
  /// The error of a turn that is not this program's next one.
  private static let divisionByZero = "22012"

  /// Runs `body` in a transaction like the other `turn`, and tells other nodes its news.
  func turn<Value>(_ body: (PostgresConnection, inout TurnNews) throws -> Value) throws -> Value {
    var hasNews = false
    let value = try turn { connection in
      var news = TurnNews()
      let value = try body(connection, &news)
      if onNews != nil { try news.save(connection, life, turn: lastTurn + 1) }
      hasNews = !news.isEmpty
      return value
    }
    if hasNews { onNews?() }
    return value
  }

  /// Runs `body` in a transaction, again if that has come to nothing by itself. Waits while there is no database.
  ///
  /// - Throws: The error of a statement, after which nothing has changed, `PostgresStoreError.fenced`, or `closed`.
  func turn<Value>(_ body: (PostgresConnection) throws -> Value) throws -> Value {
    answers.asked(.turn)
    defer { answers.answered(.turn) }
    while true {
      switch try attempt(body) {
      case .answered(let value): return value
      case .undone: continue
      case .doubtful(let value):
        guard try wasCommitted() else { continue }
        try confirm()
        return value
      }
    }
  }

  private enum Attempt<Value> {
    case answered(Value)
    /// Nothing has changed.
    case undone
    /// The commit was sent, and its answer is lost.
    case doubtful(Value)
  }

  private func attempt<Value>(_ body: (PostgresConnection) throws -> Value) throws -> Attempt<Value> {
    let connection = try connected()
    process = connection.process
    let value: Value
    do {
      try connection.send("BEGIN", [])
      value = try body(connection)
      try connection.send(Self.fence, [life.number, lastTurn + 1])
    } catch {
      return try undo(connection, error)
    }
    do {
      connection.isWarned = false
      try connection.execute("COMMIT")
    } catch PostgresStoreError.lost {
      self.connection = nil
      return .doubtful(value)
    } catch {
      return try undo(connection, error)
    }
    // It is committed here, and perhaps not on a standby.
    if connection.isWarned {
      self.connection = nil
      return .doubtful(value)
    }
    advance()
    return .answered(value)
  }

  private func undo<Value>(_ connection: PostgresConnection, _ error: any Error) throws -> Attempt<Value> {
    do {
      try? connection.settle()
      try connection.execute("ROLLBACK")
    } catch {
      self.connection = nil
    }
    switch error as? PostgresStoreError {
    case .lost:
      self.connection = nil
      return .undone
    case let error? where error.isTransient: return .undone
    case .failed(Self.divisionByZero, _): throw fenced(.replaced)
    default: throw error
    }
  }

  private func fenced(_ reason: EndOfLife) -> PostgresStoreError {
    answers.end(reason)
    onFenced()
    return .fenced
  }

  private func advance() { shared.withLock { $0.lastTurn += 1 } }

  /// Finds out whether the turn was committed whose answer is lost.
  private func wasCommitted() throws -> Bool {
    while true {
      do {
        let connection = try connected()
        try endFormerProcess(connection)
        let found = try connection.queryFirst(
          "SELECT alive, (SELECT max(turn) FROM turns WHERE turns.life = nodes.life) FROM nodes WHERE life = ?",
          [life.number]
        ) { (isAlive: $0.number(0) == 1, last: $0.number(1) ?? -1) }
        guard let found, found.isAlive else { throw fenced(.replaced) }
        guard found.last >= lastTurn else { throw fenced(.setBack) }
        guard found.last > lastTurn else { return false }
        advance()
        return true
      } catch let error as PostgresStoreError where !error.isEnd {
        self.connection = nil
        Thread.sleep(forTimeInterval: 0.1)
      }
    }
  }

  /// The process of the lost connection may still be committing.
  private func endFormerProcess(_ connection: PostgresConnection) throws {
    let isThere = """
      FROM pg_stat_activity
      WHERE pid = ?1::int AND pid <> pg_backend_pid() AND application_name = convert_from(?2, 'UTF8')
      """
    let process: SQLArguments = [process, Bytes(life.sessions)]
    _ = try connection.number("SELECT count(pg_terminate_backend(pid)) \(isThere)", process)
    while try connection.number("SELECT count(*) \(isThere)", process) > 0 { Thread.sleep(forTimeInterval: 0.02) }
  }

  /// A standby may not have a commit whose answer is lost. It has when another turn is answered.
  private func confirm() throws {
    while true {
      do {
        switch try attempt({ _ in }) {
        case .answered: return
        case .undone: continue
        case .doubtful: _ = try wasCommitted()
        }
      } catch let error as PostgresStoreError where !error.isEnd {
        Thread.sleep(forTimeInterval: 0.1)
      }
    }
  }

  /// Waits until there is a connection.
  private func connected() throws -> PostgresConnection {
    var wait = 0.1
    while true {
      if let connection { return connection }
      if shared.withLock({ $0.isClosed }) { throw PostgresStoreError.closed }
      do {
        let new = try PostgresConnection.open(address, name: life.sessions, idleTimeout: idleTimeout)
        connection = new
        shared.withLock { [cancellation = new.cancellation] in $0.cancellation = cancellation }
      } catch {
        answers.failed(error)
        Thread.sleep(forTimeInterval: wait)
        wait = min(0.5, 2 * wait)
      }
    }
  }
}

extension DispatchQueue {
  /// Runs `body` after all that is before it, and goes on when that takes too long.
  func await(atMost time: DispatchTimeInterval, _ body: @escaping @Sendable () -> Void) {
    let done = DispatchSemaphore(value: 0)
    async {
      body()
      done.signal()
    }
    _ = done.wait(timeout: .now() + time)
  }
}
