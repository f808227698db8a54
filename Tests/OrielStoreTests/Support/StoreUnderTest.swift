import OrielHub
import OrielPostgres
import OrielSQLite
import Testing

/// A kind of store, and how a test gets an empty one.
struct StoreUnderTest: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let make: @Sendable () throws -> any WindowStore

  static let all = [
    StoreUnderTest(testDescription: "memory") { try SQLiteWindowStore() },
    StoreUnderTest(testDescription: "memory, at once") { try SQLiteWindowStore(answersAtOnce: true) },
    StoreUnderTest(testDescription: "SQLite") { try SQLiteWindowStore(path: TemporaryFile().path) },
    StoreUnderTest(testDescription: "PostgreSQL") {
      try PostgresWindowStore(PostgresServer.shared.get().newDatabase())
    },
  ]
}

extension PostgresWindowStore {
  convenience init(_ address: String, onFenced: @escaping @Sendable () -> Void = {}) throws {
    try self.init(PostgresAddress(address), as: NodeIdentity(name: "test"), say: { _ in }, onFenced: onFenced)
  }
}
