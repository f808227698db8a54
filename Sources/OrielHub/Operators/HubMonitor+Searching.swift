import Oriel
import OrielDocument

extension HubMonitor {
  /// Searches for windows on all hubs, without a wait if one slice of one hub is enough.
  ///
  /// - Parameters:
  ///   - sort: By what they are sorted; by default those in memory first, the latest before the others.
  ///   - share: The tenants whose sleeping windows are found; `nil` for all.
  package func findWindows(
    _ filter: WindowFilter, by sort: WindowSort? = nil, in share: NodeShare? = nil, _ search: Search<WindowRow>
  ) async {
    guard !hub.neighbours.areNone else { return await findOwnWindows(filter, by: sort, in: share, search) }
    let found = await onAll(search) { monitor, own in await monitor.findOwnWindows(filter, by: sort, in: share, own) }
    if let sort { return search.complete(found, arranged: sort.sorted(found.flatMap(\.rows), by: sort.key)) }
    search.complete(found) {
      ($0.state == .asleep ? 0 : 1, $0.lastUsedAt) > ($1.state == .asleep ? 0 : 1, $1.lastUsedAt)
    }
  }

  /// Searches for windows in memory here, and for those in the store that would be woken here.
  private func findOwnWindows(
    _ filter: WindowFilter, by sort: WindowSort?, in share: NodeShare?, _ search: Search<WindowRow>
  ) async {
    search.keepsAll = sort != nil
    let matcher = WindowMatcher(filter, now: hub.scheduler.wallTime, node: hub.nodeName)
    if filter.wantsAwake {
      // A sorted search makes the rows of all that it finds.
      let cost = matcher.cost * (sort == nil ? 1 : 4)
      await walk(search, over: \.windows.roster, cost: cost) {
        if matcher.matches($0) { search.found(WindowRow($0)) }
      }
    }
    if filter.wantsAsleep {
      await readAsleep(
        StoredWindowQuery(tenant: filter.tenant, user: filter.user, scene: filter.scene), matcher, in: share, search)
    }
    if let sort { await search.arrange { rows in sort.sorted(rows, by: sort.key) } }
    search.complete()
  }

  /// Searches for users with windows in memory, on all hubs.
  ///
  /// - Parameters:
  ///   - text: A part of the user's id, name or e-mail address, ignoring case.
  ///   - tenant: Only members of this tenant.
  package func findUsers(_ text: String, of tenant: Tenant? = nil, _ search: Search<UserRow>) async {
    guard !hub.neighbours.areNone else { return await findOwnUsers(text, of: tenant, search) }
    let found = await onAll(search) { monitor, own in await monitor.findOwnUsers(text, of: tenant, own) }
    search.complete(found) { $0.lastUsedAt > $1.lastUsedAt }
  }

  private func findOwnUsers(_ text: String, of tenant: Tenant?, _ search: Search<UserRow>) async {
    let word = Array(text.lowercased().utf8)
    await walk(search, over: \.users.roster) { user in
      guard let row = UserRow(user), tenant.map({ $0 == row.tenant }) ?? true else { return }
      if row.id.contains(folded: word) || user.account.isCalled(word) { search.found(row) }
    }
    search.complete()
  }

  /// Has every hub search for all rows up to the end of the page.
  private func onAll<Row: Sendable>(
    _ search: Search<Row>,
    _ find: nonisolated(nonsending) @escaping @Sendable (HubMonitor, Search<Row>) async -> Void
  ) async -> [FoundRows<Row>] {
    let end = search.end
    return await hub.onAll { hub in
      let own = Search<Row>(offset: 0, limit: end)
      await find(hub.monitor, own)
      return FoundRows(own)
    }
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

  /// Handles one slice now, and each of the others after other work has run.
  ///
  /// - Parameter cost: How many times as long each visit takes as that for one word.
  private func walk<Row, Member: RosterMember>(
    _ search: Search<Row>, over roster: KeyPath<WindowHub, Roster<Member>>, cost: Int = 1, visit: (Member) -> Void
  ) async {
    var walk = RosterWalk()
    while true {
      let visited = walk.visited
      let hasMore = walk.visit(hub[keyPath: roster], limit: max(1, slice / cost), restart: search.restart, visit)
      search.sliced(walk.visited - visited)
      guard hasMore else { return }
      await hub.pause(0)
    }
  }

  /// Reads windows that are only in the store, page by page.
  private func readAsleep(
    _ first: StoredWindowQuery, _ matcher: WindowMatcher, in share: NodeShare?, _ search: Search<WindowRow>
  ) async {
    var query = first
    while true {
      // What can't be read is not found.
      let page = (try? await hub.read { [query = hub.ofTheApp(query)] in try $0.windows(query) }) ?? []
      for window in page where hub.windows[window.id] == nil && hub.has(window.tenant) {
        if let share, !share.contains(window.tenant) { continue }
        let parked = hub.reasonForParking(window.id, of: window.user)
        if matcher.matches(window, isParked: parked != nil) { search.found(WindowRow(asleep: window, parked: parked)) }
      }
      search.sliced(page.count)
      guard page.count == query.limit, let last = page.last else { return }
      query.after = last.id
    }
  }
}
