import Oriel
import OrielDocument

// Operators' requests from outside. A window may be in memory or only in the store, and after a restart memory is
// empty, so the store decides which windows exist.

extension WindowHub {
  /// Lists the windows after `id` in the order of their ids, including those only in the store, and whether there are
  /// more. While the store can't be read, lists those in memory.
  package func listWindows(
    after id: String?, limit: Int, then: @escaping (_ windows: [WindowSummary], _ hasMore: Bool) -> Void
  ) {
    let isolation = context.isolation
    nonisolated(unsafe) let then = then
    afterWrites(of: .list) { [weak self] in
      self?.assumeIsolated { hub in
        hub.store.windows(hub.ofTheApp(StoredWindowQuery(after: id.map(WindowID.init), limit: limit + 1))) {
          [weak hub] stored in
          guard let hub else { return }
          isolation.perform {
            hub.assumeIsolated { $0.list(stored, after: id, limit: limit, then) }
          }
        }
      }
    }
  }

  private func list(
    _ stored: Result<[StoredSummary], any Error>, after id: String?, limit: Int,
    _ then: ([WindowSummary], Bool) -> Void
  ) {
    var found: [WindowID: WindowSummary] = [:]
    do {
      for window in try stored.get() { found[window.id] = describe(asleep: window) }
    } catch {
      context.logger.error("The windows in the store can't be listed: \(error)")
    }
    for window in windowsInMemory(after: id, limit: limit + 1) { found[window.id] = describe(window) }
    let all = found.values.sorted { $0.id.rawValue < $1.id.rawValue }
    then(Array(all.prefix(limit)), all.count > limit)
  }

  /// Selects the page in a single pass, because sorting 100,000 windows for each page would delay every user by a fifth
  /// of a second.
  private func windowsInMemory(after id: String?, limit: Int) -> [Window] {
    var first: [Window] = []
    var last: String?
    for window in windows.values where !window.isConsole && id.map({ window.id.rawValue > $0 }) ?? true {
      if let last, window.id.rawValue > last { continue }
      first.append(window)
      guard first.count > 2 * limit else { continue }
      keepFirst(limit, of: &first)
      last = first.last?.id.rawValue
    }
    keepFirst(limit, of: &first)
    return first
  }

  private func keepFirst(_ count: Int, of windows: inout [Window]) {
    windows.sort { $0.id.rawValue < $1.id.rawValue }
    windows.removeLast(max(0, windows.count - count))
  }

  /// Finds a window in memory or in the store. `then` is called once; at once if it is in memory.
  package func find(_ id: WindowID, then: @escaping (FoundWindow) -> Void) { lookUp(id, then: then) }

  /// Dismisses a window for good, in memory or in the store; calls `then` with whether there was one.
  ///
  /// The window is woken first, because one that is being woken at the same time must not return after its row is gone.
  package func dismiss(_ id: WindowID, then: @escaping (Bool) -> Void) {
    lookUp(id) { [self] found in
      guard case .parked = found else { return then(dismiss(id)) }
      dismissParked(id)
      then(true)
    }
  }

  /// The ids of the scenes that windows can be opened of.
  package var sceneIDs: [String] { context.appScenes.map(\.id).sorted() }

  /// Whether this scene takes a value; `nil` if there is no such scene.
  package func takesValue(scene: String) -> Bool? {
    context.scenes[ScalarKey(scene)].flatMap { $0.isConsole ? nil : $0.takesValue }
  }

  /// Restricts a query to windows of the app.
  func ofTheApp(_ query: StoredWindowQuery) -> StoredWindowQuery {
    var query = query
    query.exceptScene = context.consoleScene?.id
    return query
  }

  /// Returns to the hub from another thread.
  package var isolation: any HubIsolation { context.isolation }
}
