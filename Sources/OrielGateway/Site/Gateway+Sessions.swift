import Oriel
import OrielHub

// Signing in and out by the app's own models: a page fetches its session by a ticket.

extension SignInTicket {
  private static let folder = "/sign-in/as/"

  /// The ticket's text, with its place; `nil` for any other path.
  static func text(in path: String) -> String? {
    path.utf8.starts(with: folder.utf8) ? String(Substring(path.utf8.dropFirst(folder.utf8.count))) : nil
  }

  static func path(_ text: String) -> String { folder + text }
}

extension Gateway: Sessions {
  package func waitToSignIn(from network: String?) -> Int {
    networks.waitToSignIn(of: network ?? Self.thisMachine, now: scheduler.now)
  }

  package func failedToSignIn(from network: String?) {
    networks.failedToSignIn(network ?? Self.thisMachine, now: scheduler.now)
    networks.count(\.refusedTokens)
    log("A sign-in was refused by the app", "app sign-in", from: network ?? Self.thisMachine)
  }

  private static let thisMachine = "127.0.0.1"

  package func path(of ticket: SignInTicket, place: String) -> String? {
    if let text = authentication.text(of: ticket, now: scheduler.wallTime) { return SignInTicket.path(place + text) }
    log(
      "A user was not signed in: \(TokenFault.tooLargeForCookie)", "cookie", from: Self.thisMachine,
      ["user": "\(ticket.credentials?.user.id ?? "")"])
    return nil
  }

  /// The browser becomes the user of a ticket, or signs out. Only the browser for which it was made can use it, so that no
  /// other page can sign a browser in.
  func useTicket(_ request: HTTPRequest, hub: WindowHub, reply: @escaping (HTTPResponse) -> Void) {
    guard request.method == "GET" else { return reply(.text(405, "Only GET", headers: ["allow": "GET"])) }
    // A browser that prefetches pages would use it up.
    guard request.headers["sec-purpose"] == nil else { return reply(.text(503, "Not ahead of time")) }
    let now = scheduler.wallTime
    guard let ticket = SignInTicket.text(in: request.path).flatMap({ authentication.ticket($0, now: now) }),
      let visitor = visitor(request, hub: hub),
      visitor.credentials.user.id.hasSameScalars(as: ticket.owner)
        || visitor.former?.user.id.hasSameScalars(as: ticket.owner) == true
    else {
      log("A ticket to sign in was refused", "ticket", from: request.remoteAddress)
      return reply(.seeOther("/sign-in"))
    }
    let next = SignInPage.ownPath(ticket.next ?? nextAfterSignIn(in: request))
    guard let credentials = ticket.credentials else {
      let isOfSession = visitor.credentials.issued ?? 0 <= ticket.made
      return isOfSession ? signOutAtProvider(next, request, hub: hub, reply) : reply(.seeOther(next))
    }
    switch refusal(of: credentials, hub: hub) {
    case nil: break
    case .banned: return reply(.text(403, "This account has been banned"))
    default: return reply(.seeOther("/sign-in"))
    }
    hub.signIns.bringWindows(with: ticket)
    enter(request, as: credentials, next: next, by: "app", hub: hub, reply)
  }

  // MARK: The app's own scene

  /// Where a page goes after its user has signed in.
  func nextAfterSignIn(in request: HTTPRequest) -> String? {
    authentication.cookie(Authentication.nextCookie, of: request).flatMap { PercentEncoding.decode(Substring($0)) }
  }

  /// Whether a visitor has to sign in for the window that they ask for.
  func needsUser(_ visitor: Visitor?, at address: String, _ request: HTTPRequest, _ hub: WindowHub) -> Bool {
    // A browser without a cookie is as anonymous as one with a new one.
    let user = visitor?.credentials.user ?? User(id: "u-")
    var asked = AttachRequest(user: user, instance: "")
    asked.attach.url = address
    asked.host = request.headers["host"] ?? ""
    return hub.signIns.areNeeded(for: asked)
  }

  func leadToSignIn(_ scene: String, next: String, _ request: HTTPRequest, _ hub: WindowHub) -> HTTPResponse {
    var response = HTTPResponse.seeOther(scene)
    let next = PercentEncoding.encode(SignInPage.ownPath(next), allowing: "/")
    response.cookies.append(authentication.setCookie(Authentication.nextCookie, next, seconds: 600))
    if visitor(request, hub: hub) == nil { response.cookies.append(authentication.newUser().setCookie) }
    return response
  }
}

extension Authentication {
  /// The name of the cookie of a browser that was led to sign in, with the address of the page that it wanted.
  static let nextCookie = "oriel-next"
  var endOfNext: String { setCookie(Self.nextCookie, "", seconds: 0) }
}
