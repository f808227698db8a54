import Oriel
import OrielDocument

extension WindowHub {
  /// Makes a window on the server, rendered, that waits for a page.
  func makeWindow(
    scene: SceneDeclaration, value: JSONValue?, user: UserSession, openedBy instance: String? = nil
  ) throws -> Window {
    let identity = Window.Identity(
      id: WindowID(context.secretID("w-")), epoch: context.secretID("e-"), scene: scene, value: value,
      openedBy: instance)
    let window = Window(identity, user: user, hub: self, context: context)
    var turn = RecordedTurn(.open, of: "", instance: instance ?? "")
    turn.name = scene.id
    try recording(turn) {
      try window.open { NavigationGraph(root: try scene.make(value), host: window, ids: ModelIDs()) }
    }
    window.unsaved.origin = true
    admit(window)
    return window
  }

  /// Counts it among the windows in memory, and makes room where its user has too many.
  private func admit(_ window: Window) {
    windows[window.id] = window
    asleep[window.id] = nil
    openers.opened(window.id, by: window.openedBy, of: window.user.user.id)
    window.user.used(window)
    updateSharedPlaces(of: window)
    context.changed(.window(window))
    startWaiting(window)
    makeRoom(for: window)
  }

  private func makeRoom(for window: Window) {
    guard window.user.windows.count > context.limits.windowsPerUser else { return }
    let unattached = window.user.windows.filter { !$0.isAttached && $0 !== window }
    guard let longest = unattached.min(by: { $0.unattachedSince < $1.unattachedSince }) else { return }
    // Not within the turn that opened the new one: to sleep, a window is saved first.
    sleepSoon(longest, after: 0)
  }

  /// Opens a window for a user and asks one of the user's pages to show it.
  ///
  /// - Parameters:
  ///   - url: The path of the page that shows it; without one, the scene's own.
  ///   - opener: The window whose page is asked; without one, the one its user has used last.
  @discardableResult
  func openWindow(
    scene: String, value: JSONValue?, url: String? = nil, policy: OpenWindowPolicy = .new, for user: User,
    opener: WindowID?
  ) -> Window? {
    guard let session = users[user.id], let declaration = context.scenes[scene] else { return nil }
    let asked = opener ?? session.windows.last { $0.isAttached }?.id
    if policy == .reuse, let shown = session.windows.last(where: { $0.sceneID == scene && $0.value == value }) {
      return show(shown, at: url, asking: asked)
    }
    do {
      let window = try makeWindow(scene: declaration, value: value, user: session)
      if let opener, let opening = windows[opener] { session.used(opening) }
      return show(window, at: url, asking: asked)
    } catch {
      context.logger.error("A window of \"\(scene)\" can't be made: \(error)")
      return nil
    }
  }

  /// A window that has a page is brought to the front by that page itself; for another, `asked` opens one.
  private func show(_ window: Window, at url: String?, asking asked: WindowID?) -> Window {
    if window.isAttached {
      sendTrigger(kind: "focusWindow", payload: [:], to: [window.id], expires: nil)
    } else if let asked {
      let payload: JSONValue = [
        "window": .string(window.id.rawValue), "url": .string(url ?? window.url),
      ]
      sendTrigger(kind: "openWindow", payload: payload, to: [asked], expires: nil)
    }
    return window
  }

  /// Opens a window from outside, for a user who has windows.
  ///
  /// - Parameter url: The path of the page that shows it; without one, the scene's own.
  /// - Throws: `OpenError` if the user or the scene is unknown, or the value is not one of the scene's.
  package func open(
    scene: String, value: JSONValue?, url: String? = nil, for user: String
  ) throws(OpenError) -> Window {
    guard let session = users[user] else { throw .unknownUser }
    guard let declaration = context.scenes[scene] else { throw .unknownScene }
    guard declaration.takesValue == (value != nil) else { throw .wrongValue }
    defer { commit() }
    guard let window = openWindow(scene: scene, value: value, url: url, for: session.user, opener: nil) else {
      throw .wrongValue
    }
    if let url = url.flatMap(WindowURL.init) {
      TurnContext.$current.withValue(window.turnContext) { _ = window.land(atWhole: url) }
    }
    return window
  }

  // MARK: Dismissing

  func dismissLater(user: String, scene: String, value: JSONValue?) {
    let matching = users[user]?.windows.filter { $0.sceneID == scene && (value == nil || $0.value == value) } ?? []
    for window in matching { dismissLater(window) }
  }

  func dismissLater(_ id: WindowID, of user: String) {
    if let window = windows[id], window.user.user.id == user { dismissLater(window) }
  }

  private func dismissLater(_ window: Window) {
    if !dismissals.contains(where: { $0 === window }) { dismissals.append(window) }
  }

  /// Ends a window for good: on the server first, whatever its pages can do.
  ///
  /// - Returns: Whether there was one.
  @discardableResult
  package func dismiss(_ id: WindowID) -> Bool {
    if quarantine.isParked(id.rawValue) {
      delete(id)
      commit()
      return true
    }
    if waking[id] != nil {
      waking[id]?.append { [self] found in found.window.map(dismissLater) }
      return true
    }
    if asleep.removeValue(forKey: id) != nil {
      delete(id)
      commit()
      return true
    }
    guard let window = windows[id] else { return false }
    dismissLater(window)
    commit()
    return true
  }

  func dismissAll() {
    while !dismissals.isEmpty {
      let window = dismissals.removeFirst()
      finish(window, pages: .windowDismissed)
    }
  }

  func finish(_ window: Window, pages reason: CloseReason) {
    guard windows[window.id] === window else { return }
    recording(RecordedTurn(.finish, of: window.id.rawValue)) {
      TurnContext.$current.withValue(window.turnContext) { window.graph.finish(reason: .windowClosed) }
    }
    for attachment in window.attachments { attachment.end(reason) }
    openers.finished(openedBy: window.openedBy, of: window.user.user.id)
    forget(window)
    delete(window.id)
  }

  /// The store forgets it with this turn.
  private func delete(_ id: WindowID) {
    triggers.forgetWindow(id)
    deletions.append(id)
  }

  /// Takes it out of memory; the store keeps what it has.
  private func forget(_ window: Window) {
    windows[window.id] = nil
    window.sleepTimer?.cancel()
    leaveSharedPlaces(of: window)
    window.page = nil
    window.observers = []
    let user = window.user
    user.windows.removeAll { $0 === window }
    release(user)
  }

  // MARK: Sleeping and waking

  /// Without a page it waits in memory for a while.
  func startWaiting(_ window: Window) {
    window.unattachedSince = context.scheduler.now
    // The store is told when it was last used.
    window.unsaved.position = true
    context.changed(.window(window))
    sleepSoon(window, after: context.limits.sleepAfter)
  }

  private func sleepSoon(_ window: Window, after delay: Int64) {
    window.sleepTimer?.cancel()
    window.sleepTimer = context.scheduler.schedule(after: delay) { [weak self, weak window] in
      guard let self, let window else { return }
      nonisolated(unsafe) let sleepy = window
      self.assumeIsolated { $0.sleep(sleepy) }
    }
  }

  /// Only the store keeps it from now on. Going to sleep is a restart for a window.
  func sleep(_ window: Window) {
    guard windows[window.id] === window, !window.isAttached else { return }
    commitPending()
    guard window.unsaved.underway == 0 else { return startWaiting(window) }
    for observer in window.observers { observer.end(.unavailable) }
    asleep[window.id] = window.unattachedSince + context.limits.finishAfter
    window.graph.dismantle()
    forget(window)
    startSweeping()
  }

  /// One timer finishes the windows nobody has come back to.
  private func startSweeping() {
    guard sweepTimer?.isPending != true else { return }
    let interval = min(3_600_000, context.limits.finishAfter)
    sweepTimer = context.scheduler.schedule(after: interval) { [weak self] in
      self?.assumeIsolated { $0.sweep() }
    }
  }

  private func sweep() {
    let now = context.scheduler.now
    for (id, deadline) in asleep where deadline <= now && waking[id] == nil {
      asleep[id] = nil
      delete(id)
    }
    commit()
    if !asleep.isEmpty { startSweeping() }
  }

  /// Finds a window in memory or brings it back from the store; `nil` where there is none, or it can't be read.
  func withWindow(_ id: WindowID, then: @escaping (Window?) -> Void) {
    lookUp(id) { then($0.window) }
  }

  func lookUp(_ id: WindowID, then: @escaping (FoundWindow) -> Void) {
    if let window = windows[id] { return then(.found(window)) }
    guard !quarantine.isParked(id.rawValue) else { return then(.parked) }
    waking[id, default: []].append(then)
    guard waking[id]?.count == 1 else { return }
    afterWrites { [weak self] in self?.assumeIsolated { $0.read(id) } }
  }

  private func read(_ id: WindowID) {
    let isolation = context.isolation
    store.window(id) { [weak self] result in
      guard let self else { return }
      isolation.perform { self.assumeIsolated { $0.read(id, result) } }
    }
  }

  private func read(_ id: WindowID, _ result: Result<StoredWindow?, any Error>) {
    do {
      guard let stored = try result.get() else { return woken(id, .gone) }
      let origin = stored.origin
      withUser(User(id: origin.user, roles: Set(origin.roles))) { [self] session in
        guard let session else { return woken(id, .unreadable) }
        woken(id, wake(id, stored, user: session).map(FoundWindow.found) ?? .gone)
      }
    } catch {
      context.logger.error("A window can't be read from the store: \(error)", metadata: ["window": "\(id)"])
      woken(id, .unreadable)
    }
  }

  private func woken(_ id: WindowID, _ found: FoundWindow) {
    for then in waking.removeValue(forKey: id) ?? [] { then(found) }
    commit()
  }

  private func wake(_ id: WindowID, _ stored: StoredWindow, user: UserSession) -> Window? {
    let origin = stored.origin
    guard let scene = context.scenes[origin.scene] else {
      context.logger.error("A stored window is of the scene \"\(origin.scene)\", which this app doesn't have")
      return nil
    }
    let identity = Window.Identity(
      id: id, epoch: context.secretID("e-"), scene: scene, value: origin.value, openedBy: origin.openedBy)
    do {
      return try restore(identity, user: user, stored)
    } catch {
      context.logger.error("A window can't be restored: \(error)", metadata: ["window": "\(id)"])
      return nil
    }
  }

  private func restore(
    _ identity: Window.Identity, user: UserSession, _ stored: StoredWindow, isNew: Bool = false
  ) throws -> Window {
    let position = try WindowPosition(saved: JSONBytes.decode(stored.position))
    let window = Window(identity, user: user, hub: self, context: context)
    // An id that was given in a life whose end the store has not seen must not come back in this one.
    let life = String(identity.epoch.suffix(4))
    let ids = ModelIDs(suffix: life, next: position.nextModel)
    window.applied = position.applied
    window.savedTitle = isNew ? "" : stored.title
    let turn = RecordedTurn(
      isNew ? .open : .restore, of: identity.id.rawValue, instance: isNew ? identity.openedBy ?? "" : "")
    try recording(turn) {
      try window.open {
        let restoration = GraphRestoration(saved: stored.models, types: context.types) {
          try identity.scene.make(identity.value)
        }
        let restored = try restoration.restore(root: stored.origin.root)
        return NavigationGraph(restored, host: window, ids: ids, isStored: !isNew)
      }
    }
    if let sending = position.sending { window.graph.restoreSending(sending, types: context.types) }
    window.unsaved.origin = isNew
    admit(window)
    return window
  }

  /// A copy of a window's state for another page of its user: what a duplicated tab gets.
  func fork(_ window: Window, for instance: String) throws -> Window {
    let models = window.graph.snapshot()
    let stored = StoredWindow(
      origin: StoredOrigin(window), position: JSONBytes.encode(WindowPosition(window).saved),
      models: models.mapValues(JSONBytes.encode))
    let identity = Window.Identity(
      id: WindowID(context.secretID("w-")), epoch: context.secretID("e-"), scene: window.scene, value: window.value,
      openedBy: instance)
    return try restore(identity, user: window.user, stored, isNew: true)
  }
}

/// What came of looking for a window.
enum FoundWindow {
  case found(Window)
  case gone
  case parked
  /// The store could not be read: it may well be there.
  case unreadable

  var window: Window? { if case .found(let window) = self { window } else { nil } }

  /// What a page is told that came for it in vain.
  var refusal: CloseReason {
    switch self {
    case .unreadable: .unavailable
    case .parked: .parked
    case .gone, .found: .windowDismissed
    }
  }
}

/// Why a window could not be opened from outside.
package enum OpenError: Error, Equatable { case unknownUser, unknownScene, wrongValue }
