import ArgumentParser
import Logging
import OrielAdmin
import OrielGateway
import OrielHub
import OrielSystem

/// The settings of a server. Each is declared here alone: its flag and its variable by its name, its help, its range and
/// its default. *Limits* states some of them again, which `test_settings.py` compares.
struct ServeOptions: ParsableArguments, Sendable {
  // MARK: Addresses

  @Option("The address to listen on.") var host: Setting<String> = "127.0.0.1"
  @Option("The port; 0 picks a free one.", in: 0...65_535) var port: Setting<Int> = 8080
  @Option(
    """
    The number of event loops, each on a thread of its own, from 1 to \(CrashJournalFile.maximumHubs). Defaults to one \
    for each core, if the app has several tenants.
    """, in: 1...CrashJournalFile.maximumHubs) var loops: Int?
  @Option(help: "The address at which browsers reach the server, behind a TLS proxy: https://…") var publicUrl: String?
  @Flag(help: "Accept connections from other machines without TLS.") var insecure = false
  @Option(help: "Another origin whose pages may connect. Can be repeated.") var allowOrigin: [String] = []
  @Option(help: "Addresses and networks of proxies whose X-Forwarded-For is trusted: 127.0.0.1,10.0.0.0/8")
  var trustedProxies: String?

  // MARK: Who may do what

  @Option(help: "The operator's token. On the loopback one is generated if there is none.") var adminToken: String?
  @Option(help: "A file with the operator's token.") var adminTokenFile: String?
  @Option(
    help: ArgumentHelp(
      """
      What operators with a role may do, as ROLE=ACT,ACT:scene=SCENE:tag=TAG. Can be repeated. The role admin may do \
      everything.
      """, valueName: "grant"), transform: OperatorGrant.init(parsing:)) var operatorRole: [OperatorGrant] = []
  @Option("Hours after which people must sign in again.", in: 0.0003...8760) var sessionHours: Setting<Double> = 12
  @Flag(help: "Let in only people who have signed in. Without it every browser is an anonymous user.")
  var requireSignIn = false
  @Flag(help: "Let pages of an allowed origin show windows to anonymous visitors, who have no token.")
  var embedVisitors = false
  @Option(help: "The address of the OpenID Connect provider by which people sign in.") var oidcIssuer: String?
  @Option(help: "How the provider knows this server (client_id).") var oidcClient: String?
  @Option(help: "A file with the secret that the provider has given this server.") var oidcClientSecretFile: String?
  @Option("What is asked of the provider, with spaces.") var oidcScopes: Setting<String> = "openid profile"
  @Option(help: "The JSON Web Key Set to verify tokens with: a file, or https://…") var jwtKeys: String?
  @Option(help: "A file with the secret that HS256 tokens are signed with.") var jwtSecretFile: String?
  @Option(help: "The issuer (iss) that tokens must have.") var jwtIssuer: String?
  @Option(help: "The audience (aud) that tokens must have.") var jwtAudience: String?
  @Option(help: "The claim with the roles; a.b for b in a. Defaults to roles.") var jwtRolesClaim: String?
  @Option("Seconds by which other clocks may be wrong.", in: 0...600) var jwtSkew: Setting<Double> = 60
  @Option("Seconds between two checks for new keys.", in: 10...86_400) var jwtRefresh: Setting<Double> = 300

  // MARK: What is kept

  @Option("The file to keep windows in, the address of a database (postgres://USER@HOST/DATABASE), or memory.")
  var database: Setting<String> = defaultDatabase
  static let defaultDatabase: Setting<String> = "./oriel.db"
  @Option("The folder for what a server with a database keeps on its own machine.") var state: Setting<String> =
    defaultState
  static let defaultState: Setting<String> = "./oriel-state"
  @Option(
    help: """
      Where other servers of the same database reach this one, as HOST:PORT: it serves beside them, as a node, instead of \
      waiting for their end.
      """) var nodeAddress: String?
  @Option(help: "How people know this server. Defaults to the name of the machine.") var nodeName: String?
  @Option("Minutes to keep a window without a page in memory.", in: 1...1440) var sleepAfter: Setting<Int> = 30
  @Option("Days to keep a window that is not used.", in: 1...36_500) var keepWindows: Setting<Int> = 7
  @Option("Days to keep the audit.", in: 1...36_500) var keepAudit: Setting<Int> = 365
  @Option("The largest number of audit records.", in: 1...1_000_000_000) var auditLines: Setting<Int> = 1_000_000
  @Option(help: "The folder for files that users upload. Defaults to one beside the store.") var uploads: String?
  @Option("The largest file that a user may upload, in bytes; 0 allows empty files only.", in: 0...(1 << 40))
  var uploadLimit: Setting<Int> = 104_857_600

  // MARK: Limits of windows, and of an address

  @Option("The largest number of layers on one another in a window.", in: 1...1000)
  var windowLayers = Setting(HubLimits().layersPerWindow)
  @Option("The largest number of models in a window.", in: 1...100_000)
  var windowModels = Setting(HubLimits().modelsPerWindow)
  @Option("The largest number of windows to keep for a user.", in: many)
  var windowsPerUser = Setting(HubLimits().keptWindowsPerUser)
  @Option("The memory that all windows may take, in MiB; those of an address a quarter of it.", in: many)
  var windowMemory = Setting(HubLimits().windowMemory >> 20)
  @Option("The largest number of new anonymous users from one address in an hour.", in: many)
  var newUsersPerAddress = Setting(HubLimits().newUsersPerHour)
  @Option("The largest number of windows opened from one address in an hour.", in: many)
  var newWindowsPerAddress = Setting(HubLimits().newWindowsPerHour)
  @Option("The largest number of uploads from one address at a time.", in: many)
  var uploadsPerAddress = Setting(HubLimits().uploads.perNetwork)
  @Option("The largest number of WebSockets from one address.", in: many)
  var connectionsPerAddress = Setting(GatewayLimits().connectionsPerAddress)
  @Option("The largest number of new WebSockets from one address in a minute.", in: many)
  var handshakesPerAddress = Setting(GatewayLimits().handshakesPerMinute)
  private static let many = 1...1_000_000_000

  // MARK: The process

  @Option("Seconds to wait for unsaved changes at shutdown; pages send the rest again later.", in: 0...86_400)
  var drainTimeout: Setting<Double> = 10
  @Flag(help: "Restart after a crash, and let pages on this machine stop the server, to show that nothing is lost.")
  var demo = false
  @Option(help: "The least severe log level. Defaults to info.") var logLevel: Logger.Level?
}

extension Logger.Level: @retroactive ExpressibleByArgument {}
