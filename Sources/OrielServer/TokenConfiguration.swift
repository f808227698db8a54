import ArgumentParser
import Foundation

/// The keys that verify JSON Web Tokens, and the required claims.
struct TokenConfiguration: Sendable, Equatable {
  /// A file or an address.
  var keys: String?
  /// A file with a shared secret.
  var secretFile: String?
  var issuer: String?
  var audience: String?
  var rolesClaim: String?
  /// Seconds.
  var skew = 60.0
  /// Seconds between two looks at the keys.
  var refresh = 300.0

  /// Refuses unsafe configurations with an error that says what to change.
  func validate() throws(ConfigurationError) {
    guard (keys == nil) != (secretFile == nil) else { throw .tokenKeys }
    guard skew >= 0, skew <= 600 else { throw .tokenSkew }
    guard refresh >= 10, refresh <= 86_400 else { throw .tokenRefresh }
    guard let keys, keys.contains("://") else { return }
    guard let url = URL(string: keys), let host = url.host,
      url.scheme == "https" || url.scheme == "http" && ["127.0.0.1", "localhost", "::1"].contains(host)
    else { throw .tokenKeysAddress(keys) }
    // An issuer with many services signs tokens for all of them with the same keys.
    guard audience != nil else { throw .tokenAudience }
  }
}

/// The flags of `serve` for JSON Web Tokens.
struct TokenOptions: ParsableArguments {
  @Option(help: "The JSON Web Key Set to verify tokens with: a file, or https://…") var jwtKeys: String?
  @Option(help: "A file with the secret that HS256 tokens are signed with.") var jwtSecretFile: String?
  @Option(help: "The issuer (iss) that tokens must have.") var jwtIssuer: String?
  @Option(help: "The audience (aud) that tokens must have.") var jwtAudience: String?
  @Option(help: "The claim with the roles; a.b for b in a. Defaults to roles.") var jwtRolesClaim: String?
  @Option(help: "Seconds by which other clocks may be wrong. Defaults to 60.") var jwtSkew: Double?
  @Option(help: "Seconds between two checks for new keys. Defaults to 300.") var jwtRefresh: Double?

  /// Returns `nil` if no keys are given.
  func configured(_ environment: [String: String]) throws -> TokenConfiguration? {
    var tokens = TokenConfiguration()
    tokens.keys = jwtKeys ?? environment["ORIEL_JWT_KEYS"]
    tokens.secretFile = jwtSecretFile ?? environment["ORIEL_JWT_SECRET_FILE"]
    guard tokens.keys != nil || tokens.secretFile != nil else { return nil }
    tokens.issuer = jwtIssuer ?? environment["ORIEL_JWT_ISSUER"]
    tokens.audience = jwtAudience ?? environment["ORIEL_JWT_AUDIENCE"]
    tokens.rolesClaim = jwtRolesClaim ?? environment["ORIEL_JWT_ROLES_CLAIM"]
    tokens.skew = try jwtSkew ?? number(environment["ORIEL_JWT_SKEW"], "ORIEL_JWT_SKEW") ?? tokens.skew
    tokens.refresh = try jwtRefresh ?? number(environment["ORIEL_JWT_REFRESH"], "ORIEL_JWT_REFRESH") ?? tokens.refresh
    try tokens.validate()
    return tokens
  }

  private func number(_ text: String?, _ name: String) throws -> Double? {
    guard let text else { return nil }
    guard let number = Double(text) else { throw ValidationError("\(name) must be a number of seconds.") }
    return number
  }
}
