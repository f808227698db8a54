extension HubObject {
  /// Does something in a database or system of your own exactly once for each event, also if the process ends in between.
  ///
  /// ```swift
  /// Button("Announce") {
  ///   let ticket = try await self.once { key in try await self.hospital.announce(self.id, key: key) }
  ///   self.desk.incidents[id: self.id]?.ticket = ticket
  /// }
  /// ```
  ///
  /// Call it first in a handler: before it changes saved state, and before any other `await`; else this throws, and
  /// `operation` does not run. The event counts as applied, and its page is told that it is saved, together with what is
  /// changed after the call. Until then later events of the same window wait, and other windows do not.
  ///
  /// If the process ends before that, the page sends the event again, and `operation` runs again with the same key. So
  /// insert under the key, and answer a duplicate as the first time. If `operation` throws, the error is the handler's.
  /// An event does not come again then: retry inside `operation`, where the key is the same. A message is tried again
  /// after 1, 2, 4 … 60 seconds with the same key, unless ``SavedState/receive(_:from:)`` catches the error and ends without one.
  ///
  /// A page that never comes back after a crash was never told that it was done. An `operation` that takes more than
  /// 10 seconds is logged.
  public func once<Result>(
    _ operation: nonisolated(nonsending) (_ key: String) async throws -> Result
  ) async throws -> Result {
    guard let turn = RepeatableTurn.current, turn.isOfThisTask else { throw OnceError.nothingComesAgain }
    try turn.beginOnce()
    defer { turn.endOnce() }
    do {
      return try await operation(turn.key)
    } catch {
      turn.fail()
      throw error
    }
  }
}

/// The reason why `once` was refused.
package enum OnceError: Error, Equatable, CustomStringConvertible {
  /// A saved property was changed before.
  case changed(String)
  case waited
  /// Not in a handler.
  case nothingComesAgain

  package var description: String {
    switch self {
    case .changed(let property):
      "once came after '\(property)' was changed: a crash would make that change twice. Call once first."
    case .waited: "once came after an await: the event counts as done by then. Call once first."
    case .nothingComesAgain: "once needs an event or a message that can come again; in a task, save a position."
    }
  }
}
