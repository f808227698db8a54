import Oriel
import OrielHub

// Signing in with a browser: a form that takes a token and begins a session. Changes need a POST from one of the
// server's own pages, so that another page can't cause them by sending a browser here.

extension Gateway {
  static let signInRoutes: Set<String> = ["/sign-in", "/sign-out"]
  /// A form with a token in it.
  static let signInBytes = 16 * 1024

  func signInOrOut(_ request: HTTPRequest, hub: WindowHub, reply: @escaping (HTTPResponse) -> Void) {
    let isIn = request.path == "/sign-in"
    switch request.method {
    case "GET", "HEAD":
      let fields = Self.form(request.query ?? "")
      guard isIn else { return reply(signInPage(request).signOut(next: fields["next"] ?? "/")) }
      let next = fields["next"] ?? nextAfterSignIn(in: request) ?? "/"
      if let scene = hub.signIns.address, !Self.isConsole(next), fields["with"] == nil {
        return reply(leadToSignIn(scene, next: next, request, hub))
      }
      if let provider = authentication.provider, fields["with"] != "token",
        fields["with"] == "provider" || !Self.isConsole(next)
      {
        return leadToProvider(provider, next: next, request, hub: hub, reply)
      }
      reply(signInPage(request).form(next: next))
    case "POST":
      guard origins.isOwn(request) else {
        return reply(.text(403, refuseOrigin(request, to: "sign in or out")))
      }
      let fields = Self.form(String(decoding: request.body, as: UTF8.self))
      let next = SignInPage.ownPath(fields["next"])
      isIn
        ? signIn(request, with: fields["token"] ?? "", next: next, hub: hub, reply)
        : signOut(next, request, hub: hub) { [self] in reply(signedOut($0, next, request)) }
    default: reply(.text(405, "Use GET or POST", headers: ["allow": "GET, HEAD, POST"]))
    }
  }

  func signInPage(_ request: HTTPRequest) -> SignInPage { SignInPage(texts: pages.texts(for: request)) }

  private func signIn(
    _ request: HTTPRequest, with token: String, next: String, hub: WindowHub,
    _ reply: @escaping (HTTPResponse) -> Void
  ) {
    identify(token[...].trimmed, from: request.remoteAddress, hub: hub) { [self] caller in
      guard case .user(let credentials) = caller else {
        return reply(signInPage(request).form(next: next, refusing: caller))
      }
      enter(request, as: credentials, next: next, hub: hub, reply)
    }
  }

  /// - Parameter way: The credential that was used, if not a token.
  func enter(
    _ request: HTTPRequest, as credentials: Credentials, next: String, by way: String = "", hub: WindowHub,
    _ reply: @escaping (HTTPResponse) -> Void
  ) {
    let now = scheduler.wallTime
    guard let cookie = authentication.newSession(credentials, now: now) else {
      let user = credentials.user.id
      log(
        "A token's user and roles don't fit into a cookie", "cookie", from: request.remoteAddress, ["user": "\(user)"])
      return reply(signInPage(request).form(next: next, refusing: .refused(.tooLargeForCookie)))
    }
    let user = credentials.user.id
    log("Signed in", "signed in as \(user)", from: request.remoteAddress, ["user": "\(user)"])
    audit("signIn", by: credentials.user, detail: way, hub)
    var answer = HTTPResponse.seeOther(next, setting: cookie)
    if nextAfterSignIn(in: request) != nil { answer.cookies.append(authentication.endOfNext) }
    if let former = authentication.session(request), former.user.key == credentials.user.key {
      hub.signIns.renew(former, as: authentication.session(from: credentials, now: now))
    }
    hub.onceKept { reply(answer) }
  }

  /// The link that the terminal shows.
  func followLink(_ request: HTTPRequest, hub: WindowHub, reply: @escaping (HTTPResponse) -> Void) {
    guard request.method == "GET" else { return reply(.text(405, "Only GET", headers: ["allow": "GET"])) }
    // A browser that prefetches pages would use it up.
    guard request.headers["sec-purpose"] == nil else { return reply(.text(503, "Not ahead of time")) }
    // Not throttled: the key can't be guessed, and any site can make a browser follow wrong links. Counting those as
    // failures would lock the visitor's network out of signing in.
    let use =
      request.isFromThisMachine
      ? link?.use(request.path, now: scheduler.wallTime, isEqual: authentication.isEqual) : nil
    let now = hub.access.list.nextSignIn(of: Authentication.operatorID, now: scheduler.wallTime)
    guard use == .accepted, let credentials = authentication.operatorHere(now: now),
      refusal(of: credentials, hub: hub) == nil
    else {
      log("A sign-in link was refused", "link", from: request.remoteAddress)
      return reply(signInPage(request).form(afterLink: use ?? .unknown))
    }
    enter(request, as: credentials, next: "/admin", by: "link", hub: hub, reply)
  }

  /// On every device, and a copy of the cookie becomes invalid too. That is said once it is durable.
  func signOut(
    _ next: String, _ request: HTTPRequest, hub: WindowHub, _ reply: @escaping (HTTPResponse) -> Void
  ) {
    if let user = signedIn(request, hub: hub)?.user {
      hub.access.signOut(user.id)
      audit("signOut", by: user, hub)
    }
    hub.performNow { [self] in
      await hub.access.onceAllHubsKnow()
      reply(
        await hub.kept()
          ? .seeOther(next, setting: authentication.endSession) : signInPage(request).signOutAgain(next: next))
    }
  }

  /// Only operators are audited.
  private func audit(_ act: String, by user: User, detail: String = "", _ hub: WindowHub) {
    guard !hub.operators.rights(of: user).isNone else { return }
    hub.record(AuditRecord(who: user.id, way: .signIn, act: act, detail: detail), on: .user(user.id))
  }

  /// The page, or the sign-in form if the page requires one.
  func page(_ request: HTTPRequest, hub: WindowHub) -> HTTPResponse {
    let next = request.path + (request.query.map { "?\($0)" } ?? "")
    let isConsole = Self.isConsole(request.path)
    if isConsole, signedIn(request, hub: hub).map({ hub.operators.rights(of: $0.user).isNone }) ?? true {
      return signInPage(request).form(next: next, refusing: .nobody)
    }
    let isFile = request.path.utf8.starts(with: "/client/".utf8)
    let isKnown = isConsole || isFile || mayLead(to: next, hub: hub)
    // A request for something other than a page, such as an icon, needs no page in reply.
    guard isKnown || request.accepts("text/html") else {
      return .text(404, "There is nothing at this address")
    }
    let status = isKnown ? 200 : 404
    let visitor = visitor(request, hub: hub)
    let mayBeLed = !isConsole && !isFile
    if mayBeLed, isKnown, needsUser(visitor, at: next, request, hub) {
      if let scene = hub.signIns.address { return leadToSignIn(scene, next: next, request, hub) }
      if authentication.provider != nil { return .seeOther(SignInPage.address(next: next)) }
    }
    if visitor != nil {
      return pages.response(
        to: request, status: status, cookies: authentication.replacedCookies(of: request, now: scheduler.wallTime))
    }
    guard authentication.allowsAnonymous || isFile else {
      if mayBeLed, authentication.provider != nil { return .seeOther(SignInPage.address(next: next)) }
      return signInPage(request).form(next: next, refusing: .nobody)
    }
    return pages.response(to: request, status: status, cookies: [authentication.newUser().setCookie])
  }

  private static func isConsole(_ path: String) -> Bool {
    path == "/admin" || path.utf8.starts(with: "/admin/".utf8)
  }

  /// If false, the page says that there is nothing here, in front of a window of the default scene.
  private func mayLead(to address: String, hub: WindowHub) -> Bool {
    WindowURL(address).map { hub.mayLead(to: $0) } ?? false
  }

  /// `application/x-www-form-urlencoded` (WHATWG, *URL* §5.1).
  static func form(_ text: String) -> [String: String] {
    var fields: [String: String] = [:]
    for pair in text.parts("&", atMost: HeaderLimits.fields) {
      let sides = pair.utf8.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false).map {
        PercentEncoding.decode(Substring($0), plusIsSpace: true)
      }
      if sides.count == 2, let name = sides[0], let value = sides[1] { fields[name] = value }
    }
    return fields
  }
}

extension HTTPResponse {
  static func seeOther(_ path: String, setting cookie: String? = nil) -> HTTPResponse {
    var response = HTTPResponse(status: 303, headers: ["location": path, "cache-control": "no-store"])
    response.cookies = cookie.map { [$0] } ?? []
    return response
  }
}
