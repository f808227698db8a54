import Oriel
import OrielDocument

// Operators' requests from outside. A window may be in memory or only in the store, and after a restart memory is
// empty, so the store decides which windows exist.

extension WindowHub {
  /// Lists the windows after `id` in the order of their ids, including those only in the store, and whether there are
  /// more. While the store can't be read, lists those in memory.
  package func listWindows(after id: String?, limit: Int) async -> (windows: [WindowSummary], hasMore: Bool) {
    let query = ofTheApp(StoredWindowQuery(after: id.map(WindowID.init), limit: limit + 1))
    // After the writes of each hub, so that a window that sleeps by now is in the store.
    let awake = await onAll { hub in
      await hub.onceWritten()
      return hub.windows.first(limit + 1, after: id).map(hub.describe)
    }
    var found: [WindowID: WindowSummary] = [:]
    do {
      let stored = try await read { try $0.windows(query) }
      for window in stored { found[window.id] = describe(asleep: window) }
    } catch {
      logger.error("The windows in the store can't be listed: \(error)")
    }
    for window in awake.joined() { found[window.id] = window }
    let all = found.values.sorted { $0.id.rawValue < $1.id.rawValue }
    return (Array(all.prefix(limit)), all.count > limit)
  }

  /// Whether the rights allow an act in a window, in memory here or in the store. One that is not there is refused for that.
  package func allows(_ act: String, in id: WindowID, to rights: OperatorRights) async -> Bool {
    if let window = windows[id] { return rights.allow(act, in: window) }
    // What can't be read may be any scene's.
    let read = await Result { try await self.read(.window(id)) { try $0.window(id) } }
    guard case .success(let stored) = read else { return rights.allow(act) }
    let scene = if let stored { stored.origin.scene } else { await findClosed(id)?.scene }
    return scene.map { rights.allow(act, scene: $0, tags: []) } ?? true
  }

  /// Ends the mirrors of a window that its operators may no longer look at.
  func endForbiddenMirrors(of window: Window) {
    for observer in window.observers where !observer.rights.allow(OperatorRights.look, in: window) {
      close(observer, .notYourWindow)
    }
  }

  /// Waits until the hub has written what it had to write.
  func onceWritten() async { await answer { written in afterWrites(of: .list) { written(()) } } }

  /// Finds a window in memory or in the store.
  package func find(_ id: WindowID) async -> FoundWindow {
    let found = await answer { lookUp(id, then: $0) }
    // It may have left again, if memory is short.
    if let window = found.window, !windows.holds(window) { return .unreadable }
    return found
  }

  /// Dismisses a window for good, in memory or in the store.
  ///
  /// The window is woken first, because one that is being woken at the same time must not return after its row is gone.
  ///
  /// - Returns: Whether there was one.
  package func dismissWherever(_ id: WindowID) async -> Bool {
    await answer { then in
      lookUp(id) { [self] found in
        guard case .parked = found else { return then(dismiss(id)) }
        deleteParked(id)
        then(true)
      }
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
