import Oriel
import OrielDocument

extension Lookout {
  /// Searches for windows.
  ///
  /// - Parameter then: Called once with all results; at once if one slice is enough.
  @discardableResult
  package func findWindows(
    _ filter: WindowFilter, offset: Int = 0, limit: Int, then: @escaping (Search<WindowRow>) -> Void
  ) -> Search<WindowRow> {
    let search = Search(offset: offset, limit: limit, then: then)
    let matcher = WindowMatcher(filter, now: context.scheduler.wallTime)
    guard filter.wantsAwake else {
      findAsleep(filter, matcher, search)
      return search
    }
    walk(
      search, over: \.roster, visit: { if matcher.matches($0) { search.found(WindowRow($0)) } },
      then: { [self] in findAsleep(filter, matcher, search) })
    return search
  }

  /// Searches for users with windows in memory.
  ///
  /// - Parameter text: A part of the user's id, ignoring case.
  @discardableResult
  package func findUsers(
    _ text: String, offset: Int = 0, limit: Int, then: @escaping (Search<UserRow>) -> Void
  ) -> Search<UserRow> {
    let search = Search(offset: offset, limit: limit, then: then)
    let word = Array(text.lowercased().utf8)
    walk(
      search, over: \.userRoster,
      visit: { user in
        if let row = UserRow(user), user.user.id.contains(folded: word) { search.found(row) }
      },
      then: { search.complete() })
    return search
  }

  /// The current rows of these windows, without those that are not in memory. A `body` that reads them is updated once
  /// a second.
  package func rows(of ids: [WindowID]) -> [WindowID: WindowRow] {
    _ = pulse
    return onHub { hub in
      ids.reduce(into: [:]) { rows, id in rows[id] = hub.windows[id].map(WindowRow.init) }
    }
  }

  /// Milliseconds since 1970.
  package var now: Int64 { context.scheduler.wallTime }

  /// The number of a user's windows of the app in memory.
  package func windowCount(of user: String) -> Int {
    onHub { $0.users[ScalarKey(user)]?.windows.count { !$0.isConsole } ?? 0 }
  }

  /// The scenes of the app's windows.
  package var sceneIDs: [String] { onHub { $0.sceneIDs } }

  /// Handles one slice now, and the next after other work has run.
  private func walk<Row, Member: RosterMember>(
    _ search: Search<Row>, over roster: KeyPath<HubContext, Roster<Member>>, from start: RosterWalk = RosterWalk(),
    visit: @escaping (Member) -> Void, then: @escaping () -> Void
  ) {
    guard !search.isCancelled else { return }
    var walk = start
    let hasMore = walk.visit(context[keyPath: roster], limit: slice, restart: search.restart, visit)
    search.sliced(walk.visited - start.visited)
    guard hasMore else { return then() }
    let next = walk
    _ = context.scheduler.schedule(after: 0) { [weak self] in
      guard let self else { return }
      self.walk(search, over: roster, from: next, visit: visit, then: then)
      onHub { $0.commitPending() }
    }
  }

  private func findAsleep(_ filter: WindowFilter, _ matcher: WindowMatcher, _ search: Search<WindowRow>) {
    guard filter.wantsAsleep else { return search.complete() }
    readAsleep(StoredWindowQuery(user: filter.user, scene: filter.scene), matcher, search)
  }

  /// Reads windows that are only in the store, page by page.
  private func readAsleep(_ query: StoredWindowQuery, _ matcher: WindowMatcher, _ search: Search<WindowRow>) {
    guard !search.isCancelled else { return }
    readPage(query) { [self] page in
      let asleep = onHub { hub in
        page.filter { hub.windows[$0.id] == nil }.map { ($0, hub.reasonForParking($0.id, of: $0.user)) }
      }
      for (window, parked) in asleep where matcher.matches(window, isParked: parked != nil) {
        search.found(WindowRow(asleep: window, parked: parked))
      }
      search.sliced(page.count)
      if page.count == query.limit, let last = page.last {
        var next = query
        next.after = last.id
        readAsleep(next, matcher, search)
      } else {
        search.complete()
      }
      onHub { $0.commitPending() }
    }
  }

  /// Reads one page of the store's list; empty if it can't be read.
  private func readPage(_ query: StoredWindowQuery, _ then: @escaping ([StoredSummary]) -> Void) {
    let isolation = context.isolation
    nonisolated(unsafe) let then = then
    onHub { hub in
      let store = hub.store
      let query = hub.ofTheApp(query)
      hub.afterWrites(of: .list) {
        store.windows(query) { result in
          isolation.perform { then((try? result.get()) ?? []) }
        }
      }
    }
  }
}
