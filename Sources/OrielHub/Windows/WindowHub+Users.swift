import Oriel
import OrielDocument

extension WindowHub {
  /// Finds a member of a tenant in memory, or creates the member's environment. `then` is called at once if nothing has
  /// to be loaded.
  ///
  /// - Parameter client: The page that pays for it.
  func withUser(
    _ user: User, loadedFor client: (any WindowClient)? = nil, then: @escaping (UserState?) -> Void
  ) {
    if let member = users[user] { return then(member) }
    guard !isParked(user) else { return then(nil) }
    let owner = SavedOwner(user)
    guard users.loading.add(then, for: owner) else { return }
    withHome(user.tenant) { [self] found in
      guard case .home(let home) = found else { return answer(nil, for: user) }
      guard home.isStored else { return loaded(user, in: home, .success(StoredUser(StoredObjects(), windows: 0))) }
      home.holds += 1
      read(.owner(owner), { try $0.member(user.id, of: user.tenant) }) { [self] result in
        inTurn(of: client) { [self] in
          loaded(user, in: home, result)
          home.holds -= 1
          unloadIfUnused(home)
        }
      }
    }
  }

  /// Does work at once, or in the turn of the page that it is done for.
  func inTurn(of client: (any WindowClient)?, _ work: @escaping () -> Void) {
    if let client { client.inTurn(work) } else { work() }
  }

  /// Does work after that of others: in the page's next turn, or in a turn of its own.
  func inNextTurn(of client: (any WindowClient)?, _ work: @escaping () -> Void) {
    if let client { client.inNextTurn(work) } else { _ = scheduler.schedule(after: 0, work) }
  }

  /// Charges the page that work is done for.
  func charge<Result>(_ client: (any WindowClient)?, _ work: () throws -> Result) rethrows -> Result {
    if let client { try client.charge(work) } else { try work() }
  }

  /// Whether creating this user's environment crashed the process too often.
  func isParked(_ user: User) -> Bool { quarantine.isParked(.user(user.id)) }

  private func loaded(_ user: User, in home: Home, _ result: Result<StoredUser, any Error>) {
    do {
      let saved = try result.get()
      guard homes.busy[user.tenant] == nil else { return answer(nil, for: user) }
      let subject = Parked.Subject.user(user.id).text
      defer { quarantine.loaded(subject) }
      let member = try recording(CrashJournalEntry(.load, of: subject)) {
        try makeMember(user, of: home, saved: saved)
      }
      users.insert(member)
      home.memberCount += 1
      answer(member, for: user)
    } catch {
      log(.error, onceAMinute: "user unread", "A user's windows are refused: \(error)")
      answer(nil, for: user)
    }
  }

  private func answer(_ member: UserState?, for user: User) {
    let waiting = users.loading.removeAll(for: SavedOwner(user))
    member?.isAwaited = true
    for then in waiting { then(member) }
    member?.isAwaited = false
    if let member { unloadIfUnused(member) }
    commit()
  }

  /// Unloads a member without a window in memory; changes of their objects are saved with the turn.
  func unloadIfUnused(_ member: UserState) {
    guard member.windows.isEmpty, !member.isAwaited, users[member.account] === member else { return }
    if let saved = member.saved {
      writer.record(drainChanges(of: saved))
      saved.end()
    }
    member.admission.cancel()
    users.remove(member)
    member.home.memberCount -= 1
    unloadIfUnused(member.home)
  }

  /// - Throws: `UndecodableState`: the member's windows are refused, and nothing of theirs is changed.
  private func makeMember(_ user: User, of home: Home, saved: StoredUser) throws -> UserState {
    let restored = try restore(
      home.isStored ? app.environment(for: user).objects.all : [], of: SavedOwner(user),
      subject: Parked.Subject.user(user.id).text,
      from: saved.saved)
    return UserState(user: user, keptWindows: saved.windows, environment: restored, home: home)
  }

  /// Finds or loads a member for a window of a scene. One who has never been here is admitted first.
  func withMember(
    _ user: String, of tenant: Tenant, in scene: WindowScene, then: @escaping (FoundMember) -> Void
  ) {
    withKnownMember(user, of: tenant) { [self] found in
      guard case .unknown = found else { return then(found) }
      withHome(tenant) { [self] found in
        guard case .home(let home) = found else { return then(.unavailable) }
        guard let admitted = admitted(User(id: user), by: scene.tenancy, to: home) else { return then(.noAccess) }
        start(home)
        withUser(admitted) { then($0.map(FoundMember.member) ?? .unavailable) }
      }
    }
  }

  /// Finds a member, or loads one who has windows, with the roles of the window used last.
  func withKnownMember(_ user: String, of tenant: Tenant, then: @escaping (FoundMember) -> Void) {
    if let member = users[User(id: user, tenant: tenant)] { return then(.member(member)) }
    guard let id = homes[tenant]?.windows.latest(of: user) else { return then(.unknown) }
    read(.window(id), { try $0.window(id) }) { [self] result in
      // Without the roles, the member could not have windows that require one.
      guard case .success(let window) = result else { return then(.unavailable) }
      withUser(User(id: user, roles: Set(window?.origin.roles ?? []), tenant: tenant)) {
        then($0.map(FoundMember.member) ?? .unavailable)
      }
    }
  }

  /// Whether a user is in memory.
  package func knows(_ user: String) -> Bool { !users.members(user).isEmpty }

  /// The number of the user's windows with a page.
  package func attachedWindows(of user: String) -> Int { users.windows(of: user).count { $0.isAttached } }

  /// The same on all hubs.
  package func attachedWindowsOnAllHubs(of user: String) async -> Int {
    let others = await answer { askOthers({ $0.attachedWindows(of: user) }, then: $0) }
    return others.reduce(attachedWindows(of: user), +)
  }
}

/// A member to whom a window is given.
enum FoundMember {
  case member(UserState)
  /// Has no windows in the tenant, and has not been admitted.
  case unknown
  case noAccess
  case unavailable
}
