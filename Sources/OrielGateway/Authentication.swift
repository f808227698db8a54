import Oriel
import OrielHub

/// Identifies the sender of a request by its credentials.
package struct Authentication: Sendable {
  /// Signs a message with the server's secret.
  let sign: @Sendable ([UInt8]) -> [UInt8]
  /// Compares in constant time.
  let isEqual: @Sendable ([UInt8], [UInt8]) -> Bool
  /// 16 random bytes.
  let random: @Sendable () -> [UInt8]
  let adminToken: String?
  let secureCookies: Bool
  /// The verifier of JSON Web Tokens, if there is one.
  package var tokens: (any TokenVerifier)?
  /// The provider by which browsers sign in, if there is one.
  package var provider: (any IdentityProvider)?
  /// The maximum duration of a session in milliseconds.
  package var sessionTime: Int64 = 12 * 3_600_000
  /// Whether a browser without a sign-in is an anonymous user.
  package var allowsAnonymous = true
  /// Whether a page of another allowed origin may be an anonymous user.
  package var embedsVisitors = false

  package init(
    sign: @escaping @Sendable ([UInt8]) -> [UInt8], isEqual: @escaping @Sendable ([UInt8], [UInt8]) -> Bool,
    random: @escaping @Sendable () -> [UInt8], adminToken: String?, secureCookies: Bool
  ) {
    self.sign = sign
    self.isEqual = isEqual
    self.random = random
    self.adminToken = adminToken
    self.secureCookies = secureCookies
  }

  /// The names of the cookies of an anonymous user and of a session.
  static let cookieNames = (user: "oriel", session: "oriel-session")

  /// The anonymous user of a valid cookie.
  func anonymous(_ request: HTTPRequest) -> Credentials? {
    guard let value = cookie(Self.cookieNames.user, of: request) else { return nil }
    let parts = value.parts(".", atMost: 3, omittingEmpty: false)
    guard parts.count == 2, (1...64).contains(parts[0].utf8.count), isSigned(parts[0], as: "cookie", parts[1]) else {
      return nil
    }
    return Credentials(user: User(id: String(parts[0])))
  }

  /// The beginning of the tokens of anonymous users, for pages in which browsers keep no cookie of this server.
  private static let visitorPrefix = "visitor."

  /// The anonymous user of a valid token that ``newVisitorToken()`` has made.
  func visitor(_ token: Substring) -> Credentials? {
    guard embedsVisitors, token.utf8.starts(with: Self.visitorPrefix.utf8) else { return nil }
    let parts = String(token).parts(".", atMost: 4, omittingEmpty: false)
    guard parts.count == 3, (1...64).contains(parts[1].utf8.count), isSigned(parts[1], as: "visitor", parts[2]) else {
      return nil
    }
    return Credentials(user: User(id: String(parts[1])))
  }

  /// Creates an anonymous user, and returns their token.
  func newVisitorToken() -> String {
    let id = newID()
    return "\(Self.visitorPrefix)\(id).\(signature(of: id, as: "visitor"))"
  }

  private func newID() -> String { "u-" + Hexadecimal.encode(random()) }

  /// Creates an anonymous user, with the header that sets the cookie.
  func newUser() -> (user: User, setCookie: String) {
    let id = newID()
    return (
      User(id: id), setCookie(Self.cookieNames.user, "\(id).\(signature(of: id, as: "cookie"))", seconds: Self.userTime)
    )
  }

  /// How long the cookie of an anonymous user lasts, in seconds.
  static let userTime: Int64 = 31_536_000

  /// Whether there is an admin token.
  package var hasOperator: Bool { adminToken != nil }

  /// The id of the operator of the admin token.
  static let operatorID = "admin"

  /// The operator of the admin token.
  package func operatorOf(_ token: Substring, now: Int64) -> Credentials? {
    guard let adminToken, isEqual(Array(token.utf8), Array(adminToken.utf8)) else { return nil }
    return operatorHere(now: now)
  }

  /// The credentials of a verified operator; `nil` if the server has no operator.
  func operatorHere(now: Int64) -> Credentials? {
    hasOperator ? Credentials(user: User(id: Self.operatorID, roles: ["admin"]), issued: now) : nil
  }

  /// The token of an `Authorization` header (RFC 6750 §2.1).
  package static func bearer(of request: HTTPRequest) -> Substring? {
    guard let header = request.headers["authorization"]?.utf8, header.count > 7,
      header.prefix(7).lazy.map(\.asciiLowercased).elementsEqual("bearer ".utf8)
    else { return nil }
    return Substring(header.dropFirst(7))
  }
}

// MARK: Cookies

extension Authentication {
  func isSigned(_ value: some StringProtocol, as kind: String, _ signature: some StringProtocol) -> Bool {
    isEqual(Array(signature.utf8), Array(self.signature(of: value, as: kind).utf8))
  }

  /// Signs a value for one kind of cookie; the signature is not valid for another kind.
  func signature(of value: some StringProtocol, as kind: String) -> String {
    Hexadecimal.encode(sign(Array("\(kind):\(value)".utf8)))
  }

  /// Where there is https, only this host can set the cookie: no other host of its domain, and no server that answers for it
  /// without TLS (RFC 6265bis §4.1.3.2).
  func setCookie(_ name: String, _ value: String, seconds: Int64) -> String {
    Self.setCookie(prefix + name, value, seconds: seconds) + (secureCookies ? "; Secure" : "")
  }

  private var prefix: String { secureCookies ? "__Host-" : "" }

  private static func setCookie(_ name: String, _ value: String, seconds: Int64) -> String {
    "\(name)=\(value); Path=/; Max-Age=\(seconds); HttpOnly; SameSite=Lax"
  }

  func cookie(_ name: String, of request: HTTPRequest) -> String? {
    value(of: prefix + name, in: request) ?? (secureCookies ? value(of: name, in: request) : nil)
  }

  /// Replaces the cookies that the browser has from before their names had a prefix.
  ///
  /// - Parameter now: Milliseconds since 1970.
  func replacedCookies(of request: HTTPRequest, now: Int64) -> [String] {
    guard secureCookies else { return [] }
    var cookies: [String] = []
    for name in [Self.cookieNames.user, Self.cookieNames.session] {
      guard let old = value(of: name, in: request) else { continue }
      cookies.append(Self.setCookie(name, "", seconds: 0))
      guard value(of: prefix + name, in: request) == nil else { continue }
      let expires = name == Self.cookieNames.session ? session(request)?.expires ?? now : now + Self.userTime * 1000
      cookies.append(setCookie(name, old, seconds: max(0, (expires - now) / 1000)))
    }
    return cookies
  }

  /// The names of the browser's cookies with this beginning, without the prefix.
  func cookieNames(of request: HTTPRequest, beginningWith start: String) -> [String] {
    let cookies = request.headers["cookie"]?.parts(";", atMost: HeaderLimits.cookies) ?? []
    return cookies.compactMap { cookie in
      let cookie = cookie.trimmed.utf8
      guard cookie.starts(with: (prefix + start).utf8) else { return nil }
      return String(Substring(cookie.dropFirst(prefix.utf8.count).prefix { $0 != UInt8(ascii: "=") }))
    }
  }

  private func value(of name: String, in request: HTTPRequest) -> String? {
    let start = "\(name)=".utf8
    for cookie in request.headers["cookie"]?.parts(";", atMost: HeaderLimits.cookies) ?? [] {
      let cookie = cookie.trimmed.utf8
      if cookie.starts(with: start) { return String(Substring(cookie.dropFirst(start.count))) }
    }
    return nil
  }
}

package enum Hexadecimal {
  private static let digits = Array("0123456789abcdef".utf8)

  package static func encode(_ bytes: some Sequence<UInt8>) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(2 * bytes.underestimatedCount)
    for byte in bytes {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }

  static func decode(_ text: some StringProtocol) -> [UInt8]? {
    let values = text.utf8.map { digits.firstIndex(of: $0) }
    guard values.count.isMultiple(of: 2), !values.contains(nil) else { return nil }
    return stride(from: 0, to: values.count, by: 2).map { UInt8(values[$0]! << 4 | values[$0 + 1]!) }
  }
}
