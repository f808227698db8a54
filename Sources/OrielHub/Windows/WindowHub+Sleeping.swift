import Oriel
import OrielDocument

// A window without a page stays in memory for a while, and then only in the store, where it costs nothing but its rows.
// The store records when it was last used.

extension WindowHub {
  func startWaiting(_ window: Window) {
    window.unattachedSince = scheduler.now
    // The store is told when it was last used.
    window.unsaved.position = true
    changes.add(.window(window))
    sleepSoon(window, after: limits.sleepAfter)
    memory.makeRoomIfExceeded(by: window)
    sweeper.start()
  }

  func sleepSoon(_ window: Window, after delay: Int64) {
    window.sleepTimer?.cancel()
    window.sleepTimer = scheduler.schedule(after: delay) { [weak self, weak window] in
      guard let self, let window else { return }
      sleep(window)
    }
  }

  /// Unloads a window from memory. For the window, this is like a restart.
  ///
  /// - Parameter keepsUntouched: Whether a window in which nothing was done stays in the store, because its page is about to
  ///   come back.
  func sleep(_ window: Window, keepsUntouched: Bool = false) {
    guard windows[window.id] === window, !window.isAttached else { return }
    commitPending()
    guard !window.unsaved.isWaiting && !window.unsaved.isUnderway, window.held == nil else {
      return startWaiting(window)
    }
    for observer in window.observers { observer.end(.unavailable) }
    if !keepsUntouched && visitors.isUntouched(window) || !window.isStored { return visitors.finishUnkept(window) }
    triggers.forgetWindow(window.id)
    window.report(.slept, "A window of \"\(window.sceneID)\" went to sleep", ["scene": window.sceneID])
    window.graph.dismantle()
    performEffects(of: window)
    unload(window)
  }

  /// Finds windows that are only in the store. `then` is called once, in a turn of its own, with those that could be
  /// read.
  ///
  /// - Parameter earlier: Those of earlier pages.
  func findAsleep(
    _ query: StoredWindowQuery, after earlier: [StoredSummary] = [], then: @escaping ([StoredSummary]) -> Void
  ) {
    read(.list, { try $0.windows(query) }) { [self] result in
      defer { commitPending() }
      do {
        let page = try result.get()
        let found = earlier + page.filter { windows[$0.id] == nil }
        guard page.count == query.limit, let last = page.last else { return then(found) }
        var next = query
        next.after = last.id
        findAsleep(next, after: found, then: then)
      } catch {
        log(.error, onceAMinute: "windows unread", "Sleeping windows can't be listed: \(error)")
        then(earlier)
      }
    }
  }
}
