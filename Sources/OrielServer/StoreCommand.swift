import ArgumentParser
import Foundation
import Oriel

/// `store`: manages the file or the database that an app's windows are stored in.
///
/// `WindowApp.main()` adds it to every app. A program with several commands lists it among its own.
public struct StoreCommand<App: WindowApp>: ParsableCommand {
  public static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "store",
      abstract: "Check, back up, copy, export, import, move, purge and recover the contents of the store.",
      subcommands: [
        StoreCheckCommand<App>.self, StoreBackupCommand.self, StoreExportCommand.self, StoreImportCommand.self,
        StoreCopyCommand.self, StoreMoveCommand.self, StorePurgeCommand.self, StoreAsideCommand.self,
      ])
  }

  public init() {}
}

/// The option that selects the store.
struct StoreOptions: ParsableArguments {
  @Option(
    help:
      "The store's file, or the address of a database. Defaults to ORIEL_DATABASE, then \(ServeOptions.defaultDatabase)."
  )
  var database: String?

  var path: String {
    database ?? ProcessInfo.processInfo.environment["ORIEL_DATABASE"] ?? ServeOptions.defaultDatabase.value
  }

  var address: StoreAddress { StoreAddress(path) }

  /// Where the files of this machine are.
  var localPath: String { localPath(of: address) }

  func localPath(of address: StoreAddress) -> String { address.localPath(state: state) ?? path }

  var state: String { ProcessInfo.processInfo.environment["ORIEL_STATE"] ?? ServeOptions.defaultState.value }

  /// Prints an error as a sentence and exits with 1.
  func printingErrors<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as any Error & CustomStringConvertible {
      FileHandle.standardError.write(Data("\(error)\n".utf8))
      throw ExitCode(1)
    }
  }
}
