import Oriel

/// Lets one browser become a user, or sign out.
package struct SignInTicket: Sendable, Equatable {
  /// The id of the user that the browser must be.
  package var owner: String
  /// The tenant of the window in which that user has asked for it.
  package var tenant: Tenant
  /// The session that begins; `nil` signs out.
  package var credentials: Credentials?
  /// Where the page goes; `nil` for the address that led it here.
  package var next: String?
  /// When it was made, in milliseconds since 1970. It ends no later session.
  package var made: Int64

  package init(owner: String, tenant: Tenant, credentials: Credentials? = nil, next: String? = nil, made: Int64) {
    (self.owner, self.tenant, self.credentials, self.next) = (owner, tenant, credentials, next)
    self.made = made
  }
}

/// The sessions of browsers. Used on the hub only.
package protocol Sessions: AnyObject {
  /// Seconds that a network has to wait after failed attempts; `nil` is this machine.
  func waitToSignIn(from network: String?) -> Int
  func failedToSignIn(from network: String?)
  /// The path at which a browser uses a ticket.
  ///
  /// - Parameter place: The beginning of the ticket's text, which leads to this hub.
  func path(of ticket: SignInTicket, place: String) -> String?
  /// The pages of a browser's session go on with a new one.
  func renew(_ session: Credentials, as new: Credentials, hub: WindowHub)
}

/// Signs users in and out for models.
package final class SignIns {
  private unowned let hub: WindowHub
  package weak var sessions: (any Sessions)?
  /// The attempts of each network that are being checked.
  private var running: [ScalarKey: Int] = [:]
  private var count = 0
  private static let (atOnce, atOnceOfAll) = (5, 200)
  /// All attempts of a network in the app, also those that succeed: each may take a tenth of a second of a core.
  private var attempts = PrefixCounts<RateLimit<RemoteNetwork>>(perMinutes: 1)

  init(of hub: WindowHub) { self.hub = hub }

  /// The failures for each account, as the app has named it.
  private var accounts = SignInThrottle<ScalarKey>(free: 10, longestWait: 30_000)

  /// - Parameters:
  ///   - network: An address of it; `nil` is this machine.
  ///   - name: The account; `nil` if the app names none.
  package func begin(from network: String?, as name: String? = nil) -> SignInAttempt {
    let account = name.map { ScalarKey($0.prefix(scalars: 64)) }
    let wait = max(
      sessions?.waitToSignIn(from: network) ?? 0, account.map { accounts.wait(of: $0, now: hub.scheduler.now) } ?? 0)
    guard wait == 0 else { return SignInAttempt(wait: wait) }
    let key = ScalarKey(RemoteNetwork(of: network ?? "").text)
    guard running[key, default: 0] < Self.atOnce, count < Self.atOnceOfAll else { return SignInAttempt(wait: 1) }
    running[key, default: 0] += 1
    count += 1
    return SignInAttempt { [weak hub] isRefused in
      hub?.signIns.end(key)
      if isRefused, let account { hub?.signIns.failed(account) }
      if isRefused { hub?.signIns.sessions?.failedToSignIn(from: network) }
    }
  }

  /// Begins an attempt that the app's own code checks.
  func beginInApp(from network: String?, as name: String? = nil) -> SignInAttempt {
    if let network,
      !attempts.consume(RemoteNetwork(of: network), of: hub.limits.signInsPerMinute, now: hub.scheduler.now)
    {
      return SignInAttempt(wait: 5)
    }
    return begin(from: network, as: name)
  }

  private func failed(_ account: ScalarKey) { accounts.failed(account, now: hub.scheduler.now) }

  private func end(_ network: ScalarKey) {
    count -= 1
    running[network] = running[network].flatMap { $0 > 1 ? $0 - 1 : nil }
  }

  /// The address of the window in which visitors sign in; `nil` if the app leaves that to the server.
  package var address: String? { hub.scenes.signIn.map { "\(hub.baseURL(of: $0, nil, in: .app))" } }

  /// Whether this visitor can't have the window that they ask for without signing in.
  package func areNeeded(for request: AttachRequest) -> Bool { hub.scenes.needUser(request) }

  /// The pages of a browser's session, on all hubs, go on with a new one of the same user.
  package func renew(_ session: Credentials, as new: Credentials) {
    let hub = hub
    hub.performNow { _ = await hub.onAll { hub in hub.signIns.sessions?.renew(session, as: new, hub: hub) } }
  }

  /// The windows of an anonymous user become those of the user that they have signed in as.
  package func bringWindows(with ticket: SignInTicket) {
    guard let user = ticket.credentials?.user.id, User(id: ticket.owner).isAnonymous else { return }
    let owner = ticket.owner
    // A user who shares with no other is a tenant. Each may be on another hub.
    let isPerUser = hub.scenes.ofApp.contains { $0.tenancy.rule.isPerUser }
    for tenant in Set([ticket.tenant] + (isPerUser ? [.user(owner)] : [])) {
      hub.on(
        hub: hub.hub(of: tenant),
        { other, done in
          other.signIns.bringWindows(of: owner, in: tenant, to: user)
          done(())
        }
      ) { (_: Void) in }
    }
  }

  private func bringWindows(of owner: String, in tenant: Tenant, to user: String) {
    hub.withHome(tenant) { [hub] found in
      guard case .home(let home) = found else {
        return hub.log(
          .warning, onceAMinute: "stay \(tenant)",
          "The windows of a visitor who has signed in stay theirs: the tenant \"\(tenant)\" is not here")
      }
      for window in home.windows.all(of: owner) {
        guard let scene = hub.scenes[window.scene], !scene.asksToSignIn else { continue }
        let act = WindowAct.move(window.id, to: user, in: scene.tenancy.rule.isPerUser ? .user(user) : tenant)
        hub.acts.keep(RequestedAct(act, in: tenant, by: owner, at: hub.wallTime))
      }
    }
  }
}

extension Window {
  package func beginSignIn(as name: String?) -> SignInAttempt { hub.signIns.beginInApp(from: network?.text, as: name) }

  package func addressToBecome(_ user: User, asOperator: Bool, for time: Int64, _ path: String?) -> String? {
    if let fault = user.faultOfID ?? (asOperator ? nil : user.faultOfRoles) {
      report(.misuse, "A user was not signed in: \(fault)")
      return nil
    }
    let now = hub.access.list.nextSignIn(of: user.id, now: hub.wallTime)
    return address(Credentials(user: user, issued: now, expires: now + min(max(0, time), Self.longestSession)), path)
  }

  private static let longestSession: Int64 = 366 * 24 * 3_600_000

  package func addressToSignOut(_ path: String) -> String? { address(nil, path) }

  private func address(_ credentials: Credentials?, _ path: String?) -> String? {
    guard page != nil, !isConsole else { return nil }
    let ticket = SignInTicket(
      owner: user.account.id, tenant: user.account.tenant, credentials: credentials, next: path,
      made: hub.wallTime)
    return hub.signIns.sessions?.path(of: ticket, place: hub.ticketPlace)
  }
}

extension User {
  /// The reason why a user can't be called so; `nil` if they can.
  fileprivate var faultOfID: String? {
    guard Self.isID(id) else {
      return "an id has 1 to 64 characters, none of them a control character, and does not begin with u-"
    }
    return id.hasSameScalars(as: "admin") && !roles.contains("admin")
      ? "the id admin is the operators', who have the role admin" : nil
  }

  fileprivate var faultOfRoles: String? {
    roles.contains("admin")
      ? "the role admin is the operators', who see all windows. Use another name, or pass asOperator: true" : nil
  }
}
