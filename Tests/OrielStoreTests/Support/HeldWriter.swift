import Dispatch
import GRDB

@testable import OrielSQLite

/// Keeps the writer of a store busy, so that writes wait.
struct HeldWriter {
  private let gate = DispatchSemaphore(value: 0)

  init(_ store: SQLiteWindowStore) {
    store.database.asyncWriteWithoutTransaction { [gate] _ in gate.wait() }
  }

  func release() { gate.signal() }
}

extension SQLiteWindowStore {
  /// Runs a statement on the writer's connection, where a temporary trigger is gone with the connection.
  func execute(_ sql: String) throws { try database.writeWithoutTransaction { db in try db.execute(sql: sql) } }

  /// Returns when all writes that were called before are answered.
  func waitForWrites() { database.writeWithoutTransaction { _ in } }
}

extension TemporaryFile {
  /// The number of transactions in the write-ahead log: of frames that hold the size of the file after a commit
  /// (sqlite.org/fileformat2.html §4.1).
  var commits: Int {
    let log = bytes("-wal")
    func number(at place: Int) -> Int { log[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
    guard log.count > 32 else { return 0 }
    let (frame, salts) = (24 + number(at: 8), log[16..<24])
    return stride(from: 32, through: log.count - frame, by: frame).count {
      number(at: $0 + 4) > 0 && log[$0 + 8..<$0 + 16].elementsEqual(salts)
    }
  }
}
