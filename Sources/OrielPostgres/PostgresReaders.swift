import Foundation
import OrielHub
import Synchronization

/// The connections that read, each on a queue of its own. A question goes to the one with the least to do.
final class PostgresReaders: Sendable {
  private let readers: [Reader]
  private let waiting: Mutex<[Int]>

  init(_ count: Int, _ address: PostgresAddress, name: String) {
    readers = (0..<count).map { _ in Reader(address, name: name) }
    waiting = Mutex(Array(repeating: 0, count: count))
  }

  func read<Value: Sendable>(
    _ question: @escaping @Sendable (PostgresConnection) throws -> Value, then answer: @escaping StoreAnswer<Value>
  ) {
    let place = waiting.withLock { waiting in
      let place = waiting.indices.min { waiting[$0] < waiting[$1] }!
      waiting[place] += 1
      return place
    }
    readers[place].read(question) { [self] result in
      waiting.withLock { $0[place] -= 1 }
      answer(result)
    }
  }

  func close() { for reader in readers { reader.close() } }
}

private final class Reader: Sendable {
  private let address: PostgresAddress
  private let name: String
  private let queue = DispatchQueue(label: "Oriel PostgreSQL reader")
  // Guard: used on the queue only.
  nonisolated(unsafe) private var connection: PostgresConnection?

  init(_ address: PostgresAddress, name: String) { (self.address, self.name) = (address, name) }

  func read<Value: Sendable>(
    _ question: @escaping @Sendable (PostgresConnection) throws -> Value, then answer: @escaping StoreAnswer<Value>
  ) {
    let asked = ContinuousClock.now
    queue.async { [self] in
      let result = Result { try self.answer(question, askedAt: asked) }
      answer(result)
      // The transaction ends when nobody waits for it any more.
      try? connection?.execute("COMMIT")
    }
  }

  /// Asks again for 3 seconds while there is no connection, so that a restart of the database is no error.
  private func answer<Value>(
    _ question: (PostgresConnection) throws -> Value, askedAt asked: ContinuousClock.Instant
  ) throws -> Value {
    while true {
      do {
        let connection = try connection ?? PostgresConnection.open(address, name: name, idleTimeout: 60_000)
        self.connection = connection
        try connection.send("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", [])
        return try question(connection)
      } catch let error as PostgresStoreError where error.isOutage {
        connection = nil
        guard asked.duration(to: .now) < .seconds(3) else { throw error }
        Thread.sleep(forTimeInterval: 0.1)
      }
    }
  }

  func close() { queue.await(atMost: .seconds(2)) { [self] in connection = nil } }
}
