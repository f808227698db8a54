import Oriel
import OrielDocument

// A window without a page stays in memory for a while, and then only in the store, where it costs nothing but its rows.
// The store records when it was last used.

extension WindowHub {
  func startWaiting(_ window: Window) {
    window.unattachedSince = context.scheduler.now
    // The store is told when it was last used.
    window.unsaved.position = true
    context.changed(.window(window))
    sleepSoon(window, after: context.limits.sleepAfter)
    startSweeping()
  }

  func sleepSoon(_ window: Window, after delay: Int64) {
    window.sleepTimer?.cancel()
    window.sleepTimer = context.scheduler.schedule(after: delay) { [weak self, weak window] in
      guard let self, let window else { return }
      nonisolated(unsafe) let sleepy = window
      self.assumeIsolated { $0.sleep(sleepy) }
    }
  }

  /// Unloads a window from memory. For the window, this is like a restart.
  func sleep(_ window: Window) {
    guard windows[window.id] === window, !window.isAttached else { return }
    commitPending()
    guard !window.unsaved.isWaiting && !window.unsaved.isUnderway else { return startWaiting(window) }
    for observer in window.observers { observer.end(.unavailable) }
    if isUntouched(window) { return deleteUntouched(window) }
    triggers.forgetWindow(window.id)
    window.note(.slept, "A window of \"\(window.sceneID)\" went to sleep", ["scene": window.sceneID])
    window.graph.dismantle()
    forget(window)
  }

  /// Finds windows that are only in the store. `then` is called once, in a turn of its own, with those that could be
  /// read.
  func findAsleep(_ query: StoredWindowQuery, then: @escaping ([StoredSummary]) -> Void) {
    nonisolated(unsafe) let answer = then
    afterWrites(of: .list) { [weak self] in self?.assumeIsolated { $0.readAsleep(query, [], answer) } }
  }

  private func readAsleep(
    _ query: StoredWindowQuery, _ found: [StoredSummary], _ then: @escaping ([StoredSummary]) -> Void
  ) {
    let isolation = context.isolation
    nonisolated(unsafe) let answer = then
    store.windows(query) { [weak self] result in
      guard let self else { return }
      isolation.perform { self.assumeIsolated { $0.readAsleep(query, found, result, answer) } }
    }
  }

  /// Page by page.
  private func readAsleep(
    _ query: StoredWindowQuery, _ found: [StoredSummary], _ result: Result<[StoredSummary], any Error>,
    _ then: @escaping ([StoredSummary]) -> Void
  ) {
    defer { commitPending() }
    do {
      let page = try result.get()
      let found = found + page.filter { windows[$0.id] == nil }
      guard page.count == query.limit, let last = page.last else { return then(found) }
      var next = query
      next.after = last.id
      return readAsleep(next, found, then)
    } catch {
      context.logger.error("Sleeping windows can't be listed: \(error)")
      then(found)
    }
  }

  // MARK: The end of what nobody comes back to

  /// Starts the timer that deletes windows unused for too long, including those from before a restart.
  func startSweeping() {
    guard sweepTimer?.isPending != true else { return }
    sweepTimer = context.scheduler.schedule(after: min(3_600_000, context.limits.finishAfter)) { [weak self] in
      self?.assumeIsolated { $0.sweep() }
    }
  }

  /// Wakes the window to finish it; if a page attaches just then, it continues.
  func expire(_ id: WindowID) {
    lookUp(id) { [self] found in
      switch found {
      case .found(let window):
        _ = context.scheduler.schedule(after: 0) { [weak self, weak window] in
          guard let self, let window else { return }
          nonisolated(unsafe) let expired = window
          self.assumeIsolated { if !expired.isAttached { $0.dismiss(expired.id) } }
        }
      case .gone, .parked: delete(id)
      case .unreadable: break
      }
    }
  }

  private func sweep() {
    let now = context.scheduler.wallTime
    findAsleep(StoredWindowQuery(unusedSince: now - context.limits.finishAfter + 1)) { [self] old in
      for window in old where waking[window.id] == nil { expire(window.id) }
    }
    let logger = context.logger
    store.discard(
      StoreRetention(
        triggersExpiredBefore: now - context.limits.keepOutcomesFor, keptAsideBefore: now - context.limits.keepAsideFor,
        auditBefore: now - context.limits.keepAuditFor, auditKept: context.limits.auditRecords,
        signedOutBefore: now - context.limits.keepSignOutsFor)
    ) { error in
      if let error { logger.error("Old records can't be deleted from the store: \(error)") }
    }
    startSweeping()
  }
}
