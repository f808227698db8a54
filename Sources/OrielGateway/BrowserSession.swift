import Oriel
import OrielDocument
import OrielHub

// A browser that somebody has signed in with: a signed cookie beside that of the anonymous user, which stays. It says
// who it is, since when and until when: nothing has to be stored but who was signed out.

extension Authentication {
  static let sessionCookieName = "oriel-session"
  /// Browsers take no larger cookies (RFC 6265 §6.1).
  private static let longestCookie = 4000

  /// Who has signed in with this browser; whether that is still good, the hub knows.
  func session(_ request: HTTPRequest) -> Credentials? {
    guard let value = cookie(Self.sessionCookieName, of: request) else { return nil }
    let parts = value.parts(".", omittingEmpty: false)
    guard parts.count == 2, isSigned(parts[0], as: "session", parts[1]) else { return nil }
    return Hexadecimal.decode(parts[0]).flatMap(Credentials.init(session:))
  }

  /// A new session, which ends with what it was begun with, if not before; `nil` if a browser would not keep it.
  func newSession(_ credentials: Credentials, now: Int64) -> String? {
    let end = min(credentials.expires ?? .max, now + sessionTime)
    let value = Hexadecimal.encode(Credentials(user: credentials.user, issued: now, expires: end).asSession)
    let cookie = setCookie(
      Self.sessionCookieName, "\(value).\(signature(of: value, as: "session"))", seconds: max(0, (end - now) / 1000))
    return cookie.utf8.count <= Self.longestCookie ? cookie : nil
  }

  /// The header that makes a browser forget its session.
  var endSession: String { setCookie(Self.sessionCookieName, "", seconds: 0) }
}

extension Credentials {
  fileprivate var asSession: [UInt8] {
    let json: JSONObject = [
      "user": .string(user.id), "roles": .array(user.roles.sorted().map(JSONValue.string)),
      "issued": .integer(Int(issued ?? 0)), "expires": .integer(Int(expires ?? 0)),
    ]
    return JSONBytes.encode(.object(json))
  }

  fileprivate init?(session bytes: [UInt8]) {
    guard let json = try? JSONBytes.decode(bytes), let user = json["user"]?.stringValue,
      let roles = json["roles"]?.arrayValue, let issued = json["issued"]?.integerValue,
      let expires = json["expires"]?.integerValue
    else { return nil }
    self.init(
      user: User(id: user, roles: Set(roles.compactMap(\.stringValue))), issued: Int64(issued),
      expires: Int64(expires))
  }
}
