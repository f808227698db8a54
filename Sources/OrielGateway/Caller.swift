import OrielHub

/// The sender of a request, as identified by its bearer token.
package enum Caller: Sendable, Equatable {
  /// There is no token.
  case nobody
  case user(Credentials)
  /// The token expired this many milliseconds ago.
  case expired(ago: Int64)
  case refused(TokenFault)
  /// Too many tokens were invalid: the address has to wait this many seconds.
  case throttled(Int)
  /// The keys for verification are not available.
  case unavailable
}

/// The reason why a token is refused, for the log. The sender is only told that the token is invalid.
///
/// It contains the requirements, and nothing from the token.
package enum TokenFault: Error, Equatable, CustomStringConvertible {
  /// The server takes no other tokens than the admin token.
  case notTheAdminToken
  case malformed
  case tooLong
  case wrongAlgorithm
  case unknownExtension
  case unknownKey
  case wrongSignature
  case wrongIssuer(expected: String)
  case wrongAudience(expected: String)
  case wrongParty(expected: String)
  case noExpiry
  case noSubject
  case reservedSubject
  case badTime
  /// The token becomes valid after this many milliseconds, beyond the skew.
  case notYetValid(Int64)
  case banned
  case signedOut
  case tooLargeForCookie

  package var description: String {
    switch self {
    case .notTheAdminToken: "it is not the admin token, and this server takes no JSON Web Tokens"
    case .malformed: "it is neither the admin token nor a JSON Web Token"
    case .tooLong: "it has more than 8192 bytes"
    case .wrongAlgorithm: "its algorithm (alg) is none of HS256, RS256, ES256 and EdDSA"
    case .unknownExtension: "it needs an extension (crit) that this server does not have"
    case .unknownKey: "no key of its name (kid) is known for its algorithm (alg)"
    case .wrongSignature: "its signature is wrong: it was signed with another key or secret, or changed since"
    case .wrongIssuer(let expected): "its issuer (iss) is not \(expected)"
    case .wrongAudience(let expected): "its audience (aud) does not have \(expected)"
    case .wrongParty(let expected): "the party that it is for (azp) is not \(expected)"
    case .noExpiry: "it has no expiry (exp), or none that is a number of seconds"
    case .noSubject: "its subject (sub) is not a user's ID: 1 to 64 characters, and not beginning with u-"
    case .reservedSubject: "its subject (sub) is admin, without the role admin"
    case .badTime: "its nbf or iat is not a number of seconds"
    case .notYetValid(let milliseconds):
      "it is valid only in \((milliseconds + 999) / 1000) s (nbf, iat): compare the clocks, or raise --jwt-skew"
    case .banned: "its user is banned"
    case .signedOut: "its user has signed out since it was issued"
    case .tooLargeForCookie: "its user, roles and claims do not fit into a cookie"
    }
  }

  /// The same for all faults of a kind.
  var kind: String {
    if case .notYetValid = self { "notYetValid" } else { description }
  }
}

/// Verifies tokens of another issuer.
package protocol TokenVerifier: Sendable {
  /// Verifies a token with the loaded keys; `nil` if that takes another key.
  ///
  /// - Parameter now: Milliseconds since 1970.
  func caller(of token: Substring, now: Int64) -> Caller?

  /// Fetches newer keys, unless that was done a moment ago; calls `then` once, on any thread.
  func refresh(then: @escaping @Sendable () -> Void)
}
