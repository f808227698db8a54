/// How a hub is doing, in numbers that cost nothing to know.
package struct HubMetrics: Equatable, Sendable {
  /// Of the app, in memory.
  package var windows: Int
  /// With a window of the app in memory.
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
  /// Users with a window of the app in memory. Operators who have nothing but the console are not counted.
  var appUserCount: Int {
    let operators = Set(consoleWindows.compactMap { windows[$0]?.user.user.key })
    return users.count - operators.count { users[$0]?.windows.allSatisfy(\.isConsole) ?? false }
  }

  package var metrics: HubMetrics {
    HubMetrics(
      windows: windows.count - consoleWindows.count, users: appUserCount, uploads: context.files.count,
      isStoreFailing: writer.failure != nil,
      storeFailures: writer.failures, savedTurns: writer.written, unsavedTurns: writer.unwritten,
      facts: context.facts)
  }
}
