import Oriel
import OrielDocument
import OrielHub

// A signed-in browser has a signed cookie in addition to that of the anonymous user, which stays. The cookie names the
// user, the time of the sign-in and its expiry, so the server stores only who was signed out.

extension Authentication {
  /// Browsers take no larger cookies (RFC 6265 §6.1).
  private static let longestCookie = 4000

  /// The credentials of this browser's session. The hub knows whether they are still valid.
  func session(_ request: HTTPRequest) -> Credentials? {
    guard let value = cookie(Self.cookieNames.session, of: request) else { return nil }
    let parts = value.parts(".", atMost: 3, omittingEmpty: false)
    guard value.utf8.count <= Self.longestCookie, parts.count == 2, isSigned(parts[0], as: "session", parts[1]) else {
      return nil
    }
    return Hexadecimal.decode(parts[0]).flatMap(Credentials.init(session:))
  }

  /// Creates a session, which ends no later than its credentials; `nil` if a browser would refuse a cookie of this
  /// size.
  func newSession(_ credentials: Credentials, now: Int64) -> String? {
    let session = self.session(from: credentials, now: now)
    let end = session.expires ?? now
    let value = Hexadecimal.encode(session.asSession)
    let cookie = setCookie(
      Self.cookieNames.session, "\(value).\(signature(of: value, as: "session"))", seconds: max(0, (end - now) / 1000))
    return cookie.utf8.count <= Self.longestCookie ? cookie : nil
  }

  /// The session that begins with credentials.
  func session(from credentials: Credentials, now: Int64) -> Credentials {
    var session = credentials
    // A clock may be behind that of another node, on which the user has signed out.
    session.issued = max(now, credentials.issued ?? now)
    session.expires = min(credentials.expires ?? .max, now + sessionTime)
    return session
  }

  /// The header that makes a browser forget its session.
  var endSession: String { setCookie(Self.cookieNames.session, "", seconds: 0) }

  // MARK: Tickets

  /// How long a ticket is valid, in milliseconds.
  private static let ticketTime: Int64 = 60_000

  /// The text of a ticket. It has no place for what a browser would not take as a cookie.
  func text(of ticket: SignInTicket, now: Int64) -> String? {
    if let credentials = ticket.credentials, newSession(credentials, now: now) == nil { return nil }
    var json: JSONObject = [
      "owner": .string(ticket.owner), "tenant": .string(ticket.tenant.id),
      "made": .integer(Int(ticket.made)),
    ]
    json["next"] = ticket.next.map(JSONValue.string)
    json["session"] = ticket.credentials.map { .string(Hexadecimal.encode($0.asSession)) }
    let value = Hexadecimal.encode(JSONBytes.encode(.object(json)))
    return "\(value).\(signature(of: value, as: "ticket"))"
  }

  /// - Parameter text: May begin with a place.
  /// - Returns: `nil` unless it is valid now.
  func ticket(_ text: String, now: Int64) -> SignInTicket? {
    let parts = text.parts(".", atMost: 6, omittingEmpty: false).suffix(2)
    guard parts.count == 2, let value = parts.first, let signature = parts.last,
      isSigned(value, as: "ticket", signature),
      let json = Hexadecimal.decode(value).flatMap({ try? JSONBytes.decode($0) }),
      let owner = json["owner"]?.stringValue, let tenant = json["tenant"]?.stringValue,
      let made = json["made"]?.integerValue, Int64(made) > now - Self.ticketTime
    else { return nil }
    let session = json["session"]?.stringValue.flatMap { Hexadecimal.decode($0) }
    return SignInTicket(
      owner: owner, tenant: Tenant(stored: tenant), credentials: session.flatMap { Credentials(session: $0) },
      next: json["next"]?.stringValue, made: Int64(made))
  }
}

extension Credentials {
  fileprivate var asSession: [UInt8] {
    var json: JSONObject = [
      "user": .string(user.id), "roles": .array(user.roles.sorted().map(JSONValue.string)),
      "issued": .integer(Int(issued ?? 0)), "expires": .integer(Int(expires ?? 0)),
    ]
    json["name"] = user.name.map(JSONValue.string)
    if isOfProvider { json["provider"] = true }
    if !user.claims.isEmpty {
      json["claims"] = .object(JSONObject(user.claims.sorted { $0.key < $1.key }.map { ($0, .string($1)) }))
    }
    return JSONBytes.encode(.object(json))
  }

  fileprivate init?(session bytes: [UInt8]) {
    guard let json = try? JSONBytes.decode(bytes), let user = json["user"]?.stringValue,
      let roles = json["roles"]?.arrayValue, let issued = json["issued"]?.integerValue,
      let expires = json["expires"]?.integerValue
    else { return nil }
    self.init(
      user: User(
        id: user, name: json["name"]?.stringValue, roles: Set(roles.compactMap(\.stringValue)),
        claims: (json["claims"]?.objectValue ?? [:]).reduce(into: [:]) { $0[$1.key] = $1.value.stringValue }),
      issued: Int64(issued), expires: Int64(expires))
    isOfProvider = json["provider"]?.boolValue == true
  }
}
