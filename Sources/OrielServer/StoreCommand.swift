import ArgumentParser
import Foundation
import Oriel

/// `store`: looks after the file that an app's windows are kept in, and what is in it.
///
/// `WindowApp.main()` gives it to every app; a program of several commands names it as one of its own.
public struct StoreCommand<App: WindowApp>: ParsableCommand {
  public static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "store", abstract: "Look after the file that windows are kept in.",
      subcommands: [
        StoreCheckCommand<App>.self, StoreBackupCommand.self, StoreExportCommand.self, StoreImportCommand.self,
        StorePurgeCommand.self,
      ])
  }

  public init() {}
}

/// Which file.
struct StoreOptions: ParsableArguments {
  @Option(help: "The file. Without it ORIEL_DATABASE, else \(ServerConfiguration.defaultDatabase).")
  var database: String?

  var path: String {
    database ?? ProcessInfo.processInfo.environment["ORIEL_DATABASE"] ?? ServerConfiguration.defaultDatabase
  }

  /// Says what went wrong as a sentence, and ends with 1.
  func telling<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as any Error & CustomStringConvertible {
      FileHandle.standardError.write(Data("\(error)\n".utf8))
      throw ExitCode(1)
    }
  }
}
