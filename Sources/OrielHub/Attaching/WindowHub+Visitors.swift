import Logging
import Oriel
import OrielDocument

// What visitors can make many of: users and windows. A cookie costs nothing, so anonymous users are counted by the network
// that they come from, and windows by user and by network.

/// The windows and users that pages have made.
struct VisitorLimits {
  private let rates: VisitorRates
  private var lines = LineLimit()
  /// The number of windows that were not opened, and of those that were deleted for newer ones of their user.
  private(set) var refused = 0
  private(set) var crowdedOut = 0
  /// The windows that were deleted because no user had done anything in them, whose pages may come back.
  private var untouched: Set<WindowID> = []
  /// The same, oldest first.
  private var order: [WindowID] = []
  private static let remembered = 10_000

  init(_ rates: VisitorRates) { self.rates = rates }

  /// - Parameters:
  ///   - network: The network of the page; `nil` for one on this machine, which is not limited.
  ///   - isNewUser: Whether the user has no window yet, and no name.
  /// - Returns: Whether a page of this network may open a window.
  mutating func admit(
    _ network: String?, isNewUser: Bool, limits: HubLimits, now: Int64, logger: Logger
  ) -> Bool {
    guard let network else { return true }
    if isNewUser, !rates.takeUser(network, limits, now: now) {
      refuse(network, "\(limits.newUsersPerHour) new users", flag: "new-users-per-address", now: now, logger: logger)
      return false
    }
    let mayOpen = rates.takeWindow(network, limits, now: now)
    if !mayOpen { refuseWindow(network, limits: limits, now: now, logger: logger) }
    return mayOpen
  }

  /// Whether a page of this network may open a window, before anything is loaded for it.
  mutating func mayOpen(_ network: String?, limits: HubLimits, now: Int64, logger: Logger) -> Bool {
    guard let network, !rates.hasWindow(network, limits, now: now) else { return true }
    refuseWindow(network, limits: limits, now: now, logger: logger)
    return false
  }

  private mutating func refuseWindow(_ network: String, limits: HubLimits, now: Int64, logger: Logger) {
    refuse(network, "\(limits.newWindowsPerHour) windows", flag: "new-windows-per-address", now: now, logger: logger)
  }

  /// Whether a window or a tenant, or else a user, may be read from the store for a page of this network.
  mutating func mayRead(_ network: String?, user: Bool, limits: HubLimits, now: Int64, logger: Logger) -> Bool {
    guard let network else { return true }
    let limit = limits.newWindowsPerHour * limits.readsPerNewWindow
    let mayRead =
      user ? rates.takeUserRead(network, of: limit, now: now) : rates.takeRead(network, of: limit, now: now)
    if !mayRead {
      let what = user ? "users" : "windows and tenants"
      refuse(
        network, "\(limit) \(what) read from the store", flag: "new-windows-per-address", now: now, logger: logger)
    }
    return mayRead
  }

  private mutating func refuse(_ network: String, _ what: String, flag: String, now: Int64, logger: Logger) {
    refused += 1
    guard let repeats = lines.admit("\(flag) \(RemoteNetwork(of: network).widest.text)", now: now) else { return }
    logger.notice(
      "A window was not opened: its network has had \(what) within an hour. If they are people, raise --\(flag)",
      metadata: ["network": "\(network)", "repeats": "\(repeats.count)"])
  }

  /// Whether a page of this network may have a tenant loaded.
  func mayLoad(_ network: String?, limits: HubLimits, now: Int64) -> Bool {
    network.map { rates.hasRefusedLoad($0, limits, now: now) } ?? true
  }

  /// A tenant was loaded for a page, which it refused.
  func refusedLoad(_ network: String?, limits: HubLimits, now: Int64) {
    if let network { rates.takeRefusedLoad(network, limits, now: now) }
  }

  mutating func crowdOut(_ count: Int, of user: User, limits: HubLimits, now: Int64, logger: Logger) {
    crowdedOut += count
    guard lines.admit("windows-per-user \(user.id)", now: now) != nil else { return }
    logger.notice(
      """
      A user has more than \(limits.keptWindowsPerUser) windows: those that were not used for longest are deleted. To \
      keep more, raise --windows-per-user
      """, metadata: ["user": "\(user.id)"])
  }

  mutating func rememberUntouched(_ window: WindowID) {
    untouched.insert(window)
    order.append(window)
    guard order.count > 2 * Self.remembered else { return }
    untouched.subtract(order.prefix(Self.remembered))
    order.removeFirst(Self.remembered)
  }

  func remembers(_ window: WindowID) -> Bool { untouched.contains(window) }
}

extension WindowHub {
  /// Whether something may be read from the store for the page.
  func mayRead(for request: AttachRequest) -> Bool {
    visitors.mayRead(request.network, user: false, limits: limits, now: scheduler.now, logger: logger)
  }

  /// Whether the user may be read from the store for the page, if they are not in memory.
  func mayRead(_ user: User, for request: AttachRequest) -> Bool {
    users[user] != nil
      || visitors.mayRead(request.network, user: true, limits: limits, now: scheduler.now, logger: logger)
  }

  /// Whether the page may make a window for a user.
  func admits(_ request: AttachRequest, for user: UserState) -> Bool {
    admits(request.network, isNewUser: user.account.isAnonymous && user.keptWindows == 0)
  }

  /// Whether a page of this network may make a window.
  func admits(_ network: String?, isNewUser: Bool) -> Bool {
    hasMemory(forMoreOf: network)
      && visitors.admit(network, isNewUser: isNewUser, limits: limits, now: scheduler.now, logger: logger)
  }

  /// Deletes sleeping windows of a user who has more than the limit, those that were not used for longest: a few at once,
  /// because it reads the list of them. Windows that others have opened and the user has never seen have a limit of their
  /// own, so that they drive out none of the user's.
  func crowdOut(of user: UserState) {
    let (limit, unseenLimit) = (limits.keptWindowsPerUser, limits.unseenWindowsPerUser)
    let mayHaveMany =
      user.keptWindows > limit || user.keptWindows > unseenLimit && user.unseenWindows ?? .max > unseenLimit
    guard user.home.isStored, mayHaveMany, !user.isCrowdingOut else { return }
    user.isCrowdingOut = true
    findAsleep(StoredWindowQuery(tenant: user.account.tenant, user: user.account.id, openedBy: ScalarKey.unseen.text)) {
      [self] unseen in
      let inMemory = user.windows.filter { $0.isUnseen && !$0.isAttached }
      let all = unseen.map { ($0.id, $0.usedAt) } + inMemory.map { ($0.id, $0.lastUsedAt) }
      user.unseenWindows = all.count
      delete(surplusOf: unseenLimit, among: all.count, from: all, of: user)
      guard user.keptWindows - all.count > limit else { return user.isCrowdingOut = false }
      findAsleep(StoredWindowQuery(of: user.account)) { [self] asleep in
        user.isCrowdingOut = false
        let ids = Set(unseen.map(\.id))
        let seen = asleep.filter { !ids.contains($0.id) }.map { ($0.id, $0.usedAt) }
        delete(surplusOf: limit, among: user.keptWindows - (user.unseenWindows ?? 0), from: seen, of: user)
      }
    }
  }

  /// - Parameter windows: Those that may be deleted, and when each was last used.
  private func delete(
    surplusOf limit: Int, among count: Int, from windows: [(id: WindowID, usedAt: Int64)], of user: UserState
  ) {
    guard count > limit else { return }
    let oldest = windows.filter { !waking.isWaiting(for: $0.id) }.sorted { $0.usedAt < $1.usedAt }
      .prefix(count - limit + limit / 20)
    visitors.crowdOut(oldest.count, of: user.account, limits: limits, now: scheduler.now, logger: logger)
    for window in oldest { dismissUnlessAttached(window.id) }
  }

  /// Whether nothing would be lost with the window: an anonymous user has done nothing in it, and what code made of it
  /// is made again.
  func isUntouched(_ window: Window) -> Bool { window.opening != nil && window.user.account.isAnonymous }

  /// Deletes a window of which nothing is to be kept, as if it had never been opened: its page gets another.
  func finishUnkept(_ window: Window) {
    visitors.rememberUntouched(window.id)
    finish(window, pages: .windowDismissed)
    openers.forget(window.openedBy, of: window.user.account.key)
    commitPending()
  }
}
