import ArgumentParser

/// `oriel dismiss`: ends windows.
struct DismissCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "dismiss", abstract: "Dismiss windows for good.",
    discussion: "They end on the server first; their pages are told to close.")

  @OptionGroup var windows: TargetOptions
  @OptionGroup var options: ActOptions

  func run() async throws {
    try await options.perform("dismiss", windows.target) { report in
      windows.id.map { "Dismissed \(Terminal.safe($0))" } ?? report.text("Dismissed")
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
    commandName: "lock", abstract: "Keep windows from being led elsewhere from outside.",
    discussion:
      "Their users go on freely. What leads a locked window elsewhere needs --force. \"oriel unlock\" ends it.")

  @OptionGroup var windows: TargetOptions
  @OptionGroup var options: ActOptions

  func run() async throws {
    try await options.perform("lock", windows.target) { $0.text("Locked") }
  }
}

/// `oriel unlock`: takes an operator's lock back.
struct UnlockCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "unlock", abstract: "Take back what \"oriel lock\" has done; locks of the app's own stay.")

  @OptionGroup var windows: TargetOptions
  @OptionGroup var options: ActOptions

  func run() async throws {
    try await options.perform("unlock", windows.target) { $0.text("Unlocked") }
  }
}
