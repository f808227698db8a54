/// The result of an attempt to sign in.
public enum SignInOutcome: Sendable, Hashable {
  /// The page is loaded again as this user. The handler has nothing more to do.
  case signedIn
  /// There is no such user, or the password is wrong.
  case refused
  /// Too many attempts from the page's network have failed: nothing is checked before this time has passed.
  case throttled(Duration)
  /// No page shows the window, or the user's id is not one: the log says so.
  case notPossible
}

extension NavigationModel {
  /// Signs the browser in, if a function of the app finds the user.
  ///
  /// ```swift
  /// Button("Sign in") {
  ///   let outcome = try await self.signIn { try await self.accounts.user(named: self.name, self.password.revealed) }
  ///   switch outcome {
  ///   case .refused: self.message = "The name or the password is wrong."
  ///   case .throttled(let wait): self.message = "Try again in \(wait.components.seconds) s."
  ///   case .signedIn, .notPossible: break
  ///   }
  /// }
  /// ```
  ///
  /// The server makes a session of the user: a signed cookie, which the page fetches by a ticket that is valid for a minute
  /// and for this browser only. Then the page is loaded again, at `path`, or else at the address that led the user to sign in.
  /// Neither the ticket nor the password is in the document, the store or the log. Keep the password in a ``Secret``.
  ///
  /// Windows of an anonymous user come along: those in the window's own tenant, and those that the user shared with no other,
  /// become the new user's with their state, except windows of a scene that ``Scene/asksToSignIn()``.
  ///
  /// After five failures a network has to wait, twice as long each time and at most five minutes, and no more than five
  /// attempts of a network are checked at once on an event loop, and 60 in a minute. A page that is identified by a bearer token gets a token of
  /// another user from its own site, and not by this.
  ///
  /// - Parameters:
  ///   - name: The name that was typed, by which an account is known. Then attempts for one account are slowed down too, from
  ///     whichever networks they come: after ten failures it has to wait, twice as long each time and at most 30 s.
  ///   - duration: How long the session lasts, at most as long as the server's sessions do (`--session-hours`).
  ///   - path: Where the page goes afterwards, such as `/board`.
  ///   - asOperator: Whether the user may have the role `admin`, with which operators see all windows. Otherwise a user who has
  ///     it is not signed in.
  ///   - check: Returns the user with the roles and claims that the app gives them; `nil` if the name or the password is
  ///     wrong. The id has 1 to 64 characters and does not begin with `u-`.
  /// - Throws: An error of `check`, which is no failed attempt.
  public func signIn(
    as name: String? = nil, for duration: Duration = .seconds(12 * 3600), returningTo path: String? = nil,
    asOperator: Bool = false,
    _ check: nonisolated(nonsending) () async throws -> User?
  ) async throws -> SignInOutcome {
    guard let graph = _node.graph?.acting else { return .notPossible }
    let attempt = graph.host.beginSignIn(as: name)
    guard attempt.wait == 0 else { return .throttled(.seconds(attempt.wait)) }
    var isRefused = false
    defer { attempt.end(isRefused) }
    guard let user = try await check() else {
      isRefused = true
      return .refused
    }
    guard
      let address = graph.host.addressToBecome(
        user, asOperator: asOperator, for: duration.milliseconds, path)
    else { return .notPossible }
    graph.perform(.sendTrigger(.openURL(address, target: "_self").secret))
    return .signedIn
  }

  /// Signs the user out, on every device, as soon as the page has fetched that, and loads the page again at `path`. An
  /// anonymous user has no session to end, and a page with a bearer token none in its browser.
  @discardableResult
  public func signOut(returningTo path: String = "/") -> CommandResult {
    guard let graph = _node.graph?.acting, let address = graph.host.addressToSignOut(path) else {
      return .notExecutable(.notAttached)
    }
    graph.perform(.sendTrigger(.openURL(address, target: "_self").secret))
    return .executed
  }
}

extension Scene {
  /// Has visitors sign in in a window of this scene, in place of the server's own page:
  ///
  /// ```swift
  /// WindowGroup("Sign in", id: "enter") { SignInModel() }
  ///   .tenancy(.single)
  ///   .asksToSignIn()
  /// ```
  ///
  /// Pages are sent here if the window that they ask for needs a user: its tenancy finds no tenant for an anonymous visitor,
  /// as with `.claim`, or with `.path` at `/`, from where `returningTo` leads on; or its scene requires a role. So are pages whose session has ended. After
  /// ``NavigationModel/signIn(as:for:returningTo:asOperator:_:)`` the page returns to the address that was asked for.
  ///
  /// One scene of an app can have it. It takes no value, requires no role, and its tenancy is `.single` or `.perUser`.
  public func asksToSignIn() -> Self { changing { $0.asksToSignIn = true } }
}
