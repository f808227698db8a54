import ArgumentParser
import Foundation
import OrielMessages

/// The program `oriel`: the operators' tool, which speaks to servers over HTTP, and makes packages for authors.
package struct Program: AsyncParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "oriel", abstract: "Look at the windows of a running server, act on them, and begin an app.",
    discussion: """
      A server is the program of an app: its "serve" starts it. Exit codes are 0 for done, 1 for refused or not done in \
      every window, 2 for wrong arguments, and 3 for no server reached.
      """,
    version: PackageVersion.current,
    subcommands: [
      TenantsCommand.self, TenantCommand.self, UsersCommand.self, WindowsCommand.self, WindowCommand.self,
      OpenCommand.self, DismissCommand.self, RestoreCommand.self, FocusCommand.self, SendCommand.self,
      ParkedCommand.self, RetryCommand.self, TriggerCommand.self, LockCommand.self, UnlockCommand.self,
      MoveCommand.self, SignOutCommand.self, BanCommand.self, UnbanCommand.self, AuditCommand.self,
      SettingsCommand.self, NodesCommand.self, DrainCommand.self, NewCommand.self, DevCommand.self,
      DoctorCommand.self,
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
    let message = (error as? Failure)?.description ?? (error as? AuthorFailure)?.description ?? fullMessage(for: error)
    if !message.isEmpty { Terminal.complain(message) }
    Foundation.exit(status)
  }
}
