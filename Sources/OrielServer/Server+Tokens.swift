import Foundation
import Logging
import OrielGateway
import OrielJWT

extension Server {
  /// Creates the verifier of JSON Web Tokens; `nil` if there are no keys.
  func makeTokens() async throws -> (any TokenVerifier)? {
    guard let tokens = configuration.tokens else { return nil }
    var rules = TokenRules()
    rules.issuer = tokens.issuer
    rules.audience = tokens.audience
    rules.rolesClaim = tokens.rolesClaim ?? rules.rolesClaim
    rules.skew = Int64(tokens.skew * 1000)
    do {
      let verifier = try await JWTVerifier(source(tokens), rules: rules) { [logger] in logger.notice("\($0)") }
      // For as long as the process.
      Task { await verifier.refresh(every: .seconds(tokens.refresh)) }
      return verifier
    } catch {
      throw ConfigurationError.unreadableKeys(tokens.keys ?? tokens.secretFile ?? "", reason: "\(error)")
    }
  }

  private func source(_ tokens: TokenConfiguration) -> KeySource {
    if let path = tokens.secretFile { return .secretFile(path) }
    let keys = tokens.keys ?? ""
    return keys.contains("://") ? URL(string: keys).map(KeySource.url) ?? .file(keys) : .file(keys)
  }
}
