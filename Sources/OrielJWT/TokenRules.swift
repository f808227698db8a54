import Oriel
import OrielDocument
import OrielGateway
import OrielHub

/// The required claims of a token, in addition to a valid signature (RFC 7519 §4.1), and their meaning.
package struct TokenRules: Sendable, Equatable {
  /// The required `iss`.
  package var issuer: String?
  /// The required `aud`, or one of several.
  package var audience: String?
  /// The client for which an ID token must be (`azp`), if it names one or has several audiences (OpenID Connect Core 1.0
  /// §3.1.3.7).
  package var authorizedParty: String?
  /// The claim that holds the roles, as a member name or a path of names separated by dots. Its value is a list or a
  /// string with spaces.
  package var rolesClaim = "roles"
  /// The tolerated clock difference in milliseconds.
  package var skew: Int64 = 60_000

  package init() {}

  /// - Parameter now: Milliseconds since 1970.
  func caller(_ claims: JSONValue, now: Int64) -> Caller {
    do throws(TokenFault) {
      return try checked(claims, now: now)
    } catch {
      return .refused(error)
    }
  }

  private func checked(_ claims: JSONValue, now: Int64) throws(TokenFault) -> Caller {
    if let issuer, !says(claims["iss"], issuer) { throw .wrongIssuer(expected: issuer) }
    if let audience, !isForUs(claims["aud"], audience) { throw .wrongAudience(expected: audience) }
    if let authorizedParty {
      let isNeeded = claims["azp"] != nil || claims["aud"]?.arrayValue?.count ?? 1 > 1
      if isNeeded, !says(claims["azp"], authorizedParty) { throw .wrongParty(expected: authorizedParty) }
    }
    guard let expires = time(claims["exp"]) else { throw .noExpiry }
    guard let id = claims["sub"]?.stringValue, User.isID(id) else { throw .noSubject }
    for claim in [claims["nbf"], claims["iat"]] where claim != nil {
      guard let begin = time(claim) else { throw .badTime }
      guard begin <= now + skew else { throw .notYetValid(begin - now - skew) }
    }
    guard expires + skew > now else { return .expired(ago: now - expires) }
    let user = User(id: id, name: claims["name"]?.stringValue, roles: roles(claims), claims: texts(claims))
    // `admin` is the id of the admin token's operator.
    guard id != "admin" || user.has(role: "admin") else { throw .reservedSubject }
    return .user(Credentials(user: user, issued: time(claims["iat"]), expires: expires + skew))
  }

  private func isForUs(_ claim: JSONValue?, _ audience: String) -> Bool {
    says(claim, audience) || claim?.arrayValue?.contains { says($0, audience) } ?? false
  }

  /// Compares scalar by scalar, without normalisation.
  private func says(_ claim: JSONValue?, _ text: String) -> Bool {
    claim?.stringValue?.unicodeScalars.elementsEqual(text.unicodeScalars) ?? false
  }

  private func time(_ claim: JSONValue?) -> Int64? {
    guard let seconds = claim?.numberValue, seconds.isFinite, abs(seconds) < 1e11 else { return nil }
    return Int64(seconds * 1000)
  }

  /// The claims that are texts, without those of the token itself (RFC 7519 §4.1) and the roles.
  private func texts(_ claims: JSONValue) -> [String: String] {
    (claims.objectValue ?? [:]).reduce(into: [:]) { texts, claim in
      guard !["iss", "sub", "aud", "jti", rolesClaim].contains(claim.key) else { return }
      texts[claim.key] = claim.value.stringValue
    }
  }

  private func roles(_ claims: JSONValue) -> Set<String> {
    var claim: JSONValue? = claims[rolesClaim]
    if claim == nil { claim = rolesClaim.split(separator: ".").reduce(Optional(claims)) { $0?[String($1)] } }
    if let text = claim?.stringValue { return Set(text.split(separator: " ").map(String.init)) }
    return Set(claim?.arrayValue?.compactMap(\.stringValue) ?? [])
  }
}
