import Oriel
import OrielDocument

// After a restart memory is empty. A window is restored when a page or an operator asks for it.

extension WindowHub {
  /// Finds a window in memory or restores it from the store. `then` is called once; at once if it is in memory.
  ///
  /// - Parameter client: The page that pays for restoring it.
  func lookUp(
    _ id: WindowID, restoredFor client: (any WindowClient)? = nil, then: @escaping (FoundWindow) -> Void
  ) {
    if let window = windows[id], !window.live.isOpening { return then(.found(window)) }
    if let reason = reasonForParking(id) { return then(.parked(reason)) }
    guard waking.add(then, for: id) else { return }
    let loads = homes.loads
    read(.window(id), { try $0.window(id) }) { [self] result in
      // An operator can't erase or rename the tenant meanwhile.
      let home = (try? result.get()).flatMap { $0 }.flatMap { homes[$0.origin.tenant] }
      home?.holds += 1
      inTurn(of: client) { [self] in
        wake(id, result, readAfter: loads, for: client)
        home?.holds -= 1
        home.map(unloadIfUnused)
      }
    }
  }

  /// - Parameter loads: The number of tenants that had been loaded when it was read.
  func wake(
    _ id: WindowID, _ result: Result<StoredWindow?, any Error>, readAfter loads: Int, for client: (any WindowClient)?,
    as kind: Restored = .woken
  ) {
    do {
      guard let stored = try result.get() else { return woken(id, .gone) }
      if let reason = reasonForParking(id, stored) { return woken(id, .parked(reason)) }
      let origin = stored.origin
      let isConsole = scenes[origin.scene]?.isConsole == true
      let user = User(id: origin.user, roles: Set(origin.roles), tenant: isConsole ? .operators : origin.tenant)
      // Before the tenant was claimed, another node may have changed the window.
      let isFirstRead =
        store.nodes != nil && user.tenant.isOfApp && (homes[user.tenant] == nil || homes.loads != loads)
      withHome(user.tenant) { [self] found in
        if found.refusal == .tenantClosed { return woken(id, .closed) }
        if case .elsewhere(let place) = found { return woken(id, .elsewhere(place)) }
        guard case .home(let home) = found else { return woken(id, .unreadable) }
        guard isFirstRead else { return restore(id, stored, of: user, for: client, as: kind) }
        home.holds += 1
        readAgain(id, as: kind) { [self] again in
          home.holds -= 1
          switch again {
          case .success(nil): woken(id, .gone)
          case .success(let window?) where window.origin.tenant == origin.tenant:
            restore(id, window, of: user, for: client, as: kind)
          case .success, .failure: woken(id, .unreadable)
          }
        }
      }
    } catch {
      log(
        .error, onceAMinute: "window unread", "A window can't be read from the store: \(error)",
        ["window": "\(id)"])
      woken(id, .unreadable)
    }
  }

  private func restore(
    _ id: WindowID, _ stored: StoredWindow, of user: User, for client: (any WindowClient)?, as kind: Restored
  ) {
    withUser(user, loadedFor: client) { [self] member in
      guard let member else { return woken(id, .unreadable) }
      let window = charge(client) { restore(id, stored, for: member, as: kind) }
      if let window { goOnOpening(window, for: client) } else { woken(id, .gone) }
    }
  }

  private func readAgain(
    _ id: WindowID, as kind: Restored, then: @escaping (Result<StoredWindow?, any Error>) -> Void
  ) {
    guard kind == .reopened else { return read(.window(id), { try $0.window(id) }, then: then) }
    read(.window(id), { try $0.closedWindow(id) }) { [self] result in then(result.map { $0.flatMap(closedWindow) }) }
  }

  private func woken(_ id: WindowID, _ found: FoundWindow) {
    for then in waking.removeAll(for: id) { then(found) }
    commit()
  }

  /// Renders the rest of a window that was restored, in turn with the work of others.
  private func goOnOpening(_ window: Window, for client: (any WindowClient)?) {
    // It may have been dismissed, or its tenant unloaded.
    guard windows[window.id] === window else { return woken(window.id, .unreadable) }
    guard window.live.isOpening else {
      memory.weigh(window)
      recordTitle(of: window)
      changes.add(.window(window))
      quarantine.loaded(recorded(window, false).subject)
      return woken(window.id, .found(window))
    }
    inNextTurn(of: client) { [self] in
      if windows[window.id] === window {
        charge(client) { recording(recorded(window, false)) { window.goOnOpening(while: timeForPiece()) } }
      }
      goOnOpening(window, for: client)
    }
  }

  /// Whether the piece of rendering that begins now may go on.
  private func timeForPiece() -> () -> Bool {
    let start = scheduler.nanoseconds
    return { [scheduler] in scheduler.nanoseconds - start < Self.pieceTime }
  }

  /// Nanoseconds.
  private static let pieceTime: Int64 = 2_000_000

  func restore(_ id: WindowID, _ stored: StoredWindow, for user: UserState, as kind: Restored) -> Window? {
    let origin = stored.origin
    guard let scene = scenes[origin.scene] else {
      log(
        .error, onceAMinute: "scene gone \(origin.scene)",
        "A stored window belongs to the scene \"\(origin.scene)\", which this app doesn't have")
      return nil
    }
    let identity = Window.Identity(
      id: id, epoch: epoch(), scene: scene, value: origin.value, openedBy: origin.openedBy.map { ScalarKey($0) }
    )
    do {
      let window = try restore(identity, user: user, stored, as: kind)
      for trigger in stored.triggers { triggers.add(stored: TriggerRecord(trigger)) }
      return window
    } catch {
      log(
        .error, onceAMinute: "not restored \(origin.scene)", "A window can't be restored: \(error)",
        ["window": "\(id)"])
      return nil
    }
  }

  /// How a window comes into memory from a record.
  enum Restored {
    case woken
    /// It was closed, and its own record was deleted.
    case reopened
    /// It is a new window, which is not stored yet.
    case copied
  }

  func restore(
    _ identity: Window.Identity, user: UserState, _ stored: StoredWindow, as kind: Restored
  ) throws -> Window {
    let (isCopy, isNew) = (kind == .copied, kind != .woken)
    let position = try? WindowPosition(saved: JSONBytes.decode(stored.position))
    let window = Window(identity, user: user, hub: self)
    window.formerTitle = stored.title
    if !isCopy { window.lastUsedAt = stored.usedAt }
    // An id assigned in a stay in memory whose end was not stored must not be reused.
    let ids = ModelIDs(suffix: identity.idSuffix, next: position?.nextModel ?? 1)
    window.applied = position?.applied ?? .unknown
    if !isCopy { window.opening = position?.opening }
    let restored = try recording(recorded(window, isCopy)) {
      let restored = try makeGraph(of: window, identity, stored, position: position, ids: ids, as: kind)
      if !restored.isNew, let sending = position?.sending { window.graph.restoreSending(sending, types: scenes.types) }
      return restored
    }
    if position?.isLocked == true { window.graph.isLockedByOperator = true }
    window.unsaved.origin = isNew || restored.isNew
    var reasons = restored.failures.map { "\($0.type) \($0.id): \($0.error)" }
    if position == nil { reasons.append("the position can't be read, so pages must reload") }
    if !reasons.isEmpty && kind == .woken { keepAside(window, reasons) }
    if isNew { admitNew(window) } else { admit(window) }
    if kind == .reopened {
      // The copy of one that is only partly restored stays for as long as it can be reopened.
      if reasons.isEmpty { writer.record(\.reopenedWindows, window.id) }
      user.home.windows.forgetClosed(window.id, of: user.account.id)
    }
    if restored.isNew && !isCopy { notifyOfLoss(of: window, isStored: true) }
    return window
  }

  private func recorded(_ window: Window, _ isCopy: Bool) -> CrashJournalEntry {
    if isCopy { return CrashJournalEntry(.open, of: "", instance: window.openedBy?.text ?? "") }
    let opening = window.opening.map { Parked.Subject.opening($0, user: window.user.account.id) }
    return CrashJournalEntry(.restore, of: (opening ?? .window(window.id)).text)
  }

  private func makeGraph(
    of window: Window, _ identity: Window.Identity, _ stored: StoredWindow, position: WindowPosition?, ids: ModelIDs,
    as kind: Restored
  ) throws -> RestoredGraph {
    // A damaged row is never used as a model.
    let saved = stored.models.merging(stored.damaged.mapValues { _ in [] }) { $1 }
    let restoration = GraphRestoration(saved: saved, types: scenes.types) {
      try identity.scene.make(identity.value)
    }
    let key = identity.scene.restorationKey
    let isOfAnotherKey = position.map { $0.restorationKey != key } ?? false
    var restored: RestoredGraph!
    try window.createModels(while: kind == .copied ? { true } : timeForPiece()) {
      let root = stored.origin.root
      restored = isOfAnotherKey ? try restoration.beginAnew(root: root) : try restoration.restore(root: root)
      let change =
        switch kind {
        case .woken: "woke up"
        case .reopened: "was reopened"
        case .copied: "was opened, as a copy"
        }
      window.report(
        kind == .copied ? .opened : .woke, "A window of \"\(window.sceneID)\" \(change)", ["scene": window.sceneID])
      return NavigationGraph(restored, host: window, ids: ids, isStored: kind == .woken)
    }
    return restored
  }

  /// The turn that saves the rest of the window first copies the old record.
  private func keepAside(_ window: Window, _ reasons: [String]) {
    let reason = reasons.joined(separator: "; ")
    writer.record(\.keptAside, SalvageOrder(.window(window.id), reason: reason, time: wallTime))
    log(
      .warning, onceAMinute: "partly restored \(window.sceneID)",
      "A window was only partly restored; its record is kept aside: \(reason)", ["window": "\(window.id)"])
  }

  /// Tells the user that the window was reset.
  ///
  /// - Parameter isStored: Not if only the page says so, which can say anything.
  func notifyOfLoss(of window: Window, isStored: Bool) {
    let payload: JSONValue = [
      "title": "This window was reset", "body": "Its earlier state could not be restored.",
    ]
    sendTrigger(kind: "notify", payload: payload, to: [window.id], expires: limits.finishAfter, isSecret: !isStored)
  }

}

/// The result of looking up a window.
package enum FoundWindow {
  case found(Window)
  case gone
  case parked(Parked)
  /// An operator has closed its tenant.
  case closed
  /// Its tenant belongs to another hub.
  case elsewhere(HomePlace)
  /// The store could not be read, so the window may exist.
  case unreadable

  package var window: Window? { if case .found(let window) = self { window } else { nil } }

  /// The reason given to a page that asked for the window.
  var refusal: CloseReason {
    switch self {
    case .unreadable, .elsewhere: .unavailable
    case .closed: .tenantClosed
    case .parked: .parked
    case .gone, .found: .windowDismissed
    }
  }
}
