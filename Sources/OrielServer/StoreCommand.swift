import ArgumentParser
import Foundation
import Oriel

/// `store`: manages the file that an app's windows are stored in.
///
/// `WindowApp.main()` adds it to every app. A program with several commands lists it among its own.
public struct StoreCommand<App: WindowApp>: ParsableCommand {
  public static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "store",
      abstract: "Check, back up, export, import, move, purge and recover the contents of the store.",
      subcommands: [
        StoreCheckCommand<App>.self, StoreBackupCommand.self, StoreExportCommand.self, StoreImportCommand.self,
        StoreMoveCommand.self, StorePurgeCommand.self, StoreAsideCommand.self,
      ])
  }

  public init() {}
}

/// The option that selects the file.
struct StoreOptions: ParsableArguments {
  @Option(help: "The store's file. Defaults to ORIEL_DATABASE, then \(ServeOptions.defaultDatabase).")
  var database: String?

  var path: String {
    database ?? ProcessInfo.processInfo.environment["ORIEL_DATABASE"] ?? ServeOptions.defaultDatabase.value
  }

  /// Prints an error as a sentence and exits with 1.
  func telling<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as any Error & CustomStringConvertible {
      FileHandle.standardError.write(Data("\(error)\n".utf8))
      throw ExitCode(1)
    }
  }
}
