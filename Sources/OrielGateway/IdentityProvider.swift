import OrielHub

/// Another server that knows who users are (OpenID Connect Core 1.0 §3.1).
package protocol IdentityProvider: Sendable {
  /// The address to which a browser goes to sign in.
  func address(for attempt: ProviderAttempt) async throws(ProviderFailure) -> String

  /// Exchanges the code that a browser has brought for the user's credentials.
  ///
  /// - Parameter now: Milliseconds since 1970.
  func credentials(
    for code: String, of attempt: ProviderAttempt, now: Int64
  ) async throws(ProviderFailure) -> Credentials

  /// The address at which a browser signs out there too; `nil` if the provider has none, or can't be reached.
  func addressToSignOut(returningTo address: String) async -> String?

  /// Whether an answer that names this issuer, or none, may be the provider's (RFC 9207 §2.4).
  func mayHaveAnswered(as issuer: String?) -> Bool
}

/// One attempt of a browser to sign in at a provider, with secrets of its own.
package struct ProviderAttempt: Sendable, Equatable {
  /// Comes back with the browser.
  package var state: String
  /// Comes back in the provider's token.
  package var nonce: String
  /// Proves that the code is for this server (RFC 7636).
  package var verifier: String
  /// Where the browser comes back to.
  package var redirect: String

  package init(state: String, nonce: String, verifier: String, redirect: String) {
    (self.state, self.nonce, self.verifier, self.redirect) = (state, nonce, verifier, redirect)
  }
}

/// The reason why a user was not signed in by a provider, for the log.
package enum ProviderFailure: Error, Equatable, CustomStringConvertible {
  /// The provider can't be reached, or its own description can't be used.
  case unavailable(String)
  /// It has refused the code.
  case refused(String)
  /// Its token is none for this attempt.
  case wrongToken(String)

  package var description: String {
    switch self {
    case .unavailable(let reason): "the provider can't be used: \(reason)"
    case .refused(let reason): "the provider has refused the code: \(reason)"
    case .wrongToken(let reason): "the provider's token was refused: \(reason)"
    }
  }

  /// Whether the browser has brought a wrong code, and not the provider, or its configuration here, is at fault.
  var isOfSender: Bool { if case .refused = self { true } else { false } }
  var isUnavailable: Bool { if case .unavailable = self { true } else { false } }
}
