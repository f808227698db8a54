import Oriel
import OrielDocument
import OrielMessages

// A window is dismissed at the end of the turn that asks for it. Its record is kept aside for some minutes, so that its
// user can have it back.

extension WindowHub {
  func dismissLater(_ window: Window, _ reason: Dismissals.Reason) {
    dismissals.add(window, reason)
  }

  /// Dismisses windows of the user of `asking`.
  func dismissLater(scene: String, value: JSONValue?, askedBy asking: Window) {
    let member = asking.user
    for window in member.windows where window.sceneID == scene && (value == nil || window.value == value) {
      dismissLater(window, window === asking ? .itself : .closed(by: .user))
    }
    findAsleep(StoredWindowQuery(of: member.account, scene: scene)) { [self] asleep in
      for window in asleep where value == nil || window.value == value { dismissAsleep(window.id) }
    }
  }

  /// Dismisses a window of the user of `asking`.
  func dismissLater(_ id: WindowID, askedBy asking: Window) {
    if let window = windows[id] {
      if window.user === asking.user { dismissLater(window, window === asking ? .itself : .closed(by: .user)) }
      return
    }
    findAsleep(StoredWindowQuery(of: asking.user.account)) { [self] asleep in
      if asleep.contains(where: { $0.id == id }) { dismissAsleep(id) }
    }
  }

  /// Wakes a window of a user to finish it.
  private func dismissAsleep(_ id: WindowID) {
    lookUp(id) { [self] found in
      switch found {
      case .found(let window): dismissLater(window, .closed(by: .user))
      case .gone, .parked: delete(id)
      case .closed, .elsewhere, .unreadable: break
      }
    }
  }

  /// Dismisses a window, first on the server and then in its pages.
  ///
  /// - Returns: Whether there was one.
  @discardableResult
  package func dismiss(_ id: WindowID, by closer: Closer = .operator) -> Bool {
    dismiss(id, .closed(by: closer))
  }

  @discardableResult
  func dismiss(_ id: WindowID, _ reason: Dismissals.Reason) -> Bool {
    if reasonForParking(id) != nil {
      deleteParked(id)
      return true
    }
    if waking.isWaiting(for: id) {
      _ = waking.add({ [self] found in found.window.map { dismissLater($0, reason) } }, for: id)
      return true
    }
    guard let window = windows[id] else { return false }
    dismissLater(window, reason)
    commit()
    return true
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

  func performDismissals() {
    while let (window, reason) = dismissals.next() {
      guard windows.holds(window) else { continue }
      let pages: CloseReason = if case .closed(let closer) = reason { .closed(by: closer) } else { .windowDismissed }
      let isKept = reason != .unused && window.isStored && !window.isConsole
      if isKept { keepClosed(window) }
      finish(window, pages: pages, keepsFiles: isKept)
    }
  }

  /// Ends a window.
  ///
  /// - Parameter keepsFiles: Whether its files stay, because it can be reopened.
  func finish(_ window: Window, pages reason: CloseReason, keepsFiles: Bool = false) {
    guard windows[window.id] === window else { return }
    recording(CrashJournalEntry(.finish, of: window.id.rawValue)) {
      TurnContext.$current.withValue(window.turnContext) { window.graph.finish(reason: .windowClosed) }
    }
    performEffects(of: window, keepsFiles: keepsFiles)
    window.report(.closed, "A window of \"\(window.sceneID)\" was closed", ["scene": window.sceneID])
    for attachment in window.attachments { closeOnceKept(attachment, reason) }
    unload(window)
    window.user.keptWindows -= 1
    delete(window.id, of: window.user.home, keepsFiles: keepsFiles)
  }

  /// Closes a page when the running turn is durable: a page that hears of the end of its window forgets the events that it
  /// would send again after a crash.
  func closeOnceKept(_ page: Attachment, _ reason: CloseReason) {
    guard page.isOpen else { return }
    page.end(nil)
    writer.addAfterTurn { page.client.deliver(.closing(reason)) }
  }

  // MARK: Reopening

  /// Keeps a copy of a window as it is before it finishes.
  private func keepClosed(_ window: Window) {
    let (id, user, home) = (window.id, window.user.account.id, window.user.home)
    writer.record(\.windows, (id, recording(CrashJournalEntry(.save, of: id.rawValue)) { row(of: window) }))
    writer.record(\.closedWindows, SalvageOrder(.window(id), reason: SalvageOrder.closed, time: wallTime))
    let time = wallTime
    let dropped = home.windows.closed(id, of: user, scene: window.sceneID, title: window.title, at: time)
    if let dropped { deleteFilesIfGone(dropped) }
    _ = scheduler.schedule(after: limits.reopenFor) { [weak self, weak home] in
      home?.windows.forgetClosed(id, of: user, at: time)
      self?.deleteFilesIfGone(id)
    }
  }

  /// Deletes the files of a window that no longer exists, once it can't be reopened any more.
  func deleteFilesIfGone(_ id: WindowID) {
    // At one moment: another node may reopen it.
    read(.window(id), { (window: try $0.window(id), kept: try $0.closedWindow(id)) }) { [self] result in
      // The window may be in a store that can't be read.
      guard case .success((nil, let kept)) = result, windows[id] == nil, !waking.isWaiting(for: id) else { return }
      guard let kept, let rest = timeToReopen(kept) else { return files.store.deleteAll(in: id.folder) }
      _ = scheduler.schedule(after: rest) { [weak self] in self?.deleteFilesIfGone(id) }
    }
  }

  /// The milliseconds for which a closed window can still be reopened; `nil` if it can't be any more.
  private func timeToReopen(_ kept: SalvagedRecord) -> Int64? {
    let rest = kept.order.time + limits.reopenFor - wallTime
    return rest > 0 ? rest : nil
  }

  /// Finds a window that was closed some minutes ago; `nil` if it can't be reopened.
  package func findClosed(_ id: WindowID) async -> WindowSummary? {
    let kept = try? await read(.window(id)) { try $0.closedWindow(id) }
    return kept.flatMap(closedWindow).map { describe(asleep: StoredSummary(id, $0)) }
  }

  /// Restores a window that a user has had until some minutes ago, as after a restart.
  ///
  /// - Parameters:
  ///   - client: The page that pays for it.
  ///   - isAllowed: Whether the window of this origin may be reopened. It is not touched otherwise.
  ///   - then: Called once, in a turn of its own; with `gone` if there is no such window any more.
  package func reopen(
    _ id: WindowID, for client: (any WindowClient)? = nil,
    if isAllowed: @escaping (StoredOrigin) -> Bool = { _ in true }, then: @escaping (FoundWindow) -> Void
  ) {
    if let window = windows[id], !window.live.isOpening { return then(.found(window)) }
    guard waking.add(then, for: id) else { return }
    let loads = homes.loads
    // Waits until the closing is written, also while the store can't be written.
    read(.window(id), { try $0.closedWindow(id) }) { [self] result in
      let kept = (try? result.get()) ?? nil
      // An operator can't erase or rename the tenant meanwhile.
      let home = kept.flatMap { homes[$0.tenant] }
      home?.holds += 1
      inTurn(of: client) { [self] in
        let window = kept.flatMap(closedWindow)
        let isAllowed = window.map { isAllowed($0.origin) } ?? false
        wake(id, result.map { _ in isAllowed ? window : nil }, readAfter: loads, for: client, as: .reopened)
        home?.holds -= 1
        home.map(unloadIfUnused)
      }
    }
  }

  /// Its triggers have expired.
  func closedWindow(_ kept: SalvagedRecord) -> StoredWindow? {
    guard timeToReopen(kept) != nil else { return nil }
    var window = try? StoredWindow(exported: JSONBytes.decode(kept.record))
    window?.triggers = []
    return window
  }
}
