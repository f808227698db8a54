import ArgumentParser
import Foundation
import Logging
import Oriel
import OrielSystem
import OrielTransport

/// `serve`: runs an app until it is told to stop.
///
/// `WindowApp.main()` adds it to every app. A program with several commands lists it among its own.
public struct ServeCommand<App: WindowApp>: AsyncParsableCommand {
  public static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "serve", abstract: "Serve the app's windows to browsers.",
      discussion: "Every flag can also be set as an environment variable: --public-url as ORIEL_PUBLIC_URL.")
  }

  @Option(help: "The address to listen on.") var host: String?
  @Option(help: "The port; 0 picks a free one.") var port: UInt16?
  @Option(
    help:
      "The number of event loops, each on a thread of its own, from 1 to 64. Defaults to one for each core, if the app has several tenants."
  ) var loops: Int?
  @Option(help: "The address at which browsers reach the server, behind a TLS proxy: https://…") var publicUrl: String?
  @Flag(help: "Accept connections from other machines without TLS.") var insecure = false
  @Option(help: "Another origin whose pages may connect. Can be repeated.") var allowOrigin: [String] = []
  @Option(help: "Addresses and networks of proxies whose X-Forwarded-For is trusted: 127.0.0.1,10.0.0.0/8")
  var trustedProxies: String?
  @Option(help: "The operator's token. On the loopback one is generated if there is none.") var adminToken: String?
  @Option(help: "A file with the operator's token.") var adminTokenFile: String?
  @Option(help: "Hours after which people must sign in again. Defaults to 12.") var sessionHours: Double?
  @Flag(help: "Let in only people who have signed in. Without it every browser is an anonymous user.")
  var requireSignIn = false
  @OptionGroup var tokens: TokenOptions
  @Option(help: "The file to keep windows in, or memory. Defaults to \(ServerConfiguration.defaultDatabase).")
  var database: String?
  @Option(help: "Minutes to keep a window without a page in memory. Defaults to 30.") var sleepAfter: Int?
  @Option(help: "Days to keep a window that is not used. Defaults to 7.") var keepWindows: Int?
  @Option(help: "Days to keep the audit. Defaults to 365.") var keepAudit: Int?
  @Option(help: "The largest number of audit records. Defaults to 1000000.") var auditLines: Int?
  @Option(help: "The folder for files that users upload. Defaults to one beside the database.") var uploads: String?
  @Option(help: "The largest file that a user may upload, in bytes. Defaults to 104857600.") var uploadLimit: Int?
  @Option(help: "The largest number of layers on one another in a window. Defaults to 32.") var windowLayers: Int?
  @Option(help: "The largest number of models in a window. Defaults to 1000.") var windowModels: Int?
  @OptionGroup var visitors: VisitorOptions
  @Option(help: "Seconds to wait for unsaved changes at shutdown; pages send the rest again later. Defaults to 10.")
  var drainTimeout: Double?
  @Flag(help: "Restart after a crash, and let pages on this machine stop the server, to show that nothing is lost.")
  var demo = false
  @Option(help: "The least severe log level. Defaults to info.") var logLevel: Logger.Level?

  public init() {}

  public func run() async throws {
    do {
      let configuration = try configured()
      guard configuration.isDemo, configuration.demoRun == nil else {
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

  /// Flags override the environment, which overrides defaults.
  private func configured() throws -> ServerConfiguration {
    let environment = ProcessInfo.processInfo.environment
    var configuration = ServerConfiguration()
    configuration.host = host ?? environment["ORIEL_HOST"] ?? configuration.host
    configuration.port = try port ?? number(environment["ORIEL_PORT"], "ORIEL_PORT") ?? configuration.port
    configuration.loops = try loops ?? number(environment["ORIEL_LOOPS"], "ORIEL_LOOPS")
    configuration.isDemo = demo || environment["ORIEL_DEMO"] == "1"
    if configuration.isDemo, let run = DemoRun(environment: environment) {
      configuration.demoRun = run
      configuration.port = run.port
    }
    configuration.publicURL = (publicUrl ?? environment["ORIEL_PUBLIC_URL"]).map { url in
      String(url.last == "/" ? url.dropLast() : url[...])
    }
    configuration.isInsecure = insecure || environment["ORIEL_INSECURE"] == "1"
    configuration.allowedOrigins = Set(allowOrigin + list(environment["ORIEL_ALLOW_ORIGIN"]))
    configuration.trustedProxies = list(trustedProxies ?? environment["ORIEL_TRUSTED_PROXIES"])
    configuration.adminToken = try adminToken ?? tokenFile(environment) ?? environment["ORIEL_ADMIN_TOKEN"]
    if let hours = try sessionHours ?? seconds(environment["ORIEL_SESSION_HOURS"], "ORIEL_SESSION_HOURS", of: "hours") {
      configuration.sessionTime = Int64(max(1.0 / 3600, min(hours, 8760)) * 3_600_000)
    }
    configuration.allowsAnonymous = !(requireSignIn || environment["ORIEL_REQUIRE_SIGN_IN"] == "1")
    configuration.tokens = try tokens.configured(environment)
    configuration.database = database ?? environment["ORIEL_DATABASE"] ?? configuration.database
    configuration.sleepMinutes =
      try sleepAfter ?? number(environment["ORIEL_SLEEP_AFTER"], "ORIEL_SLEEP_AFTER") ?? configuration.sleepMinutes
    configuration.windowDays =
      try keepWindows ?? number(environment["ORIEL_KEEP_WINDOWS"], "ORIEL_KEEP_WINDOWS") ?? configuration.windowDays
    configuration.auditDays =
      try keepAudit ?? number(environment["ORIEL_KEEP_AUDIT"], "ORIEL_KEEP_AUDIT") ?? configuration.auditDays
    configuration.auditLines =
      try auditLines ?? number(environment["ORIEL_AUDIT_LINES"], "ORIEL_AUDIT_LINES") ?? configuration.auditLines
    configuration.uploads = uploads ?? environment["ORIEL_UPLOADS"]
    configuration.uploadLimit =
      try uploadLimit ?? number(environment["ORIEL_UPLOAD_LIMIT"], "ORIEL_UPLOAD_LIMIT") ?? configuration.uploadLimit
    let layers: Int? = try windowLayers ?? number(environment["ORIEL_WINDOW_LAYERS"], "ORIEL_WINDOW_LAYERS")
    let models: Int? = try windowModels ?? number(environment["ORIEL_WINDOW_MODELS"], "ORIEL_WINDOW_MODELS")
    configuration.windowLayers = layers ?? configuration.windowLayers
    configuration.windowModels = models ?? configuration.windowModels
    configuration.visitors = try visitors.configured(environment)
    configuration.secret = environment["ORIEL_SECRET"]
    if let timeout = try drainTimeout ?? seconds(environment["ORIEL_DRAIN_TIMEOUT"], "ORIEL_DRAIN_TIMEOUT") {
      configuration.drainTime = Int64(max(0, min(timeout, 86_400)) * 1000)
    }
    configuration.logLevel =
      logLevel ?? environment["ORIEL_LOG_LEVEL"].flatMap(Logger.Level.init(rawValue:)) ?? configuration.logLevel
    try configuration.validate()
    return configuration
  }

  private func number<Number: FixedWidthInteger>(_ text: String?, _ name: String) throws -> Number? {
    guard let text else { return nil }
    guard let number = Number(text) else { throw ValidationError("\(name) must be a whole number.") }
    return number
  }

  private func seconds(_ text: String?, _ name: String, of unit: String = "seconds") throws -> Double? {
    guard let text else { return nil }
    guard let seconds = Double(text), seconds >= 0 else {
      throw ValidationError("\(name) must be a number of \(unit).")
    }
    return seconds
  }

  private func list(_ text: String?) -> [String] {
    text?.split(whereSeparator: { $0 == "," || $0 == " " }).map(String.init) ?? []
  }

  private func tokenFile(_ environment: [String: String]) throws -> String? {
    guard let path = adminTokenFile ?? environment["ORIEL_ADMIN_TOKEN_FILE"] else { return nil }
    do {
      return try String(contentsOfFile: path, encoding: .utf8).trimmingCharacters(in: .whitespacesAndNewlines)
    } catch {
      throw ConfigurationError.unreadableTokenFile(path, reason: error.localizedDescription)
    }
  }
}

extension Logger.Level: @retroactive ExpressibleByArgument {}

extension WindowApp {
  /// Runs the app as a program of its own: `serve` with its flags, and `store`.
  // `@main` doesn't accept a function that runs on its caller's executor, which is what `async` means in this package.
  @concurrent public static func main() async {
    await AppCommand<Self>.main()
  }
}

/// The program of an app. `serve` is the default command.
struct AppCommand<App: WindowApp>: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: String(describing: App.self).lowercased(),
      subcommands: [ServeCommand<App>.self, StoreCommand<App>.self], defaultSubcommand: ServeCommand<App>.self)
  }
}
