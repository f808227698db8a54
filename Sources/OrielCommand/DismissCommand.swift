import ArgumentParser

/// `oriel dismiss`: ends a window.
struct DismissCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "dismiss", abstract: "Dismiss a window for good.",
    discussion: "It ends on the server first; its pages are told to close.")

  @Argument(help: "The id of the window.") var id: String
  @OptionGroup var options: ServerOptions

  func run() async throws {
    try await options.client().delete("windows", id)
    if !options.json { print("Dismissed \(Terminal.safe(id))") }
  }
}
