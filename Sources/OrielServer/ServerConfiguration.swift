import Foundation
import Logging
import OrielGateway
import OrielJWT
import OrielTransport

/// The configuration of a server: its settings, and what follows from them.
@dynamicMemberLookup
struct ServerConfiguration: Sendable {
  private let given: Given<ServeOptions>
  let adminToken: String?
  /// The key that signs cookies.
  let secret: String?
  let demoRun: DemoRun?

  /// Refuses unsafe configurations with an error that says what to change.
  init(_ options: ServeOptions, environment: [String: String]) throws {
    given = try Given(options, environment: environment)
    adminToken = try options.adminToken ?? given.adminTokenFile.map(Self.token(in:)) ?? given.adminToken
    secret = environment["ORIEL_SECRET"]
    demoRun = given.demo ? DemoRun(environment: environment) : nil
    try validate()
  }

  subscript<Value>(dynamicMember path: KeyPath<Given<ServeOptions>, Value>) -> Value { given[keyPath: path] }

  private static func token(in path: String) throws(ConfigurationError) -> String {
    do {
      return try String(contentsOfFile: path, encoding: .utf8).trimmingCharacters(in: .whitespacesAndNewlines)
    } catch {
      throw .unreadableTokenFile(path, reason: error.localizedDescription)
    }
  }

  var port: UInt16 { demoRun?.port ?? UInt16(given.port) }
  var publicURL: String? { given.publicUrl.map { $0.last == "/" ? String($0.dropLast()) : $0 } }
  var allowedOrigins: Set<String> { Set(given.allowOrigin) }
  var trustedProxies: [String] { given.trustedProxies?.listed ?? [] }
  var verifiesTokens: Bool { given.jwtKeys != nil || given.jwtSecretFile != nil }
  var logLevel: Logger.Level { given.logLevel ?? .info }
  var storeAddress: StoreAddress { StoreAddress(given.database) }
  var isStored: Bool { storeAddress != .memory }
  /// Where the files of this machine are: beside the store's own, or in the folder for those of a database.
  var localPath: String? { storeAddress.localPath(state: given.state) }
  var isLoopback: Bool { ["localhost", "::1"].contains(given.host) || given.host.hasPrefix("127.") }
  /// Whether only this machine can reach the server, according to the configuration.
  var isPrivate: Bool { isLoopback && publicURL == nil && trustedProxies.isEmpty }
  /// Whether a visitor may kill the server, which is allowed only if that loses nothing.
  var mayBeStopped: Bool { demoRun != nil && isPrivate && isStored }
  var isSecure: Bool { publicOrigin?.scheme == "https" }
  var publicOrigin: WebOrigin? { publicURL.flatMap(WebOrigin.init) }
  /// The names that the server answers to.
  var reach: AllowedOrigins.Address { publicOrigin.map { .publicURL($0) } ?? (isLoopback ? .loopback : .anyName) }

  /// The address that it listens on, as a URL has it.
  var hostInURL: String { given.host.contains(":") ? "[\(given.host)]" : given.host }

  /// The page's address, for display.
  func address(port: UInt16) -> String {
    if let publicURL { return publicURL }
    return "http://\(hostInURL):\(port)"
  }

  private func validate() throws(ConfigurationError) {
    if !isLoopback && !given.insecure && publicURL == nil { throw .openAddress(given.host) }
    if let publicURL, publicOrigin == nil || !isSecure && !given.insecure { throw .publicURL(publicURL) }
    if let adminToken, !Self.isToken(adminToken) { throw .adminToken }
    if given.requireSignIn, adminToken == nil, !isLoopback, !verifiesTokens, given.oidcIssuer == nil {
      throw .nobodyCanSignIn
    }
    if given.embedVisitors, allowedOrigins.isEmpty { throw .visitorsOfNoOrigin }
    if given.embedVisitors, given.requireSignIn { throw .visitorsWithoutSignIn }
    if let secret, secret.utf8.count < 32 { throw .shortSecret }
    for origin in allowedOrigins where WebOrigin(origin) == nil { throw .origin(origin) }
    for proxy in trustedProxies where TrustedProxies([proxy]) == nil { throw .trustedProxy(proxy) }
    if case .database = storeAddress { try validateSharing() }
    if let address = given.nodeAddress { try validate(nodeAddress: address) }
    try validateKeys()
    try validateProvider()
  }

  private func validateProvider() throws(ConfigurationError) {
    guard given.oidcIssuer != nil || given.oidcClient != nil || given.oidcClientSecretFile != nil else { return }
    guard let issuer = given.oidcIssuer, given.oidcClient?.isEmpty == false else { throw .incompleteProvider }
    guard let url = URLComponents(string: issuer), url.host?.isEmpty == false, url.query == nil, url.fragment == nil,
      url.user == nil, url.url.map(KeySource.isTrusted) == true
    else { throw .provider(issuer) }
    let scopes = given.oidcScopes
    guard scopes.split(separator: " ").contains("openid") else { throw .scopes(scopes) }
  }

  /// Servers that use one database accept each other's cookies and operators.
  private func validateSharing() throws(ConfigurationError) {
    if secret == nil, let localPath, !FileManager.default.fileExists(atPath: Secret.path(beside: localPath)) {
      throw .noSecret
    }
    if adminToken == nil { throw .noAdminToken }
  }

  private func validate(nodeAddress address: String) throws(ConfigurationError) {
    guard case .database = storeAddress else { throw .nodeWithoutDatabase }
    guard let colon = address.lastIndex(of: ":"), colon != address.startIndex,
      let port = UInt16(address[address.index(after: colon)...]), port > 0,
      URL(string: "http://\(address)/") != nil
    else { throw .nodeAddress(address) }
  }

  private func validateKeys() throws(ConfigurationError) {
    if given.jwtKeys != nil, given.jwtSecretFile != nil { throw .tokenKeys }
    guard let keys = given.jwtKeys, keys.contains("://") else { return }
    guard let url = URL(string: keys), let host = url.host,
      url.scheme == "https" || url.scheme == "http" && ["127.0.0.1", "localhost", "::1"].contains(host)
    else { throw .tokenKeysAddress(keys) }
    // An issuer with many services signs tokens for all of them with the same keys.
    guard given.jwtAudience != nil else { throw .tokenAudience }
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
  case unwritableState(String, reason: String)
  case unusableUploads(String, reason: String)
  case noSecret
  case noAdminToken
  case twoWaysToSignIn
  case incompleteProvider
  case provider(String)
  case scopes(String)
  case emptySecret(String)
  case origin(String)
  case trustedProxy(String)
  case unreadableTokenFile(String, reason: String)
  case unreadableSecret(String, reason: String)
  case tokenKeys
  case tokenKeysAddress(String)
  case tokenAudience
  case unreadableKeys(String, reason: String)
  case nobodyCanSignIn
  case visitorsOfNoOrigin
  case visitorsWithoutSignIn
  case nodeWithoutDatabase
  case nodeAddress(String)
  case unknownScene(String, known: [String])

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
    case .unwritableState(let path, let reason):
      "The folder \(path) can't be made: \(reason). Give another one with --state."
    case .unusableUploads(let path, let reason):
      "The folder \(path) can't be used for uploads: \(reason). Give another one with --uploads."
    case .noSecret:
      "Servers that use one database need one key for cookies. Set ORIEL_SECRET. To make one: openssl rand -hex 32"
    case .twoWaysToSignIn:
      """
      --require-sign-in asks for a token, and the app has a window for signing in, which visitors could not open. Leave the flag \
      out: windows that need a user have a role (requiresRole) or a tenancy such as .claim.
      """
    case .incompleteProvider: "Give both --oidc-issuer, the address of the provider, and --oidc-client, the client_id."
    case .scopes(let scopes): "--oidc-scopes \"\(scopes)\": openid must be one of them."
    case .emptySecret(let path):
      "\(path) is empty. Leave --oidc-client-secret-file out if the provider has given this server no secret."
    case .provider(let issuer): "--oidc-issuer \(issuer): give an address that begins with https://."
    case .unknownScene(let scene, let known):
      "--operator-role: the app has no scene \"\(scene)\". It has \(known.joined(separator: ", "))."
    case .noAdminToken:
      "Servers that use one database need one admin token. Set ORIEL_ADMIN_TOKEN. To make one: openssl rand -hex 24"
    case .origin(let origin): "--allow-origin \(origin): write an origin as https://host, or http://host:port."
    case .trustedProxy(let proxy):
      "--trusted-proxies \(proxy): write IP addresses and networks, such as 127.0.0.1,10.0.0.0/8."
    case .unreadableTokenFile(let path, let reason): "The admin token file \(path) can't be read: \(reason)"
    case .unreadableSecret(let path, let reason):
      "The cookie secret \(path) can't be read or written: \(reason). Set ORIEL_SECRET, or make the folder writable."
    case .tokenKeys: "Use either --jwt-keys or --jwt-secret-file, not both."
    case .tokenKeysAddress(let keys): "--jwt-keys \(keys): give a file, or an address that begins with https://."
    case .tokenAudience:
      "Keys at an address sign tokens for other services too. Add --jwt-audience with the audience of the tokens for this one."
    case .unreadableKeys(let keys, let reason): "The keys in \(keys) can't be used: \(reason)"
    case .nodeWithoutDatabase:
      "--node-address is for servers that use one database. Add --database postgres://USER@HOST/DATABASE, or leave it out."
    case .nodeAddress(let address):
      "--node-address \(address): write HOST:PORT, where the other servers reach this one, such as 10.0.0.5:8080."
    case .visitorsOfNoOrigin:
      "--embed-visitors is for pages of other origins. Add --allow-origin with the origin of these pages, or leave it out."
    case .visitorsWithoutSignIn:
      "--embed-visitors lets in people who have not signed in, and --require-sign-in does not. Leave one of them out."
    case .nobodyCanSignIn:
      "With --require-sign-in and no way to sign in, no user gets in. Add an admin token, or keys for JSON Web Tokens."
    }
  }
}
