import OrielHub
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
  ]
}
