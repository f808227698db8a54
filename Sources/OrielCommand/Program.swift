import ArgumentParser
import Foundation
import Gallery
import OrielServer

/// The program `oriel`: serves the Gallery, and speaks to servers.
package struct Program: AsyncParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "oriel", abstract: "Windows that live on a server.",
    discussion: """
      The operator commands talk to a running server. Their exit codes are 0 for done, 1 for refused or not done in \
      every window, 2 for wrong arguments, and 3 for no server reached.
      """,
    version: Version.current,
    subcommands: [ServeCommand<GalleryApp>.self, StoreCommand<GalleryApp>.self],
    groupedSubcommands: [
      CommandGroup(
        name: "Operator",
        subcommands: [
          TenantsCommand.self, TenantCommand.self, UsersCommand.self, WindowsCommand.self, WindowCommand.self,
          OpenCommand.self, DismissCommand.self,
          RestoreCommand.self, FocusCommand.self, SendCommand.self,
          ParkedCommand.self, RetryCommand.self, TriggerCommand.self, LockCommand.self, UnlockCommand.self,
          MoveCommand.self,
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
