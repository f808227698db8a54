import Oriel
import OrielDocument

// A tenant's home is loaded for its first visitor, and unloaded when nothing in memory needs it.

extension WindowHub {
  /// Prepares all hubs, from one of them: what is known of all tenants and users is read by each of them before one of them
  /// loads a tenant, and the app makes its connections once, for all of them.
  ///
  /// - Throws: The error of the store or of the app, or `UndecodableState` if this program can't decode what all users
  ///   share.
  func prepareAll(with services: Services? = nil) async throws {
    for index in 0..<neighbours.count {
      try await on(hub: index) { hub in await Result { try await hub.loadWhatAllShare() } }.get()
    }
    // The app connects to other systems: its own code, which goes on where it likes.
    let services =
      if let services { services } else {
        try await answer { done in
          startNow { done(await Result { try await self.app.prepare() }) }
        }.get()
      }
    _ = await onAll { hub in hub.use(services) }
    for index in 0..<neighbours.count {
      if let error = await on(hub: index, { hub in await hub.begin() }) { throw error }
    }
  }

  /// Waits while there is no answer of the store, which was there a moment ago.
  private func loadWhatAllShare() async throws {
    while true {
      do {
        try await shareCrashes()
        try await access.load()
        try await publisher.load()
        return try await posts.load()
      } catch let error as any WindowStoreError where error.isOutage {
        log(.warning, onceAMinute: "start", "This server starts once the store answers. \(error)")
        await pause(500)
      }
    }
  }

  /// Loads the tenant that all users share, if they share one, and those that are due.
  ///
  /// - Returns: The reason why this program can't decode what all users share.
  private func begin() async -> UndecodableState? {
    defer { dueTenants.look() }
    guard scenes.leadToApp, has(.app) else { return nil }
    // Another error is logged, and it is tried again; meanwhile the server can say so.
    guard case .undecodable(let error) = await answer({ withHome(.app, then: $0) }) else { return nil }
    return error
  }

  /// Finds a tenant's home in memory or loads it. `then` is called once, at once if it is in memory.
  ///
  /// It stays in memory until `then` returns.
  func withHome(_ tenant: Tenant, then: @escaping (FoundHome) -> Void) {
    if let found = homes.busy[tenant] { return then(found) }
    if let home = homes[tenant] { return hold(home, then) }
    guard has(tenant) else { return then(.elsewhere(.hub(hub(of: tenant)))) }
    let subject = Parked.Subject.tenant(tenant)
    guard !quarantine.isParked(subject) else { return then(.parked) }
    switch homes.absence(of: tenant, now: scheduler.now) {
    case .unknown: return then(.unknown)
    case .closed: return then(.closed)
    case .undecodable(let error): return then(.undecodable(error))
    default: break
    }
    let patience = Patience(then)
    patience.timer = scheduler.schedule(after: limits.homePatience) { [weak self] in
      patience.answer(.unavailable)
      self?.commitPending()
    }
    homes.markAsked(tenant, at: scheduler.now)
    if homes.loading.add(patience.answer, for: tenant) { load(tenant, attempt: 0) }
  }

  private func hold(_ home: Home, _ then: (FoundHome) -> Void) {
    home.holds += 1
    then(.home(home))
    home.holds -= 1
    unloadIfUnused(home)
  }

  private func load(_ tenant: Tenant, attempt: Int) {
    // Operators' windows belong to no tenant of the app.
    guard tenant.isOfApp else { return loaded(.ofNoTenant(tenant, services)) }
    let turn = CrashJournalEntry(.load, of: Parked.Subject.tenant(tenant).text)
    startNow {
      await self.recording(turn) {
        do {
          let nodes = self.store.nodes
          // One that seemed free a moment ago, when its page was placed, is not looked for again before its claim.
          if let nodes, !nodes.seemsFree(tenant), let node = try await self.otherNode(of: tenant) {
            return self.isElsewhere(tenant, node)
          }
          let environment = try await self.app.environment(for: tenant)
          if nodes != nil, let node = try await self.claim(tenant) { return self.isElsewhere(tenant, node) }
          self.read(tenant, environment.objects.all, attempt: attempt)
        } catch is UnknownTenant {
          self.homes.markAbsent(tenant, .unknown, until: self.scheduler.now + 60_000)
          if await self.mayDeletePosts(to: tenant) { self.posts.deleteAll(to: tenant) }
          self.answer(.unknown, for: tenant)
        } catch {
          self.retry(tenant, attempt, error)
        }
      }
    }
  }

  /// Whether messages to a tenant that the app does not know are this node's to delete. Nothing is claimed for a name that a
  /// visitor has made up.
  private func mayDeletePosts(to tenant: Tenant) async -> Bool {
    guard store.nodes != nil else { return true }
    guard posts[tenant].count > 0 else { return false }
    let claimed = await Result { try await claim(tenant) }
    if case .success(nil) = claimed { return true }
    return false
  }

  private func isElsewhere(_ tenant: Tenant, _ node: Life) {
    homes.markAbsent(tenant, .elsewhere(.node(node)), until: scheduler.now + 60_000)
    answer(.elsewhere(.node(node)), for: tenant)
  }

  private func retry(_ tenant: Tenant, _ attempt: Int, _ error: any Error) {
    // Its visitors have been told, and the next one has it loaded again.
    guard scenes.keepsInMemory(tenant) || homes.isAsked(tenant, since: scheduler.now - 60_000) else {
      homes.markAbsent(tenant, .unavailable, until: scheduler.now + limits.restAfterFailure)
      return answer(.unavailable, for: tenant)
    }
    // A database that is back is asked at once.
    let isAway = store.nodes.map { !$0.isStoreThere } ?? false
    let delay = isAway ? 1000 : min(30_000, 1000 << min(attempt, 5))
    log(
      .error, onceAMinute: "load \(tenant) \(delay)",
      "The tenant \"\(tenant)\" can't be loaded; next try in \(delay / 1000) s: \(error)")
    _ = scheduler.schedule(after: Int64(delay)) { [weak self] in
      self?.load(tenant, attempt: isAway ? attempt : attempt + 1)
      self?.commitPending()
    }
  }

  /// Reads a tenant with the first messages that wait for it, and its windows that were used last.
  private func read(_ tenant: Tenant, _ objects: [AnyObject], attempt: Int) {
    let limit = posts[tenant].count > 0 ? limits.messagesReadAtOnce : 0
    // One more tells that there are others.
    var latest = StoredWindowQuery(tenant: tenant, limit: Windows.limit + 1)
    latest.isLatestFirst = true
    read(
      .list,
      { [latest, readsPublications = store.nodes != nil] in
        let stored = try $0.tenant(tenant)
        let windows = stored.isKnown ? try $0.windows(latest) : []
        let posts = limit > 0 ? try $0.posts(to: tenant, after: 0, limit: limit) : []
        return (stored, windows, posts, readsPublications ? try $0.publications(of: tenant) : [])
      }
    ) { [self] result in
      do {
        let (stored, windows, waiting, published) = try result.get()
        if let found = homes.busy[tenant] { return answer(found, for: tenant) }
        switch stored.mark.state {
        case .closed:
          homes.markAbsent(tenant, .closed, until: scheduler.now + limits.closedRemembered)
          return answer(.closed, for: tenant)
        case .deleted: return answer(.unknown, for: tenant)
        case .open: break
        }
        let subject = Parked.Subject.tenant(tenant).text
        let home = try recording(CrashJournalEntry(.load, of: subject)) {
          var stored = stored
          let shared = SharedRecord.extract(from: &stored.saved.rows)
          let messages = stored.timers.map(TenantMessage.timer) + waiting.map(TenantMessage.post)
          let undecodable = messages.undecodable(types: scenes.types)
          if !undecodable.isEmpty { throw UndecodableState(undecodable, of: SavedOwner(tenant)) }
          let restored = try restore(objects, of: SavedOwner(tenant), subject: subject, from: stored.saved)
          stored.timers = stored.timers.map { current($0, restored.formerTypes) }
          return Home(stored, shared: shared, services: services, objects: restored, hub: acts)
        }
        // The next value of each has a higher number, whatever the clock says.
        if !published.isEmpty { publisher.hear(published) }
        home.list(windows, at: wallTime)
        acts.restore(stored.timers, of: home)
        loaded(home, isKnown: stored.isKnown)
        if home.acts.hasReady { acts.doPendingSoon(of: home) }
      } catch let error as UndecodableState {
        log(
          .error, onceAMinute: "undecodable \(tenant)", "The tenant \"\(tenant.name)\" is closed. \(error)")
        quarantine.loaded(Parked.Subject.tenant(tenant).text)
        homes.markAbsent(tenant, .undecodable(error), until: scheduler.now + limits.restAfterFailure)
        answer(.undecodable(error), for: tenant)
      } catch {
        retry(tenant, attempt, error)
      }
    }
  }

  /// A scheduled message for an object whose class has been renamed is stored under the new name.
  private func current(_ timer: StoredTimer, _ formerTypes: [String: String]) -> StoredTimer {
    guard let type = formerTypes[timer.type] else { return timer }
    var (former, current) = (timer, timer)
    former.message = nil
    current.type = type
    writer.record(\.timers, former)
    writer.record(\.timers, current)
    return current
  }

  /// - Parameter isKnown: Whether something of the tenant is stored. Otherwise nothing starts before the first visitor has
  ///   been admitted.
  private func loaded(_ home: Home, isKnown: Bool = false) {
    homes.insert(home)
    home.holds += 1
    // The one that all users share has no name that a visitor could make up.
    if isKnown || home.tenant == .app { start(home) }
    answer(.home(home), for: home.tenant)
    home.holds -= 1
    if home.isStarted || posts[home.tenant].count > 0 { handleMessages(of: home) } else { unloadIfUnused(home) }
  }

  private func answer(_ found: FoundHome, for tenant: Tenant) {
    for then in homes.endLoading(tenant) { then(found) }
    if homes[tenant] == nil { releaseUnlessUsed(tenant) }
    commitPending()
  }

  /// Starts the objects of a home, once, as a turn.
  func start(_ home: Home) {
    guard !home.isStarted else { return }
    let subject = Parked.Subject.tenant(home.tenant).text
    let context = home.saved?.turnContext ?? TurnContext(environment: home.environment, subject: subject)
    recording(CrashJournalEntry(.load, of: subject)) {
      TurnContext.$current.withValue(context) { home.start() }
    }
    quarantine.loaded(subject)
    finishUnshown(in: home)
    handleMessages(of: home)
  }

  /// Unloads a home that nothing in memory needs; changes of its objects are saved with the turn.
  func unloadIfUnused(_ home: Home) {
    guard home.isIdle(at: wallTime), homes[home.tenant] === home, !scenes.keepsInMemory(home.tenant) else { return }
    unload(home)
  }

  func unload(_ home: Home) {
    homes.remove(home)
    home.inbox.alarm.cancel()
    if let next = home.inbox.nextDue { dueTenants.look(at: next) }
    releaseUnlessUsed(home.tenant)
    guard let saved = home.saved else { return }
    writer.record(drainChanges(of: saved))
    saved.end()
  }
}

extension WindowHub {
  /// The objects of a tenant in memory.
  package func environment(of tenant: Tenant) -> EnvironmentValues? { homes[tenant]?.environment }

  /// Unloads a tenant's windows that no page shows, and the tenant itself.
  ///
  /// - Returns: Whether it is not in memory any more.
  package func sleep(_ tenant: Tenant) -> Bool {
    for window in windows.values where window.user.account.tenant == tenant { sleep(window) }
    homes[tenant].map(unloadIfUnused)
    commitPending()
    return homes[tenant] == nil
  }
}

/// A callback that is answered once, by the first answer.
private final class Patience {
  private var then: ((FoundHome) -> Void)?
  var timer: ScheduledTimer?

  init(_ then: @escaping (FoundHome) -> Void) { self.then = then }

  func answer(_ found: FoundHome) {
    timer?.cancel()
    let then = then
    self.then = nil
    then?(found)
  }
}

extension Tenant {
  /// Where the windows of the operators' console are. No app has a tenant of this name.
  static let operators = Tenant(stored: "/operators")

  /// Whether the app has made it: it can have objects, be listed, and be acted on.
  package var isOfApp: Bool { self != .operators && self != .everywhere }
}

extension Home {
  /// The home of operators' windows, or of those for everybody: nothing of it is loaded.
  fileprivate static func ofNoTenant(_ tenant: Tenant, _ services: Services) -> Home {
    Home(
      StoredTenant(StoredMark(tenant)), services: tenant == .everywhere ? services : [],
      objects: RestoredObjects(objects: []), hub: nil)
  }
}
