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
    makeRoomIfExceeded(by: window)
    startSweeping()
  }

  func sleepSoon(_ window: Window, after delay: Int64) {
    window.sleepTimer?.cancel()
    window.sleepTimer = scheduler.schedule(after: delay) { [weak self, weak window] in
      guard let self, let window else { return }
      sleep(window)
    }
  }

  /// Unloads a window from memory. For the window, this is like a restart.
  func sleep(_ window: Window) {
    guard windows[window.id] === window, !window.isAttached else { return }
    commitPending()
    guard !window.unsaved.isWaiting && !window.unsaved.isUnderway, window.held == nil else {
      return startWaiting(window)
    }
    for observer in window.observers { observer.end(.unavailable) }
    if isUntouched(window) || !window.isStored { return finishUnkept(window) }
    triggers.forgetWindow(window.id)
    window.note(.slept, "A window of \"\(window.sceneID)\" went to sleep", ["scene": window.sceneID])
    window.graph.dismantle()
    performEffects(of: window)
    unload(window)
  }

  /// Finds windows that are only in the store. `then` is called once, in a turn of its own, with those that could be
  /// read.
  func findAsleep(_ query: StoredWindowQuery, then: @escaping ([StoredSummary]) -> Void) {
    findAsleep(query, after: [], then: then)
  }

  /// Page by page.
  private func findAsleep(
    _ query: StoredWindowQuery, after earlier: [StoredSummary], then: @escaping ([StoredSummary]) -> Void
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

  // MARK: The end of what nobody comes back to

  /// Starts the timer that deletes windows unused for too long, including those from before a restart.
  func startSweeping() {
    sweep.start(after: min(3_600_000, limits.finishAfter), on: scheduler) { [weak self] in self?.sweepOut() }
  }

  /// Wakes the window to finish it; if a page attaches just then, it continues.
  func dismissUnlessAttached(_ id: WindowID) {
    lookUp(id) { [self] found in
      switch found {
      case .found(let window):
        _ = scheduler.schedule(after: 0) { [weak self, weak window] in
          if let self, let window, !window.isAttached { dismiss(window.id, .unused) }
        }
      case .gone, .parked: delete(id)
      case .unreadable, .closed, .elsewhere: break
      }
    }
  }

  /// Deletes old records, and those beyond the limits: each hour, and sooner if there are many new ones.
  func discardOldRecords() {
    surplus.reset()
    let now = scheduler.wallTime
    var old = StoreRetention(
      triggersExpiredBefore: now - limits.keepOutcomesFor, auditBefore: now - limits.keepAuditFor,
      signedOutBefore: now - limits.keepSignOutsFor)
    access.forget(before: now - limits.keepSignOutsFor)
    old.closedBefore = now - limits.reopenFor
    (old.now, old.triggersKept, old.triggerBytesKept) = (now, limits.keptTriggers, limits.keptTriggerBytes)
    (old.auditKept, old.auditKeptOfApp) = (limits.auditRecords, limits.auditRecordsOfApp)
    store.deleteOld(old) { [logger] error in
      if let error { logger.error("Old records can't be deleted from the store: \(error)") }
    }
  }

  private func sweepOut() {
    let now = scheduler.wallTime
    findAsleep(StoredWindowQuery(unusedSince: now - limits.finishAfter + 1)) { [self] old in
      for window in old where has(window.tenant) && !waking.isWaiting(for: window.id) {
        dismissUnlessAttached(window.id)
      }
    }
    discardOldRecords()
    for home in homes.all {
      finishUnshown(in: home)
      giveUpOldActs(of: home)
    }
    startSweeping()
  }
}
