import ArgumentParser
import Foundation
import Gallery
import OrielServer

/// The program `oriel`: serves the Gallery, and speaks to servers.
package struct Program: AsyncParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "oriel", abstract: "Windows that live on a server.",
    discussion: """
      The commands for operators speak to a running server. They end with 0 where it was done, 1 where the server has \
      refused, 2 where the command was called wrongly, and 3 where no server was reached.
      """,
    version: Version.current,
    subcommands: [ServeCommand<GalleryApp>.self, StoreCommand<GalleryApp>.self],
    groupedSubcommands: [
      CommandGroup(
        name: "Operator",
        subcommands: [
          UsersCommand.self, WindowsCommand.self, WindowCommand.self, OpenCommand.self, DismissCommand.self,
          FocusCommand.self, SendCommand.self,
          ParkedCommand.self, RetryCommand.self, TriggerCommand.self, LockCommand.self, UnlockCommand.self,
          SignOutCommand.self, BanCommand.self,
          UnbanCommand.self, AuditCommand.self, SettingsCommand.self, DrainCommand.self,
        ])
    ])

  package init() {}

  package static func main() async {
    do {
      var command = try parseAsRoot()
      if var asynchronous = command as? any AsyncParsableCommand {
        try await asynchronous.run()
      } else {
        try command.run()
      }
    } catch {
      end(with: error)
    }
  }

  private static func end(with error: any Error) -> Never {
    let status = Failure.exitStatus(of: error)
    guard status != 0 else { exit(withError: error) }
    let message = (error as? Failure)?.description ?? fullMessage(for: error)
    if !message.isEmpty { Terminal.complain(message) }
    Foundation.exit(status)
  }
}
