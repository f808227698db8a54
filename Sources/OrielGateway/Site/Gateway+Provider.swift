import Oriel
import OrielDocument
import OrielHub

// Signing in by an OpenID Connect provider: a browser is sent there, and comes back with a code.

extension Gateway {
  static let providerRoute = "/sign-in/callback"
  /// How long a browser may take at the provider, in milliseconds.
  private static let attemptTime: Int64 = 600_000
  private static let attemptCookie = "oriel-attempt"

  /// Sends a browser to the provider.
  func leadToProvider(
    _ provider: any IdentityProvider, next: String, _ request: HTTPRequest, hub: WindowHub,
    _ reply: @escaping (HTTPResponse) -> Void
  ) {
    if let refusal = refusalToTry(request) { return reply(refusal) }
    func secret() -> String { Hexadecimal.encode(authentication.random()) }
    let attempt = ProviderAttempt(
      state: secret(), nonce: secret(), verifier: secret() + secret(),
      redirect: origins.own(of: request) + Self.providerRoute)
    let cookie = authentication.setCookie(
      Self.attemptCookie, text(of: attempt, next: SignInPage.ownPath(next)), seconds: Self.attemptTime / 1000)
    hub.ask({ done in
      Task {
        do throws(ProviderFailure) {
          done(Result<String, ProviderFailure>.success(try await provider.address(for: attempt)))
        } catch {
          done(.failure(error))
        }
      }
    }) { [self] result in
      switch result {
      case .success(let address): reply(.seeOther(address, setting: cookie))
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
    if let refusal = refusalToTry(request) { return reply(refusal) }
    let reply = { [authentication] (answer: HTTPResponse) in
      var answer = answer
      // A code and its attempt are used once.
      answer.cookies.append(authentication.setCookie(Self.attemptCookie, "", seconds: 0))
      reply(answer)
    }
    let fields = Self.form(request.query ?? "")
    guard let (attempt, next) = attempt(in: request), let state = fields["state"],
      authentication.isEqual(Array(state.utf8), Array(attempt.state.utf8)), fields["iss"].map(provider.isCalled) ?? true
    else {
      log(
        "A sign-in by the provider was refused: the browser has not begun it here", "provider",
        from: request.remoteAddress)
      return reply(SignInPage.again(400, "This sign-in has expired, or was begun in another browser.", next: "/"))
    }
    guard let code = fields["code"], fields["error"] == nil else {
      log(
        "A sign-in was refused by the provider: \(fields["error"]?.prefix(100) ?? "no code")", "provider error",
        from: request.remoteAddress)
      return reply(SignInPage.again(401, "The sign-in was cancelled or refused.", next: next))
    }
    let now = scheduler.wallTime
    hub.ask({ done in
      Task {
        do throws(ProviderFailure) {
          let credentials = try await provider.credentials(for: code, of: attempt, now: now)
          done(Result<Credentials, ProviderFailure>.success(credentials))
        } catch {
          done(.failure(error))
        }
      }
    }) { [self] result in
      switch result {
      case .success(let credentials): enter(request, by: credentials, next: next, hub: hub, reply)
      case .failure(let failure):
        if failure.isOfSender { networks.failedToSignIn(request.remoteAddress, now: scheduler.now) }
        reply(page(afterFailure: failure, next: next, request))
      }
    }
  }

  private func enter(
    _ request: HTTPRequest, by credentials: Credentials, next: String, hub: WindowHub,
    _ reply: @escaping (HTTPResponse) -> Void
  ) {
    var credentials = credentials
    credentials.issued = hub.access.list.nextSignIn(of: credentials.user.id, now: scheduler.wallTime)
    guard refusal(of: credentials, hub: hub) == nil else {
      return reply(SignInPage.again(403, "This account has been banned.", next: next))
    }
    if let owner = authentication.anonymous(request)?.user.id {
      hub.signIns.bringWindows(
        with: SignInTicket(owner: owner, tenant: .app, credentials: credentials, made: scheduler.wallTime))
    }
    enter(request, as: credentials, next: next, by: "provider", hub: hub, reply)
  }

  private func refusalToTry(_ request: HTTPRequest) -> HTTPResponse? {
    let wait = networks.waitToSignIn(of: request.remoteAddress, now: scheduler.now)
    return wait > 0 ? SignInPage.form(next: "/", refusing: .throttled(wait)) : nil
  }

  private func page(afterFailure failure: ProviderFailure, next: String, _ request: HTTPRequest) -> HTTPResponse {
    log("A user was not signed in: \(failure)", "provider failure", from: request.remoteAddress)
    return failure.isOfSender
      ? SignInPage.again(401, "The sign-in was refused.", next: next)
      : SignInPage.again(503, "You can’t sign in right now. Try again in a moment.", next: next)
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

  private func attempt(in request: HTTPRequest) -> (ProviderAttempt, next: String)? {
    let text = authentication.cookie(Self.attemptCookie, of: request)
    let parts = text?.parts(".", atMost: 3, omittingEmpty: false) ?? []
    guard parts.count == 2, authentication.isSigned(parts[0], as: "attempt", parts[1]),
      let json = Hexadecimal.decode(parts[0]).flatMap({ try? JSONBytes.decode($0) }),
      let until = json["until"]?.integerValue, Int64(until) > scheduler.wallTime,
      let state = json["state"]?.stringValue, let nonce = json["nonce"]?.stringValue,
      let verifier = json["verifier"]?.stringValue, let redirect = json["redirect"]?.stringValue,
      let next = json["next"]?.stringValue
    else { return nil }
    return (ProviderAttempt(state: state, nonce: nonce, verifier: verifier, redirect: redirect), next)
  }
}
