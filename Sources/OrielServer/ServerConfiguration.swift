import Logging
import OrielGateway
import OrielSystem
import OrielTransport

/// The configuration of a server. Each property has a flag of `serve` and an environment variable.
struct ServerConfiguration: Sendable {
  var host = "127.0.0.1"
  var port: UInt16 = 8080
  /// The number of event loops; `nil` to choose one for the app.
  var loops: Int?
  /// The address that browsers use, if not `host`: `https://app.example`.
  var publicURL: String?
  /// Allows listening on addresses other than the loopback without a TLS proxy.
  var isInsecure = false
  var allowedOrigins: Set<String> = []
  /// Addresses and networks of proxies whose `X-Forwarded-For` is trusted.
  var trustedProxies: [String] = []
  var adminToken: String?
  /// Milliseconds until a browser's session ends and its user must sign in again.
  var sessionTime: Int64 = 12 * 3_600_000
  /// How JSON Web Tokens are verified; `nil` to accept none.
  var tokens: TokenConfiguration?
  /// Whether anonymous users are allowed.
  var allowsAnonymous = true
  /// The path of the store, or `memory`.
  var database = ServerConfiguration.defaultDatabase
  static let defaultDatabase = "./oriel.db"
  var isStored: Bool { database != "memory" }
  /// Minutes after which a window without a page leaves memory.
  var sleepMinutes = 30
  /// Days after which an unused window is deleted.
  var windowDays = 7
  /// Days that the audit goes back, and its maximum number of lines.
  var auditDays = 365
  var auditLines = 1_000_000
  /// The folder of uploaded files; by default beside the store.
  var uploads: String?
  /// Largest file that a user may send, in bytes.
  var uploadLimit = 100 << 20
  /// The layers on one another in a window, and its models in all.
  var windowLayers = 32
  var windowModels = 1000
  var visitors = VisitorConfiguration()
  var secret: String?
  var logLevel = Logger.Level.info
  /// Whether to restart the server after a kill, and let visitors kill it.
  var isDemo = false
  var demoRun: DemoRun?
  /// The maximum duration of a drain in milliseconds.
  var drainTime: Int64 = 10_000

  var isLoopback: Bool { host == "localhost" || host == "::1" || host.hasPrefix("127.") }
  /// Whether only this machine can reach the server, according to the configuration.
  var isPrivate: Bool { isLoopback && publicURL == nil && trustedProxies.isEmpty }
  /// Whether a visitor may kill the server, which is allowed only if that loses nothing.
  var mayBeStopped: Bool { demoRun != nil && isPrivate && isStored }
  var isSecure: Bool { publicOrigin?.scheme == "https" }
  var publicOrigin: WebOrigin? { publicURL.flatMap(WebOrigin.init) }
  /// The names that the server answers to.
  var reach: AllowedOrigins.Address { publicOrigin.map { .publicURL($0) } ?? (isLoopback ? .loopback : .anyName) }

  /// The page's address, for display.
  func address(port: UInt16) -> String {
    if let publicURL { return publicURL }
    let name = host.contains(":") ? "[\(host)]" : host
    return "http://\(name):\(port)"
  }

  /// Refuses unsafe configurations with an error that says what to change.
  func validate() throws(ConfigurationError) {
    if !isLoopback && !isInsecure && publicURL == nil { throw .openAddress(host) }
    if let publicURL, publicOrigin == nil || !isSecure && !isInsecure { throw .publicURL(publicURL) }
    if let adminToken, !Self.isToken(adminToken) { throw .adminToken }
    if !allowsAnonymous, adminToken == nil, !isLoopback, tokens == nil { throw .nobodyCanSignIn }
    if let secret, secret.utf8.count < 32 { throw .shortSecret }
    guard 1...36_500 ~= windowDays, 1...36_500 ~= auditDays else { throw .retention }
    if let loops, !(1...CrashJournalFile.maximumHubs ~= loops) { throw .loops }
    guard 1...1440 ~= sleepMinutes else { throw .sleepAfter }
    guard 1...1_000_000_000 ~= auditLines else { throw .auditLines }
    guard 1...1000 ~= windowLayers, 1...100_000 ~= windowModels else { throw .windowLimits }
    guard 0...(1 << 40) ~= uploadLimit else { throw .uploadLimit }
    if let flag = visitors.faults.first { throw .visitors(flag: flag) }
    for origin in allowedOrigins where WebOrigin(origin) == nil { throw .origin(origin) }
    for proxy in trustedProxies where TrustedProxies([proxy]) == nil { throw .trustedProxy(proxy) }
  }

  /// Whether a token is valid both in a subprotocol (RFC 6455 §4.1, RFC 9110 §5.6.2) and in a bearer header.
  private static func isToken(_ token: String) -> Bool {
    token.utf8.count >= 16
      && token.unicodeScalars.allSatisfy {
        $0.isASCII && ($0.properties.isAlphabetic || "0123456789._~-".unicodeScalars.contains($0))
      }
  }

}

/// The reason why a server doesn't start. Each message says what to change.
enum ConfigurationError: Error, Equatable, CustomStringConvertible {
  case openAddress(String)
  case publicURL(String)
  case adminToken
  case shortSecret
  case origin(String)
  case trustedProxy(String)
  case unreadableTokenFile(String, reason: String)
  case unreadableSecret(String, reason: String)
  case tokenKeys
  case tokenKeysAddress(String)
  case tokenAudience
  case tokenSkew
  case tokenRefresh
  case unreadableKeys(String, reason: String)
  case nobodyCanSignIn
  case loops
  case retention
  case sleepAfter
  case auditLines
  case windowLimits
  case uploadLimit
  case visitors(flag: String)

  var description: String {
    switch self {
    case .openAddress(let host):
      """
      Other machines can reach \(host). Put a TLS proxy in front of the server and add --public-url https://…, or add \
      --insecure on a network that you trust.
      """
    case .publicURL(let url):
      "--public-url \(url): write https://host or https://host:port, without a path. http:// needs --insecure too."
    case .adminToken:
      "The admin token must have at least 16 characters, all from A-Z a-z 0-9 . _ ~ -. To make one: openssl rand -hex 24"
    case .shortSecret: "ORIEL_SECRET must have at least 32 bytes. To make one: openssl rand -hex 32"
    case .origin(let origin): "--allow-origin \(origin): write an origin as https://host or https://host:port."
    case .trustedProxy(let proxy):
      "--trusted-proxies \(proxy): write IP addresses and networks, such as 127.0.0.1,10.0.0.0/8."
    case .unreadableTokenFile(let path, let reason): "The admin token file \(path) can't be read: \(reason)"
    case .unreadableSecret(let path, let reason):
      "The cookie secret \(path) can't be read or written: \(reason). Set ORIEL_SECRET, or make the folder writable."
    case .tokenKeys: "Use either --jwt-keys or --jwt-secret-file, not both."
    case .tokenKeysAddress(let keys): "--jwt-keys \(keys): give a file, or an address that begins with https://."
    case .tokenAudience:
      "Keys at an address sign tokens for other services too. Add --jwt-audience with the audience of the tokens for this one."
    case .tokenSkew: "--jwt-skew must be a number of seconds from 0 to 600."
    case .tokenRefresh: "--jwt-refresh must be a number of seconds from 10 to 86400."
    case .unreadableKeys(let keys, let reason): "The keys in \(keys) can't be used: \(reason)"
    case .nobodyCanSignIn:
      "With --require-sign-in and no way to sign in, no user gets in. Add an admin token, or keys for JSON Web Tokens."
    case .windowLimits: "--window-layers must be a number from 1 to 1000, and --window-models one from 1 to 100000."
    case .uploadLimit: "--upload-limit must be a number of bytes up to 1099511627776; 0 allows empty files only."
    case .visitors(let flag): "\(flag) must be a number from 1 to \(VisitorConfiguration.range.upperBound)."
    case .retention: "--keep-windows and --keep-audit must be numbers of days from 1 to 36500."
    case .loops: "--loops must be a number from 1 to \(CrashJournalFile.maximumHubs)."
    case .sleepAfter: "--sleep-after must be a number of minutes from 1 to 1440."
    case .auditLines: "--audit-lines must be a number from 1 to 1000000000."
    }
  }
}
