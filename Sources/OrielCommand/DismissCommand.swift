import ArgumentParser

/// `oriel dismiss`: ends windows.
struct DismissCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "dismiss", abstract: "Close windows.",
    discussion: """
      Each window ends on the server first; then its pages are told to close. For 10 minutes, its user can reopen it, and \
      "oriel restore" brings it back.
      """)

  @OptionGroup var windows: TargetOptions
  @OptionGroup var options: ActOptions

  func run() async throws {
    try await options.perform("dismiss", windows.target) { report in
      windows.id.map { "Dismissed \(Terminal.safe($0))" } ?? report.text("Dismissed")
    }
  }
}

/// `oriel restore`: brings back a window that was closed.
struct RestoreCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore", abstract: "Bring back a window that was closed within the last 10 minutes.",
    discussion: """
      It doesn't matter who has closed it. It comes back with all that was typed, waits for its user, and is in the user's \
      list of windows.
      """)

  @Argument(help: "The ID of the window, or its beginning.") var window: String
  @OptionGroup var options: ActOptions

  func run() async throws {
    try await options.perform("restore", ["window": .string(window)]) { _ in "Restored \(Terminal.safe(window))" }
  }
}

/// `oriel move`: gives a window to another user.
struct MoveCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "move", abstract: "Give a window to another user.",
    discussion:
      "Its state, drafts and open question go along. Its page closes; a page of the new owner is asked to show it.")

  @Argument(help: "The ID of the window, or its beginning.") var window: String
  @Option(help: "The ID of the new owner, a user of the same tenant.") var to: String
  @OptionGroup var options: ActOptions

  func run() async throws {
    try await options.perform("move", ["window": .string(window)], ["to": .string(to)]) { _ in
      "Moved \(Terminal.safe(window)) to \(Terminal.safe(to))"
    }
  }
}

/// `oriel focus`: brings windows to the front.
struct FocusCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "focus", abstract: "Ask the pages of windows to come to the front.")

  @OptionGroup var windows: TargetOptions
  @OptionGroup var options: ActOptions

  func run() async throws {
    try await options.perform("focus", windows.target) { $0.text("Asked") }
  }
}

/// `oriel lock`: keeps windows where they are.
struct LockCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lock", abstract: "Stop windows from being navigated from outside.",
    discussion:
      "Their users can go on working. \"oriel send\" reaches a locked window only with --force. \"oriel unlock\" removes the lock."
  )

  @OptionGroup var windows: TargetOptions
  @OptionGroup var options: ActOptions

  func run() async throws {
    try await options.perform("lock", windows.target) { $0.text("Locked") }
  }
}

/// `oriel unlock`: takes an operator's lock back.
struct UnlockCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "unlock", abstract: "Remove the lock that \"oriel lock\" has set. A lock of the app's own stays.")

  @OptionGroup var windows: TargetOptions
  @OptionGroup var options: ActOptions

  func run() async throws {
    try await options.perform("unlock", windows.target) { $0.text("Unlocked") }
  }
}
