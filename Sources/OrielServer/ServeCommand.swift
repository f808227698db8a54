import ArgumentParser
import Foundation
import Logging
import Oriel
import OrielCommand
import OrielSystem
import OrielTransport

/// `serve`: runs an app until it is told to stop.
///
/// `WindowApp.main()` adds it to every app. A program with several commands lists it among its own.
public struct ServeCommand<App: WindowApp>: AsyncParsableCommand, CustomReflectable {
  public static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "serve", abstract: "Serve the app's windows to browsers.",
      discussion: "Every flag can also be set as an environment variable: --public-url as ORIEL_PUBLIC_URL.")
  }

  private let options: ServeOptions

  /// The options are the command's own, and no group: in a debug build, the parser checks each member of a group twenty
  /// times as often, which would be a third of the start.
  public var customMirror: Mirror { Mirror(reflecting: options) }

  public init() { options = ServeOptions() }

  public init(from decoder: any Decoder) throws { options = try ServeOptions(from: decoder) }

  public func run() async throws {
    do {
      let configuration = try ServerConfiguration(options, environment: ProcessInfo.processInfo.environment)
      guard configuration.demo, configuration.demoRun == nil else {
        return try await Server(App(), configuration).run()
      }
      throw ExitCode(try supervisor(configuration).run())
    } catch let code as ExitCode {
      throw code
    } catch let error as any Error & CustomStringConvertible {
      FileHandle.standardError.write(Data("\(error)\n".utf8))
      throw ExitCode(1)
    }
  }

  private func supervisor(_ configuration: ServerConfiguration) throws -> DemoSupervisor {
    let port = configuration.port == 0 ? try FreePort.find(host: configuration.host) : configuration.port
    return DemoSupervisor(port: port, adminToken: SystemRandomness().hexadecimal(24))
  }
}

extension WindowApp {
  /// Runs the app as a program of its own: `serve` with its flags, `store`, and the operators' commands, which speak to a
  /// running server.
  // `@main` doesn't accept a function that runs on its caller's executor, which is what `async` means in this package.
  @concurrent public static func main() async {
    await Program.run(AppCommand<Self>.self)
  }
}

/// The program of an app. `serve` is the default command.
struct AppCommand<App: WindowApp>: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: URL(filePath: CommandLine.arguments[0]).lastPathComponent,
      subcommands: [ServeCommand<App>.self, StoreCommand<App>.self],
      groupedSubcommands: [
        CommandGroup(name: "Operators'", subcommands: Program.operatorCommands)
      ], defaultSubcommand: ServeCommand<App>.self)
  }
}
