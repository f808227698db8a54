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
    let query = ofTheApp(StoredWindowQuery(after: id.map(WindowID.init), limit: limit + 1))
    onAll({ hub, answer in
      // After the writes of each hub, so that a window that sleeps by now is in the store.
      hub.afterWrites(of: .list) { answer(hub.windows.first(limit + 1, after: id).map(hub.describe)) }
    }) { awake in
      self.read({ try $0.windows(query) }) { [self] in
        list($0, awake.flatMap(\.self), limit: limit, then)
      }
    }
  }

  private func list(
    _ stored: Result<[StoredSummary], any Error>, _ awake: [WindowSummary], limit: Int,
    _ then: ([WindowSummary], Bool) -> Void
  ) {
    var found: [WindowID: WindowSummary] = [:]
    do {
      for window in try stored.get() { found[window.id] = describe(asleep: window) }
    } catch {
      logger.error("The windows in the store can't be listed: \(error)")
    }
    for window in awake { found[window.id] = window }
    let all = found.values.sorted { $0.id.rawValue < $1.id.rawValue }
    then(Array(all.prefix(limit)), all.count > limit)
  }

  /// Finds a window in memory or in the store. `then` is called once; at once if it is in memory.
  package func find(_ id: WindowID, then: @escaping (FoundWindow) -> Void) { lookUp(id, then: then) }

  /// Dismisses a window for good, in memory or in the store; calls `then` with whether there was one.
  ///
  /// The window is woken first, because one that is being woken at the same time must not return after its row is gone.
  package func dismiss(_ id: WindowID, then: @escaping (Bool) -> Void) {
    lookUp(id) { [self] found in
      guard case .parked = found else { return then(dismiss(id)) }
      deleteParked(id)
      then(true)
    }
  }

  /// The ids of the scenes that windows can be opened of.
  package var sceneIDs: [String] { scenes.ofApp.map(\.id).sorted() }

  /// Whether this scene takes a value; `nil` if there is no such scene.
  package func takesValue(scene: String) -> Bool? {
    scenes[scene].flatMap { $0.isConsole ? nil : $0.takesValue }
  }

  /// Restricts a query to windows of the app.
  func ofTheApp(_ query: StoredWindowQuery) -> StoredWindowQuery {
    var query = query
    query.exceptScene = scenes.console?.id
    return query
  }
}
