import ArgumentParser

/// `oriel dismiss`: ends windows.
struct DismissCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "dismiss", abstract: "Close windows for good.",
    discussion: "Each window ends on the server first; then its pages are told to close.")

  @OptionGroup var windows: TargetOptions
  @OptionGroup var options: ActOptions

  func run() async throws {
    try await options.perform("dismiss", windows.target) { report in
      windows.id.map { "Dismissed \(Terminal.safe($0))" } ?? report.text("Dismissed")
    }
  }
}

/// `oriel move`: gives a window to another user.
struct MoveCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "move", abstract: "Give a window to another user.",
    discussion:
      "Its state, drafts and open question go along. Its page closes; a page of the new owner is asked to show it.")

  @Argument(help: "The ID of the window.") var window: String
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
