import Logging
import Oriel
import OrielDocument

/// Limits what visitors can make many of: users, windows, and pages that wait. A cookie costs nothing, so anonymous users
/// are counted by the network that they come from, and windows by user and by network.
final class Visitors {
  private unowned let hub: WindowHub
  private let rates: VisitorRates
  private(set) var arrivals = WaitingArrivals()
  /// The number of windows that were not opened, and of those that were deleted for newer ones of their user.
  private(set) var refused = 0
  private(set) var crowdedOut = 0
  /// The last windows that were deleted because no user had done anything in them, whose pages may come back.
  private var untouched = KeyedQueue<WindowID, Void>(limit: 10_000)

  init(of hub: WindowHub) {
    self.hub = hub
    rates = hub.neighbours.visitorRates
  }

  private var limits: HubLimits { hub.limits }
  private var now: Int64 { hub.scheduler.now }

  // MARK: Arriving

  /// Counts a page until it is attached or refused. Beyond the limit it is told to try later.
  func arrival(_ request: AttachRequest, _ client: any WindowClient, _ then: @escaping (AttachAnswer) -> Void)
    -> Arrival?
  {
    // Decoded, a value may take many times its size.
    let bytes = request.bytes + (request.attach.value?.heapBytes ?? 0)
    guard arrivals.add(bytes, limits) else {
      hub.log(
        .error, onceAMinute: "arrivals",
        "A page was told to try later: \(arrivals.count) wait for the store or for their tenant")
      client.deliver(.closing(.unavailable))
      then(.refused)
      return nil
    }
    return Arrival(request: request, client: client) { [hub] answer in
      hub.visitors.arrivals.remove(bytes)
      then(answer)
    }
  }

  // MARK: What a network may have

  /// Whether a page of this network may open a window, before anything is loaded for it.
  ///
  /// - Parameter network: The network of the page; `nil` for one on this machine, which is not limited.
  func mayOpen(_ network: String?) -> Bool {
    guard let network, !rates.hasWindow(network, limits, now: now) else { return true }
    refuseWindow(network)
    return false
  }

  /// Whether the page may make a window for a user.
  func admits(_ request: AttachRequest, for user: UserState) -> Bool {
    admits(request.network, isNewUser: user.account.isAnonymous && user.keptWindows == 0)
  }

  /// Whether a page of this network may make a window.
  ///
  /// - Parameter isNewUser: Whether the user has no window yet, and no name.
  func admits(_ network: String?, isNewUser: Bool) -> Bool {
    guard hub.memory.hasRoom(forMoreOf: network) else { return false }
    guard let network else { return true }
    if isNewUser, !rates.admitUser(network, limits, now: now) {
      refuse(network, "\(limits.newUsersPerHour) new users", flag: "new-users-per-address")
      return false
    }
    let mayOpen = rates.admitWindow(network, limits, now: now)
    if !mayOpen { refuseWindow(network) }
    return mayOpen
  }

  private func refuseWindow(_ network: String) {
    refuse(network, "\(limits.newWindowsPerHour) windows", flag: "new-windows-per-address")
  }

  /// Whether a window or a tenant may be read from the store for the page.
  func mayRead(for request: AttachRequest) -> Bool { mayRead(request.network) }
  func mayRead(_ network: String?) -> Bool { mayRead(network, user: false) }

  /// Whether the user may be read from the store for the page, if they are not in memory.
  func mayRead(_ user: User, for request: AttachRequest) -> Bool {
    hub.users[user] != nil || mayRead(request.network, user: true)
  }

  private func mayRead(_ network: String?, user: Bool) -> Bool {
    guard let network else { return true }
    let limit = limits.newWindowsPerHour * limits.readsPerNewWindow
    let mayRead =
      user ? rates.admitUserRead(network, of: limit, now: now) : rates.admitRead(network, of: limit, now: now)
    if !mayRead {
      let what = user ? "users" : "windows and tenants"
      refuse(network, "\(limit) \(what) read from the store", flag: "new-windows-per-address")
    }
    return mayRead
  }

  private func refuse(_ network: String, _ what: String, flag: String) {
    refused += 1
    hub.log(
      .notice, onceAMinute: "\(flag) \(RemoteNetwork(of: network).widest.text)",
      "A window was not opened: its network has had \(what) within an hour. If they are people, raise --\(flag)",
      ["network": "\(network)"])
  }

  /// Whether a page of this network may have a tenant loaded.
  func mayLoad(_ network: String?) -> Bool { network.map { rates.hasRefusedLoad($0, limits, now: now) } ?? true }

  /// A tenant was loaded for a page, which it refused.
  func refusedLoad(_ network: String?) {
    if let network { rates.countRefusedLoad(network, limits, now: now) }
  }

  // MARK: What a user may have

  /// Deletes sleeping windows of a user who has more than the limit, those that were not used for longest: a few at once,
  /// because it reads the list of them. Windows that others have opened and the user has never seen have a limit of their
  /// own, so that they drive out none of the user's.
  func crowdOut(of user: UserState) {
    let (limit, unseenLimit) = (limits.keptWindowsPerUser, limits.unseenWindowsPerUser)
    let mayHaveMany =
      user.keptWindows > limit || user.keptWindows > unseenLimit && user.unseenWindows ?? .max > unseenLimit
    guard user.home.isStored, mayHaveMany, !user.isCrowdingOut else { return }
    user.isCrowdingOut = true
    hub.findAsleep(
      StoredWindowQuery(tenant: user.account.tenant, user: user.account.id, openedBy: ScalarKey.unseen.text)
    ) {
      [hub] unseen in
      let inMemory = user.windows.filter { $0.isUnseen && !$0.isAttached }
      let all = unseen.map { ($0.id, $0.usedAt) } + inMemory.map { ($0.id, $0.lastUsedAt) }
      user.unseenWindows = all.count
      hub.visitors.delete(surplusOf: unseenLimit, among: all.count, from: all, of: user)
      guard user.keptWindows - all.count > limit else { return user.isCrowdingOut = false }
      hub.findAsleep(StoredWindowQuery(of: user.account)) { [hub] asleep in
        user.isCrowdingOut = false
        let ids = Set(unseen.map(\.id))
        let seen = asleep.filter { !ids.contains($0.id) }.map { ($0.id, $0.usedAt) }
        hub.visitors.delete(surplusOf: limit, among: user.keptWindows - (user.unseenWindows ?? 0), from: seen, of: user)
      }
    }
  }

  /// - Parameter windows: Those that may be deleted, and when each was last used.
  private func delete(
    surplusOf limit: Int, among count: Int, from windows: [(id: WindowID, usedAt: Int64)], of user: UserState
  ) {
    guard count > limit else { return }
    let oldest = windows.filter { !hub.waking.isWaiting(for: $0.id) }.sorted { $0.usedAt < $1.usedAt }
      .prefix(count - limit + limit / 20)
    crowdedOut += oldest.count
    hub.log(
      .notice, onceAMinute: "windows-per-user \(user.account.id)",
      """
      A user has more than \(limits.keptWindowsPerUser) windows: those that were not used for longest are deleted. To \
      keep more, raise --windows-per-user
      """, ["user": "\(user.account.id)"])
    for window in oldest { hub.dismissUnlessAttached(window.id) }
  }

  /// Whether nothing would be lost with the window: an anonymous user has done nothing in it, and what code made of it
  /// is made again.
  func isUntouched(_ window: Window) -> Bool { window.opening != nil && window.user.account.isAnonymous }

  /// Deletes a window of which nothing is to be kept, as if it had never been opened: its page gets another.
  func finishUnkept(_ window: Window) {
    remember(untouched: window.id)
    hub.finish(window, pages: .windowDismissed)
    hub.windows.forgetOpener(window.openedBy, of: window.user.key)
    hub.commitPending()
  }

  func remember(untouched window: WindowID) { untouched.append((), for: window) }

  /// Whether a page asks for a window in which nothing had been done.
  func remembers(_ window: WindowID?) -> Bool { window.flatMap { untouched[$0] } != nil }
}
