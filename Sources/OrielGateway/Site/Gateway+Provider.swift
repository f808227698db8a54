import Oriel
import OrielDocument
import OrielHub

// Signing in by an OpenID Connect provider: a browser is sent there, and comes back with a code.

extension Gateway {
  static let providerRoute = "/sign-in/callback"
  /// How long a browser may take at the provider, in milliseconds.
  private static let attemptTime: Int64 = 600_000
  private static let attemptCookie = "oriel-attempt-"
  private static let mostAttempts = 4

  /// Sends a browser to the provider.
  func leadToProvider(
    _ provider: any IdentityProvider, next: String, _ request: HTTPRequest, hub: WindowHub,
    _ reply: @escaping (HTTPResponse) -> Void
  ) {
    guard let end = beginAtProvider(request, hub: hub, reply) else { return }
    func secret() -> String { Hexadecimal.encode(authentication.random()) }
    let attempt = ProviderAttempt(
      state: secret(), nonce: secret(), verifier: secret() + secret(),
      redirect: origins.own(of: request) + Self.providerRoute)
    // A browser takes no larger cookies.
    let path = SignInPage.ownPath(next)
    let cookie = authentication.setCookie(
      Self.cookieName(attempt.state), text(of: attempt, next: path.utf8.count <= 1400 ? path : "/"),
      seconds: Self.attemptTime / 1000)
    ask({ () async throws(ProviderFailure) in try await provider.address(for: attempt) }, hub) { [self] result in
      end(false)
      switch result {
      case .success(let address):
        var answer = HTTPResponse.seeOther(address, setting: cookie)
        answer.cookies += oldAttempts(in: request)
        reply(answer)
      case .failure(let failure): reply(page(afterFailure: failure, next: next, request))
      }
    }
  }

  /// A browser comes back from the provider.
  func comeBack(
    from provider: any IdentityProvider, _ request: HTTPRequest, hub: WindowHub,
    _ reply: @escaping (HTTPResponse) -> Void
  ) {
    guard request.method == "GET" else { return reply(.text(405, "Only GET", headers: ["allow": "GET"])) }
    let fields = Self.form(request.query ?? "")
    guard let state = fields["state"], let (attempt, next) = attempt(of: state, in: request),
      provider.mayHaveAnswered(as: fields["iss"])
    else {
      log(
        "A sign-in by the provider was refused: the browser has not begun it here", "provider",
        from: request.remoteAddress)
      // Another page of the browser may have been faster.
      if signedIn(request, hub: hub) != nil { return reply(.seeOther("/")) }
      return reply(
        signInPage(request).again(400, "This sign-in has expired, or was begun in another browser.", next: "/"))
    }
    guard let end = beginAtProvider(request, hub: hub, reply) else { return }
    let reply = { [authentication] (answer: HTTPResponse) in
      var answer = answer
      // A code and its attempt are used once.
      answer.cookies.append(authentication.setCookie(Self.cookieName(state), "", seconds: 0))
      reply(answer)
    }
    guard let code = fields["code"], fields["error"] == nil else {
      end(false)
      log(
        "A sign-in was refused by the provider: \(fields["error"]?.prefix(100) ?? "no code")", "provider error",
        from: request.remoteAddress)
      return reply(signInPage(request).again(401, "The sign-in was cancelled or refused.", next: next))
    }
    let now = scheduler.wallTime
    ask(
      { () async throws(ProviderFailure) in try await provider.credentials(for: code, of: attempt, now: now) }, hub
    ) { [self] result in
      switch result {
      case .success(let credentials):
        end(false)
        enter(request, by: credentials, next: next, hub: hub, reply)
      case .failure(let failure):
        end(failure.isOfSender)
        reply(page(afterFailure: failure, next: next, request))
      }
    }
  }

  /// Asks the provider, elsewhere.
  private func ask<Answer: Sendable>(
    _ question: @escaping @Sendable () async throws(ProviderFailure) -> Answer, _ hub: WindowHub,
    _ answered: @escaping (Result<Answer, ProviderFailure>) -> Void
  ) {
    hub.ask({ done in
      Task {
        do throws(ProviderFailure) {
          done(Result<Answer, ProviderFailure>.success(try await question()))
        } catch {
          done(.failure(error))
        }
      }
    }) { answered($0) }
  }

  /// - Returns: Called once with whether the browser has brought a wrong code; `nil` if the request is answered already.
  private func beginAtProvider(
    _ request: HTTPRequest, hub: WindowHub, _ reply: (HTTPResponse) -> Void
  ) -> ((Bool) -> Void)? {
    // A browser that prefetches pages would use it up.
    guard request.headers["sec-purpose"] == nil else {
      reply(.text(503, "Not ahead of time"))
      return nil
    }
    let attempt = hub.signIns.begin(from: request.remoteAddress)
    guard attempt.wait == 0 else {
      reply(signInPage(request).form(next: "/", refusing: .throttled(attempt.wait)))
      return nil
    }
    return attempt.end
  }

  private func enter(
    _ request: HTTPRequest, by credentials: Credentials, next: String, hub: WindowHub,
    _ reply: @escaping (HTTPResponse) -> Void
  ) {
    var credentials = credentials
    credentials.issued = hub.access.list.nextSignIn(of: credentials.user.id, now: scheduler.wallTime)
    guard refusal(of: credentials, hub: hub) == nil else {
      return reply(signInPage(request).again(403, "This account has been banned.", next: next))
    }
    let visitor = visitor(request, hub: hub)
    let owner = visitor.flatMap { $0.credentials.user.isAnonymous ? $0.credentials : $0.former }?.user.id
    if let owner, authentication.newSession(credentials, now: scheduler.wallTime) != nil {
      hub.signIns.bringWindows(
        with: SignInTicket(owner: owner, tenant: .app, credentials: credentials, made: scheduler.wallTime))
    }
    enter(request, as: credentials, next: next, by: "provider", hub: hub, reply)
  }

  /// Sends a browser that has signed out to the provider, to sign out there too.
  func signOutAtProvider(
    _ next: String, _ request: HTTPRequest, hub: WindowHub, _ reply: @escaping (HTTPResponse) -> Void
  ) {
    guard let provider = authentication.provider, signedIn(request, hub: hub)?.isOfProvider == true else {
      return signOut(next, request, hub: hub, reply)
    }
    let home = origins.own(of: request) + "/"
    ask({ () async throws(ProviderFailure) in await provider.addressToSignOut(returningTo: home) }, hub) {
      [self] result in
      signOut(next, request, hub: hub) { [self] answer in
        guard answer.status == 303, case .success(let address?) = result else {
          return reply(signedOut(answer, next, request))
        }
        var away = HTTPResponse.seeOther(address)
        away.cookies = answer.cookies
        reply(away)
      }
    }
  }

  /// Without a user the next page would lead to the provider, which knows the browser still.
  func signedOut(_ answer: HTTPResponse, _ next: String, _ request: HTTPRequest) -> HTTPResponse {
    guard authentication.provider != nil, answer.status == 303 else { return answer }
    var page = signInPage(request).signedOut(next: next)
    page.cookies = answer.cookies
    return page
  }

  private func page(afterFailure failure: ProviderFailure, next: String, _ request: HTTPRequest) -> HTTPResponse {
    log("A user was not signed in: \(failure)", "provider failure", from: request.remoteAddress)
    return failure.isUnavailable
      ? signInPage(request).again(503, "You can’t sign in right now. Try again in a moment.", next: next)
      : signInPage(request).again(401, "The sign-in was refused.", next: next)
  }

  // MARK: The attempt, in a signed cookie

  private func text(of attempt: ProviderAttempt, next: String) -> String {
    let json: JSONObject = [
      "state": .string(attempt.state), "nonce": .string(attempt.nonce), "verifier": .string(attempt.verifier),
      "redirect": .string(attempt.redirect), "next": .string(next),
      "until": .integer(Int(scheduler.wallTime + Self.attemptTime)),
    ]
    let value = Hexadecimal.encode(JSONBytes.encode(.object(json)))
    return "\(value).\(authentication.signature(of: value, as: "attempt"))"
  }

  /// Pages of one browser may sign in at the same time.
  private static func cookieName(_ state: String) -> String {
    attemptCookie + String(Substring(state.utf8.prefix(8)))
  }

  /// The headers that delete former attempts, where a browser has several.
  private func oldAttempts(in request: HTTPRequest) -> [String] {
    let names = authentication.cookieNames(of: request, beginningWith: Self.attemptCookie)
    return names.count < Self.mostAttempts ? [] : names.map { authentication.setCookie($0, "", seconds: 0) }
  }

  private func attempt(of state: String, in request: HTTPRequest) -> (ProviderAttempt, next: String)? {
    let text = authentication.cookie(Self.cookieName(state), of: request)
    let parts = text?.parts(".", atMost: 3, omittingEmpty: false) ?? []
    guard parts.count == 2, authentication.isSigned(parts[0], as: "attempt", parts[1]),
      let json = Hexadecimal.decode(parts[0]).flatMap({ try? JSONBytes.decode($0) }),
      let until = json["until"]?.integerValue, Int64(until) > scheduler.wallTime,
      let own = json["state"]?.stringValue, authentication.isEqual(Array(state.utf8), Array(own.utf8)),
      let nonce = json["nonce"]?.stringValue,
      let verifier = json["verifier"]?.stringValue, let redirect = json["redirect"]?.stringValue,
      let next = json["next"]?.stringValue
    else { return nil }
    return (ProviderAttempt(state: state, nonce: nonce, verifier: verifier, redirect: redirect), next)
  }
}
