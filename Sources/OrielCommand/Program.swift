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
    subcommands: operatorCommands + [NewCommand.self, DevCommand.self, DoctorCommand.self])

  /// The commands that speak to a running server. The program of an app has them too.
  package static let operatorCommands: [any ParsableCommand.Type] =
    [
      TenantsCommand.self, TenantCommand.self, UsersCommand.self, WindowsCommand.self, WindowCommand.self,
      TailCommand.self,
      OpenCommand.self, DismissCommand.self, RestoreCommand.self, FocusCommand.self, SendCommand.self,
      ParkedCommand.self, RetryCommand.self, TriggerCommand.self, LockCommand.self, UnlockCommand.self,
      MoveCommand.self, SignOutCommand.self, BanCommand.self, UnbanCommand.self, AuditCommand.self,
      SettingsCommand.self, NodesCommand.self, DrainCommand.self,
    ]

  package init() {}

  package static func main() async {
    await run(Program.self) { error in
      let status = Failure.exitStatus(of: error)
      guard status != 0 else { return }
      Terminal.complain(fullMessage(for: error))
      Foundation.exit(status)
    }
  }

  /// - Throws: `Failure.unknownCommand` for a word that is nearly the name of a command.
  private static func checkCommand(_ word: String, of program: any ParsableCommand.Type) throws(Failure) {
    let names = program.configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]
    guard !word.hasPrefix("-"), !names.contains(word), let meant = Spelling.nearest(to: word, of: names) else { return }
    throw .unknownCommand(word, meant: meant)
  }

  /// Runs the command of the program's arguments, and ends the program if it fails.
  ///
  /// - Parameter end: May end the program for an error that the operators' commands don't throw.
  package static func run(_ program: (some ParsableCommand).Type, end: (any Error) -> Void = { _ in }) async {
    do {
      if let word = CommandLine.arguments.dropFirst().first { try checkCommand(word, of: program) }
      var command = try program.parseAsRoot()
      if var asynchronous = command as? any AsyncParsableCommand {
        try await asynchronous.run()
      } else {
        try command.run()
      }
    } catch {
      if let message = (error as? Failure)?.description ?? (error as? AuthorFailure)?.description {
        Terminal.complain(message)
        Foundation.exit(Failure.exitStatus(of: error))
      }
      end(error)
      program.exit(withError: error)
    }
  }
}
