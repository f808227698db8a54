import Oriel

/// Who makes a request, by the credentials it carries (PROTOCOL, *Handshake*).
package struct Authentication: Sendable {
  /// Signs a message with the server's secret.
  let sign: @Sendable ([UInt8]) -> [UInt8]
  /// Compares in a time that does not depend on where two values differ.
  let isEqual: @Sendable ([UInt8], [UInt8]) -> Bool
  /// 16 random bytes.
  let random: @Sendable () -> [UInt8]
  let adminToken: String?
  let secureCookies: Bool

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

  static let cookieName = "oriel"

  /// The user of a valid cookie.
  func userOfCookie(_ request: HTTPRequest) -> User? {
    guard let value = request.headers["cookie"].flatMap({ cookie(Self.cookieName, in: $0) }) else { return nil }
    let parts = value.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, (1...64).contains(parts[0].count) else { return nil }
    guard isEqual(Array(parts[1].utf8), Array(signature(of: parts[0]).utf8)) else { return nil }
    return User(id: String(parts[0]))
  }

  /// A new anonymous user, and the header that makes the browser be it.
  func newUser() -> (user: User, setCookie: String) {
    let id = "u-" + hexadecimal(random())
    let attributes = "Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax" + (secureCookies ? "; Secure" : "")
    return (User(id: id), "\(Self.cookieName)=\(id).\(signature(of: Substring(id))); \(attributes)")
  }

  /// The user of a bearer token.
  package func userOfBearer(_ token: some StringProtocol) -> User? {
    guard let adminToken, isEqual(Array(token.utf8), Array(adminToken.utf8)) else { return nil }
    return User(id: "admin", roles: ["admin"])
  }

  /// The token of an `Authorization` header (RFC 6750 §2.1).
  package static func bearer(of request: HTTPRequest) -> Substring? {
    guard let header = request.headers["authorization"], header.count > 7,
      header.prefix(7).lowercased() == "bearer "
    else { return nil }
    return header.dropFirst(7)
  }

  private func signature(of id: Substring) -> String { hexadecimal(sign(Array("cookie:\(id)".utf8))) }

  private func cookie(_ name: String, in header: String) -> String? {
    for pair in header.split(separator: ";") {
      let pair = pair.trimmed
      if pair.utf8.starts(with: "\(name)=".utf8) { return String(pair.dropFirst(name.count + 1)) }
    }
    return nil
  }
}

private func hexadecimal(_ bytes: [UInt8]) -> String {
  let digits = Array("0123456789abcdef".utf8)
  return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
}
