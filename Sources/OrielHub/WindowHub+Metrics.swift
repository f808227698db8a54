/// How a hub is doing, in numbers that cost nothing to know.
package struct HubMetrics: Equatable, Sendable {
  /// In memory.
  package var windows: Int
  package var users: Int
  /// Files on their way to the server.
  package var uploads: Int
  package var isStoreFailing: Bool
  /// How often the store has refused what it was given.
  package var storeFailures: Int
  /// Turns that are durable, and turns that are not yet.
  package var savedTurns: Int
  package var unsavedTurns: Int
  package var facts: HubFacts
}

extension WindowHub {
  package var metrics: HubMetrics {
    HubMetrics(
      windows: windows.count - consoleWindows.count, users: users.count, uploads: context.files.count,
      isStoreFailing: writer.failure != nil,
      storeFailures: writer.failures, savedTurns: writer.written, unsavedTurns: writer.unwritten,
      facts: context.facts)
  }
}
