import Oriel
import OrielDocument

extension HubMonitor {
  /// Searches for windows on all hubs.
  ///
  /// - Parameter then: Called once with all results; at once if one slice of one hub is enough.
  @discardableResult
  package func findWindows(
    _ filter: WindowFilter, offset: Int = 0, limit: Int, then: @escaping (Search<WindowRow>) -> Void
  ) -> Search<WindowRow> {
    guard !hub.neighbours.areNone else { return findOwnWindows(filter, offset: offset, limit: limit, then: then) }
    let search = Search(offset: offset, limit: limit, then: then)
    let end = search.end
    hub.onAll({ hub, answer in
      hub.monitor.findOwnWindows(filter, offset: 0, limit: end) { answer(FoundRows($0)) }
    }) { found in
      // Those in memory first, the latest before the others.
      search.complete(found) {
        ($0.state == .asleep ? 0 : 1, $0.lastUsedAt) > ($1.state == .asleep ? 0 : 1, $1.lastUsedAt)
      }
    }
    return search
  }

  /// Searches for windows in memory here, and for those in the store that would be woken here.
  @discardableResult
  private func findOwnWindows(
    _ filter: WindowFilter, offset: Int, limit: Int, then: @escaping (Search<WindowRow>) -> Void
  ) -> Search<WindowRow> {
    let search = Search(offset: offset, limit: limit, then: then)
    let matcher = WindowMatcher(filter, now: hub.scheduler.wallTime)
    guard filter.wantsAwake else {
      findAsleep(filter, matcher, search)
      return search
    }
    walk(
      search, over: \.windows.roster, cost: matcher.cost,
      visit: { if matcher.matches($0) { search.found(WindowRow($0)) } },
      then: { [self] in findAsleep(filter, matcher, search) })
    return search
  }

  /// Searches for users with windows in memory, on all hubs.
  ///
  /// - Parameters:
  ///   - text: A part of the user's id, ignoring case.
  ///   - tenant: Only members of this tenant.
  @discardableResult
  package func findUsers(
    _ text: String, of tenant: Tenant? = nil, offset: Int = 0, limit: Int, then: @escaping (Search<UserRow>) -> Void
  ) -> Search<UserRow> {
    guard !hub.neighbours.areNone else {
      return findOwnUsers(text, of: tenant, offset: offset, limit: limit, then: then)
    }
    let search = Search(offset: offset, limit: limit, then: then)
    let end = search.end
    hub.onAll({ hub, answer in
      hub.monitor.findOwnUsers(text, of: tenant, offset: 0, limit: end) { answer(FoundRows($0)) }
    }) { search.complete($0) { $0.lastUsedAt > $1.lastUsedAt } }
    return search
  }

  @discardableResult
  private func findOwnUsers(
    _ text: String, of tenant: Tenant?, offset: Int, limit: Int, then: @escaping (Search<UserRow>) -> Void
  ) -> Search<UserRow> {
    let search = Search(offset: offset, limit: limit, then: then)
    let word = Array(text.lowercased().utf8)
    walk(
      search, over: \.users.roster,
      visit: { user in
        guard let row = UserRow(user), tenant.map({ $0 == row.tenant }) ?? true else { return }
        if row.id.contains(folded: word) { search.found(row) }
      },
      then: { search.complete() })
    return search
  }

  /// The current rows of these windows, without those that are not in memory. A `body` that reads them is updated once
  /// a second.
  package func rows(of ids: [WindowID]) -> [WindowID: WindowRow] {
    let others = elsewhere.rows.answer(ids, at: ticks) ?? [:]
    return ownRows(of: ids).merging(others) { own, _ in own }
  }

  func ownRows(of ids: [WindowID]) -> [WindowID: WindowRow] {
    ids.reduce(into: [:]) { rows, id in rows[id] = hub.windows[id].map(WindowRow.init) }
  }

  /// Milliseconds since 1970.
  package var now: Int64 { hub.scheduler.wallTime }

  /// The number of a user's windows of the app in memory.
  package func windowCount(of user: String) -> Int {
    ownWindowCount(of: user) + (elsewhere.windowCounts.answer(user, at: ticks) ?? 0)
  }

  func ownWindowCount(of user: String) -> Int { hub.users.windows(of: user).count { !$0.isConsole } }

  /// The outcomes of a trigger in the windows of all hubs.
  package func outcomesOnAllHubs(of trigger: String) -> [TriggerRecord.Outcome] {
    let others = elsewhere.outcomes.answer(trigger, at: ticks) ?? []
    return (hub.trigger(trigger)?.outcomes ?? []) + others
  }

  /// The scenes of the app's windows.
  package var sceneIDs: [String] { hub.sceneIDs }

  /// Handles one slice now, and the next after other work has run.
  ///
  /// - Parameter cost: How many times as long each visit takes as that for one word.
  private func walk<Row, Member: RosterMember>(
    _ search: Search<Row>, over roster: KeyPath<WindowHub, Roster<Member>>, from start: RosterWalk = RosterWalk(),
    cost: Int = 1, visit: @escaping (Member) -> Void, then: @escaping () -> Void
  ) {
    guard !search.isCancelled else { return }
    var walk = start
    let hasMore = walk.visit(hub[keyPath: roster], limit: max(1, slice / cost), restart: search.restart, visit)
    search.sliced(walk.visited - start.visited)
    guard hasMore else { return then() }
    let next = walk
    _ = hub.scheduler.schedule(after: 0) { [weak self] in
      guard let self else { return }
      self.walk(search, over: roster, from: next, cost: cost, visit: visit, then: then)
      hub.commitPending()
    }
  }

  private func findAsleep(_ filter: WindowFilter, _ matcher: WindowMatcher, _ search: Search<WindowRow>) {
    guard filter.wantsAsleep else { return search.complete() }
    readAsleep(StoredWindowQuery(tenant: filter.tenant, user: filter.user, scene: filter.scene), matcher, search)
  }

  /// Reads windows that are only in the store, page by page.
  private func readAsleep(_ query: StoredWindowQuery, _ matcher: WindowMatcher, _ search: Search<WindowRow>) {
    guard !search.isCancelled else { return }
    let ofTheApp = hub.ofTheApp(query)
    hub.read(.list, { try $0.windows(ofTheApp) }) { [self] result in
      // What can't be read is not found.
      let page = (try? result.get()) ?? []
      for window in page where hub.windows[window.id] == nil && hub.has(window.tenant) {
        let parked = hub.reasonForParking(window.id, of: window.user)
        if matcher.matches(window, isParked: parked != nil) { search.found(WindowRow(asleep: window, parked: parked)) }
      }
      search.sliced(page.count)
      if page.count == query.limit, let last = page.last {
        var next = query
        next.after = last.id
        readAsleep(next, matcher, search)
      } else {
        search.complete()
      }
      hub.commitPending()
    }
  }
}
