import OrielHub

/// The user of a connection, for as long as it is open.
///
/// A browser that signs in is that user from then on, with that user's roles, regardless of who it was before. Its
/// earlier windows still belong to it, because it keeps the earlier cookie.
struct Visitor {
  /// The credentials for opening windows and returning to them.
  var credentials: Credentials
  /// The `Host` of the handshake.
  var host: String
  /// The browser and its system, as the handshake names them.
  var browser = ""
  /// Few have any: kept beside, because every connection has a visitor.
  private let past: Past?

  private final class Past {
    let former: Credentials?
    let lapsed: CloseReason?

    init(former: Credentials?, lapsed: CloseReason?) { (self.former, self.lapsed) = (former, lapsed) }
  }

  init(credentials: Credentials, host: String = "", former: Credentials? = nil, lapsed: CloseReason? = nil) {
    (self.credentials, self.host) = (credentials, host)
    past = former == nil && lapsed == nil ? nil : Past(former: former, lapsed: lapsed)
  }

  /// The credentials for returning to windows from before the sign-in.
  var former: Credentials? { past?.former }
  /// The reason why an earlier sign-in is no longer valid.
  var lapsed: CloseReason? { past?.lapsed }
}
