import ArgumentParser
import OrielDocument

/// `oriel sign-out`: ends what a user is signed in with.
struct SignOutCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sign-out", abstract: "Sign a user out everywhere.",
    discussion: "Every page is closed, and what the user was signed in with is worth nothing any more. Windows wait.")

  @Argument(help: "The id of the user.") var user: String
  @OptionGroup var options: ActOptions

  func run() async throws {
    try await options.perform("signOut", ["user": .string(user)]) {
      $0.text("Signed out \(Terminal.safe(user)), closed")
    }
  }
}

/// `oriel ban`: keeps a user out.
struct BanCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ban", abstract: "Keep a user out, also after a restart.",
    discussion: "Every page is closed, and no new one is let in until \"oriel unban\". Windows wait.")

  @Argument(help: "The id of the user.") var user: String
  @OptionGroup var options: ActOptions

  func run() async throws {
    try await options.perform("ban", ["user": .string(user)]) { $0.text("Banned \(Terminal.safe(user)), closed") }
  }
}

/// `oriel unban`: lets a user in again.
struct UnbanCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "unban", abstract: "Let a user in again.")

  @Argument(help: "The id of the user.") var user: String
  @OptionGroup var options: ActOptions

  func run() async throws {
    try await options.perform("unban", ["user": .string(user)]) { _ in "\(Terminal.safe(user)) may come again" }
  }
}
