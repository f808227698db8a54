import OrielHub
import OrielSQLite
import Testing

/// A kind of store, and how a test gets an empty one.
struct StoreUnderTest: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let make: @Sendable () throws -> any SessionStore

  static let all = [
    StoreUnderTest(testDescription: "memory") { MemorySessionStore() },
    StoreUnderTest(testDescription: "SQLite") { try SQLiteSessionStore(path: TemporaryFile().path) },
  ]
}
