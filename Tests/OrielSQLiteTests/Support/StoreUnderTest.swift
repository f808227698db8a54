import OrielHub
import Testing

/// A kind of store, and how a test gets an empty one.
struct StoreUnderTest: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let make: @Sendable () throws -> any SessionStore

  static let all = [StoreUnderTest(testDescription: "memory") { MemorySessionStore() }]
}
