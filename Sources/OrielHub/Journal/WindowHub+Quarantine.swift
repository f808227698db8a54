import Logging
import Oriel
import OrielDocument

extension WindowHub {
  /// Runs an app's code, recorded in case it crashes the process.
  func recording<Result>(_ turn: @autoclosure () -> CrashJournalEntry, _ body: () throws -> Result) rethrows -> Result {
    guard quarantine.begins({ blaming(turn()) }) else { return try body() }
    defer { quarantine.ends() }
    return try body()
  }

  /// As long as no user has done anything in a window, a crash counts against its opening, because a reloaded page
  /// opens the same again.
  private func blaming(_ turn: CrashJournalEntry) -> CrashJournalEntry {
    guard turn.kind != .event, turn.kind != .open, let window = windows[WindowID(turn.subject)] else { return turn }
    var turn = turn.instance.isEmpty ? turn.blaming(window) : turn
    if let opening = window.opening {
      turn.subject = Parked.Subject.opening(opening, user: window.user.account.id).text
    }
    return turn
  }

  /// Runs a part of a turn: see `Quarantine.partBegins`.
  func recordingPart<Result>(
    _ kind: CrashJournalEntry.Kind, of subject: String, _ body: () throws -> Result
  ) rethrows -> Result {
    let whole = quarantine.partBegins(kind, of: subject)
    defer { quarantine.partEnds(whole) }
    return try body()
  }

  // MARK: Tasks

  /// Called before every job of the loop, so that a task's work after an `await` is recorded as its window's, and paid by
  /// its page.
  ///
  /// - Parameter task: See `TaskIdentity`.
  package func jobBegins(_ task: UInt) {
    handlers.jobBegins(task)
    if let turn = quarantine.turn(of: task) { quarantine.jobBegins(blaming(turn)) }
  }

  /// Runs a task's operation; all its parts are recorded as this turn.
  func recording(
    _ turn: CrashJournalEntry, _ operation: nonisolated(nonsending) () async -> Void
  ) async {
    guard let task = TaskIdentity.current else { return await operation() }
    quarantine.taskBegins(task, turn)
    quarantine.jobBegins(blaming(turn))
    await operation()
    quarantine.taskEnds(task)
  }
}
