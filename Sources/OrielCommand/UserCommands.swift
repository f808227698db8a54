import ArgumentParser
import OrielDocument

/// `oriel sign-out`: ends what a user is signed in with.
struct SignOutCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sign-out", abstract: "Sign a user out everywhere.",
    discussion: "Closes every page of the user and ends the user's sessions and tokens. The user's windows stay.")

  @Argument(help: "The user's ID.") var user: String
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
    commandName: "ban", abstract: "Keep a user out until \"oriel unban\".",
    discussion: "Closes every page of the user and refuses new ones, also after a restart. The user's windows stay.")

  @Argument(help: "The user's ID.") var user: String
  @OptionGroup var options: ActOptions

  func run() async throws {
    try await options.perform("ban", ["user": .string(user)]) { $0.text("Banned \(Terminal.safe(user)), closed") }
  }
}

/// `oriel unban`: lets a user in again.
struct UnbanCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "unban", abstract: "Let a user in again.")

  @Argument(help: "The user's ID.") var user: String
  @OptionGroup var options: ActOptions

  func run() async throws {
    try await options.perform("unban", ["user": .string(user)]) { _ in "Unbanned \(Terminal.safe(user))" }
  }
}
