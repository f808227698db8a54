import Foundation
import Logging
import OrielGateway
import OrielJWT

extension Server {
  /// Creates the verifier of JSON Web Tokens; `nil` if there are no keys.
  func makeTokens() async throws -> (any TokenVerifier)? {
    guard configuration.verifiesTokens else { return nil }
    var rules = TokenRules()
    rules.issuer = configuration.jwtIssuer
    rules.audience = configuration.jwtAudience
    rules.rolesClaim = configuration.jwtRolesClaim ?? rules.rolesClaim
    rules.skew = Int64(configuration.jwtSkew * 1000)
    do {
      let verifier = try await JWTVerifier(keySource, rules: rules) { [logger] in logger.notice("\($0)") }
      // For as long as the process.
      Task { await verifier.refresh(every: .seconds(configuration.jwtRefresh)) }
      return verifier
    } catch {
      let path = configuration.jwtKeys ?? configuration.jwtSecretFile ?? ""
      throw ConfigurationError.unreadableKeys(path, reason: "\(error)")
    }
  }

  /// Creates the provider by which browsers sign in; `nil` if there is none. It may be down now.
  func makeProvider() throws -> (any IdentityProvider)? {
    guard let issuer = configuration.oidcIssuer, let id = configuration.oidcClient else { return nil }
    var secret: String?
    if let path = configuration.oidcClientSecretFile {
      guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
        throw ConfigurationError.unreadableSecret(path, reason: "it is not there, or no text")
      }
      let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
      guard !trimmed.isEmpty else { throw ConfigurationError.emptySecret(path) }
      secret = trimmed
    }
    var rules = TokenRules()
    rules.rolesClaim = configuration.jwtRolesClaim ?? rules.rolesClaim
    rules.skew = Int64(configuration.jwtSkew * 1000)
    let client = OpenIDProvider.Client(id: id, secret: secret, scopes: configuration.oidcScopes)
    return OpenIDProvider(issuer: issuer, client: client, rules: rules) { [logger] in logger.notice("\($0)") }
  }

  private var keySource: KeySource {
    if let path = configuration.jwtSecretFile { return .secretFile(path) }
    let keys = configuration.jwtKeys ?? ""
    return keys.contains("://") ? URL(string: keys).map(KeySource.url) ?? .file(keys) : .file(keys)
  }
}
