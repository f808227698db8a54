import Logging
import Oriel
import OrielHub

// Identifies visitors by a bearer token, or by the cookies of a browser.

extension Gateway {
  /// The reason why credentials are not, or no longer, valid; `nil` if they are.
  func refusal(of credentials: Credentials, hub: WindowHub) -> CloseReason? {
    if let expires = credentials.expires, expires <= scheduler.wallTime { return .expired }
    return switch hub.access.list.refusal(of: credentials.user.id, signedInAt: credentials.issued) {
    case .banned: .banned
    case .signedOut: .signedOut
    case nil: nil
    }
  }

  /// The user of the browser; `nil` if it has no valid cookie. A banned user is admitted, to be told about the ban.
  func visitor(_ request: HTTPRequest, hub: WindowHub) -> Visitor? {
    let session = authentication.session(request)
    let lapsed = session.flatMap { refusal(of: $0, hub: hub) }
    let anonymous = authentication.anonymous(request).flatMap { refusal(of: $0, hub: hub) == .signedOut ? nil : $0 }
    if let session, lapsed == nil || lapsed == .banned {
      return Visitor(credentials: session, former: anonymous.flatMap { refusal(of: $0, hub: hub) == nil ? $0 : nil })
    }
    guard let anonymous, authentication.allowsAnonymous else { return nil }
    return Visitor(credentials: anonymous, lapsed: lapsed)
  }

  /// The credentials of this browser's session, if it is still valid.
  func signedIn(_ request: HTTPRequest, hub: WindowHub) -> Credentials? {
    authentication.session(request).flatMap { refusal(of: $0, hub: hub) == nil ? $0 : nil }
  }

  /// Identifies the owner of a bearer token. `then` is called once, at once unless a key has to be fetched.
  ///
  /// - Parameter admittingBanned: Whether to admit a banned user, to tell them about the ban.
  func identify(
    _ token: Substring, from address: String, admittingBanned: Bool = false, hub: WindowHub,
    then: @escaping (Caller) -> Void
  ) {
    let then = { [self] (caller: Caller) in
      then(admittingBanned ? caller : refusedIfBanned(caller, from: address, hub: hub))
    }
    if let wait = throttled(address) { return then(wait) }
    if let caller = looked(at: token) { return then(checked(caller, from: address, hub: hub)) }
    let token = Substring(String(token))
    hub.ask({ done in authentication.tokens?.refresh { done(()) } }) { [self] in
      then(checked(looked(at: token) ?? .refused(.unknownKey), from: address, hub: hub))
    }
  }

  /// Identifies the owner of a bearer token with the keys that are known: no key is fetched for it.
  func identifyAtOnce(_ token: Substring, from address: String, hub: WindowHub) -> Caller {
    if let wait = throttled(address) { return wait }
    let caller = checked(looked(at: token) ?? .unavailable, from: address, hub: hub)
    return refusedIfBanned(caller, from: address, hub: hub)
  }

  private func refusedIfBanned(_ caller: Caller, from address: String, hub: WindowHub) -> Caller {
    guard case .user(let credentials) = caller, hub.access[credentials.user.id].bannedAt != nil else { return caller }
    log(.banned, from: address)
    return .refused(.banned)
  }

  /// The refusal to look at a token of this address now; `nil` if it may be looked at.
  private func throttled(_ address: String) -> Caller? {
    let wait = networks.waitToSignIn(of: address, now: scheduler.now)
    guard wait > 0 else { return nil }
    networks.count(\.throttled)
    log("Tokens are not looked at: too many were wrong", "throttled", from: address)
    return .throttled(wait)
  }

  /// The sender of a request, by the keys that are known, before anything is counted: only where it goes depends on it. An
  /// address that has to wait learns nothing by it.
  func likelyCaller(_ token: Substring, from address: String) -> Caller? {
    let wait = networks.waitToSignIn(of: address, now: scheduler.now)
    return wait > 0 ? .throttled(wait) : looked(at: token)
  }

  private func looked(at token: Substring) -> Caller? {
    let now = scheduler.wallTime
    if let operatorOfToken = authentication.operatorOf(token, now: now) { return .user(operatorOfToken) }
    if let visitor = authentication.visitor(token) { return .user(visitor) }
    guard let tokens = authentication.tokens else { return .refused(.notTheAdminToken) }
    return tokens.caller(of: token, now: now)
  }

  /// Only an invalid token counts as a failure; an expired one is not a guess.
  private func checked(_ caller: Caller, from address: String, hub: WindowHub) -> Caller {
    switch caller {
    case .user(let credentials):
      switch refusal(of: credentials, hub: hub) {
      case nil, .banned: return caller
      case .expired:
        return checked(.expired(ago: scheduler.wallTime - (credentials.expires ?? 0)), from: address, hub: hub)
      default:
        log(.signedOut, from: address)
        return .refused(.signedOut)
      }
    case .refused(let fault):
      networks.failedToSignIn(address, now: scheduler.now)
      networks.count(\.refusedTokens)
      log(fault, from: address)
    case .expired(let ago): log("A token was refused: it expired \((ago + 999) / 1000) s ago", "expired", from: address)
    case .nobody, .throttled, .unavailable: break
    }
    return caller
  }

  // MARK: Names and origins

  /// The answer to a request for a name that is not the server's; `nil` if it is.
  ///
  /// - Parameter withBearer: Whether a handshake brings a token.
  func refusalOfHost(_ request: HTTPRequest, withBearer: Bool = false, hub: WindowHub) -> HTTPResponse? {
    let provesItself = withBearer || Authentication.bearer(of: request) != nil && isForPrograms(request, hub)
    guard let refusal = origins.refusalOfHost(request, provesItself: provesItself) else { return nil }
    log("A request was refused. \(refusal)", "host", from: request.remoteAddress)
    return .text(421, refusal)
  }

  /// Logs that a page of this origin may not do this. Returns the words.
  func refuseOrigin(_ request: HTTPRequest, to act: String) -> String {
    let refusal = origins.refusalOfOrigin(request, to: act)
    log("A request was refused. \(refusal)", "origin", from: request.remoteAddress)
    return refusal
  }

  // MARK: The log

  private func log(_ fault: TokenFault, from address: String) {
    log("A token was refused: \(fault)", fault.kind, from: address)
  }

  func logForeignToken(of other: User, to user: User, from address: String) {
    log(
      "A page's new token is another user's", "foreign token", from: address,
      ["user": "\(user.id)", "other": "\(other.id)"])
  }

  /// - Parameter error: Cut, because it may have as much of the message as the page wants.
  func logMalformed(_ error: String, of user: User, from address: String) {
    log("A malformed message: \(error.prefix(200))", "malformed", from: address, ["user": "\(user.id)"])
  }

  /// Logs once a minute for each reason and network, because a page may do the same again and again.
  func log(_ message: String, _ kind: String, from address: String, _ more: Logger.Metadata = [:]) {
    let network = RemoteNetwork(of: address)
    guard let repeats = networks.admitLine(kind, of: network, now: scheduler.now) else { return }
    var metadata = more
    metadata["address"] = "\(address)"
    if repeats.count > 0 { metadata["repeats"] = "\(repeats.count)" }
    logger.notice("\(message)", metadata: metadata)
  }
}

extension Caller {
  /// The refusal, in words for a client's developer.
  var refusal: (status: Int, text: String, headers: HTTPHeaders) {
    let invalid: HTTPHeaders = ["www-authenticate": "Bearer error=\"invalid_token\""]
    return switch self {
    case .nobody: (401, "Load the page first, or send a bearer token", ["www-authenticate": "Bearer"])
    case .user: (403, "This user is not allowed to do that", [:])
    case .expired: (401, "This token has expired", invalid)
    case .refused: (401, "This token is not valid", invalid)
    case .throttled(let seconds):
      (429, "Too many invalid tokens. Try again in \(seconds) s", ["retry-after": "\(seconds)"])
    case .unavailable: (503, "Tokens can't be verified right now", ["retry-after": "5"])
    }
  }
}

extension HTTPResponse {
  package static func refusal(of caller: Caller) -> HTTPResponse {
    let (status, text, headers) = caller.refusal
    return .text(status, text, headers: headers)
  }
}
