import Oriel
import OrielDocument

// A trigger is stored with the turn that sends it, and delivered when the store has it, so that a turn that runs again
// after a restart never sends it twice.

extension WindowHub {
  /// Sends a trigger to windows in memory. Windows without a page get it when one attaches, unless it has expired by
  /// then. For sleeping windows, see `sendTriggerWherever`.
  ///
  /// - Parameter expires: The expiry in milliseconds; `nil` for the default.
  /// - Returns: `nil` if the target is a window that is not in memory.
  @discardableResult
  package func sendTrigger(
    kind: String, payload: JSONValue, to target: WindowTarget, expires: Int64? = nil
  ) -> TriggerRecord? {
    if case .window(let id) = target, windows[id] == nil { return nil }
    return sendTrigger(kind: kind, payload: payload, to: awake(target), expires: expires)
  }

  /// - Parameters:
  ///   - ids: Windows in memory, and others that are only in the store.
  ///   - isSecret: Whether it is never stored. It then reaches only windows in memory, and each page once.
  ///   - id: The id of a trigger that other hubs send too.
  @discardableResult
  func sendTrigger(
    kind: String, payload: JSONValue, to ids: [WindowID], expires: Int64?, isSecret: Bool = false, id: String? = nil
  ) -> TriggerRecord {
    let ids = isSecret ? ids.filter { windows[$0] != nil } : ids
    let bytes = TriggerRecord.bytes(kind, payload)
    let reason = reasonAgainstTrigger(of: bytes)
    let reached = reason == nil ? ids.filter { hasRoomForTrigger($0) } : []
    if reached.count < ids.count {
      log(
        .warning, onceAMinute: "full of triggers",
        """
        A trigger was not sent to \(ids.count - reached.count) of \(ids.count) windows: \
        \(reason ?? "too many wait for them")
        """)
    }
    let record = TriggerRecord(
      id: id ?? newTriggerID(), kind: kind, payload: payload,
      deadline: scheduler.wallTime + (expires ?? limits.triggerExpiry), windows: reached,
      isSecret: isSecret)
    let stored = record.outcomes.filter { windows[$0.window]?.isStored ?? true }
    // One that no window has room for is gone.
    let isStored = !isSecret && (ids.isEmpty || !stored.isEmpty)
    triggers.add(record, pendingIn: reached.filter { windows[$0] != nil }, isStored: isStored)
    if isStored {
      writer.record(\.triggers, StoredTrigger(record, in: stored))
      sweeper.added(triggerBytes: bytes)
    }
    if storeFailure != nil { deliver(record.key) }
    return record
  }

  /// Sends a trigger that the app's code asks for.
  func send(_ trigger: EnvironmentTrigger, to windows: [Window]) {
    sendTrigger(
      kind: trigger.kind, payload: trigger.payload, to: windows.map(\.id), expires: nil, isSecret: trigger.isSecret)
  }

  package func newTriggerID() -> String { secretID("t-") }

  /// Small ones always have room, so that large ones never keep a page from being told to open a window.
  private func reasonAgainstTrigger(of bytes: Int) -> String? {
    if bytes > limits.triggerBytes { return "it has \(bytes) bytes, and may have \(limits.triggerBytes)" }
    guard bytes > 1024, !triggers.hasRoom(for: bytes, of: limits.waitingTriggerBytes, now: scheduler.wallTime) else {
      return nil
    }
    return "those that wait already may have \(limits.waitingTriggerBytes) bytes together"
  }

  private func hasRoomForTrigger(_ id: WindowID) -> Bool {
    triggers.pending(of: id, now: scheduler.wallTime).count < limits.pendingTriggersPerWindow
  }

  /// Sends a trigger, also to windows that are only in the store.
  ///
  /// - Parameters:
  ///   - expires: The expiry in milliseconds; `nil` for the default.
  ///   - share: The tenants whose sleeping windows get it; `nil` for all that no other node has.
  ///   - id: The id of a trigger that other hubs send too.
  /// - Returns: `nil` if there is no such window.
  package func sendTriggerWherever(
    kind: String, payload: JSONValue, to target: WindowTarget, expires: Int64?, isSecret: Bool = false,
    in share: NodeShare? = nil, id trigger: String? = nil
  ) async -> TriggerRecord? {
    let send = { [self] (ids: [WindowID]) in
      sendTrigger(kind: kind, payload: payload, to: ids, expires: expires, isSecret: isSecret, id: trigger)
    }
    defer { commitPending() }
    guard case .window(let id) = target else { return send(await ids(of: target, in: share)) }
    return await answer { then in
      // When it is found, because it may sleep again soon.
      lookUp(id) { [self] _ in then(windows[id] == nil ? nil : send(awake(target))) }
    }
  }

  /// A turn that sends a secret, or a trigger to windows that are not saved, is stored before its pages get it, as with
  /// every other trigger: a turn that runs again after a crash has sent nothing before.
  func releaseUnstored() {
    for id in triggers.drainUnstored() { afterWrites(of: .list) { [weak self] in self?.deliver(id) } }
  }

  // MARK: On the way

  /// Sends a trigger to the attached pages, once it is stored or while the store can't be written.
  func deliver(_ id: ScalarKey) {
    let now = scheduler.wallTime
    guard let record = triggers.release(id), record.deadline > now else { return }
    for outcome in record.outcomes where !outcome.status.isFinal {
      windows[outcome.window]?.page.map { send(record, to: $0, now: now) }
    }
  }

  /// Delivers held triggers while the store can't be written.
  func deliverHeldTriggers() {
    for id in triggers.held { deliver(id) }
  }

  func sendPendingTriggers(to page: Attachment) {
    let now = scheduler.wallTime
    for record in triggers.pending(of: page.window.id, now: now) where !triggers.held.contains(record.key) {
      send(record, to: page, now: now)
    }
  }

  private func send(_ record: TriggerRecord, to page: Attachment, now: Int64) {
    guard page.isOpen, !record.isSecret || triggers.hand(record.key, to: page.window.id) else { return }
    if page.window.scene.triggerHandler != nil, quarantine.hasCrashed(0, of: record.key) {
      return performed(record.id, .failed, value: nil, by: page)
    }
    guard let trigger = handled(record, in: page.window) else {
      return performed(record.id, .performed, value: nil, by: page)
    }
    let left = record.deadline - now
    page.client.deliver(.trigger(id: record.id, kind: trigger.kind, payload: trigger.payload, expires: left))
  }

  /// The trigger after its scene's handler; `nil` if that has handled it.
  private func handled(_ record: TriggerRecord, in window: Window) -> EnvironmentTrigger? {
    let trigger = EnvironmentTrigger(kind: record.kind, payload: record.payload, isSecret: record.isSecret)
    guard let handler = window.scene.triggerHandler else { return trigger }
    return turn(in: window, as: recorded(record)) { handler(trigger, window.graph.root) }
  }

  /// A crash in a trigger's handler gives up the trigger in all its windows, and the windows are not blamed.
  private func recorded(_ record: TriggerRecord) -> CrashJournalEntry {
    var turn = CrashJournalEntry(.trigger, of: "trigger \(record.id)", instance: record.id)
    turn.name = record.kind
    return turn
  }

  /// Handles a page's answer. That of a replaced page is ignored.
  package func performed(_ trigger: String, _ status: TriggerStatus, value: JSONValue?, by page: Attachment) {
    guard page.isOpen, !page.isObserver else { return }
    let id = ScalarKey(trigger)
    let outcome = triggers.performed(
      id, by: page.window.id, status, value: value, now: scheduler.wallTime)
    guard let outcome else { return }
    if triggers.records[id]?.isSecret != true, page.window.isStored {
      writer.record(\.outcomes, StoredOutcome(outcome, of: trigger))
    }
    if status == .unsupported { reportUnsupported(id, in: page.window) }
    notifyRoot(outcome, of: id, in: page.window)
    commitPending()
  }

  /// Reports an unsupported custom trigger, which needs a script of the app. Predefined ones may just not be supported
  /// by the browser.
  private func reportUnsupported(_ id: ScalarKey, in window: Window) {
    guard let kind = triggers.records[id]?.kind, kind.hasPrefix("custom:") else { return }
    let name = kind.dropFirst("custom:".count)
    window.report(
      .misuse,
      "The page has no handler for the trigger \"\(name)\": call handleTrigger(\"\(name)\", …) in a pageFiles script")
  }

  /// Tells the window's root model the outcome; a tap on a notification opens its address.
  private func notifyRoot(_ outcome: TriggerRecord.Outcome, of id: ScalarKey, in window: Window) {
    guard let record = triggers.records[id], let status = TriggerOutcomeMessage.Status(outcome.status),
      !quarantine.hasCrashed(0, of: id)
    else { return }
    let trigger = EnvironmentTrigger(kind: record.kind, payload: record.payload, isSecret: record.isSecret)
    let root = window.graph.root.ofApp
    turn(in: window, as: recorded(record)) {
      root.receive(TriggerOutcomeMessage(trigger: trigger, status: status, value: outcome.value), from: root)
      guard record.kind == "notify", outcome.value == "tap" else { return }
      if let url = record.payload["url"]?.stringValue.flatMap(WindowURL.init) { _ = window.land(atWhole: url) }
    }
  }

  // MARK: What became of it

  /// A trigger's outcomes so far; `nil` if it is not in memory.
  package func trigger(_ id: String) -> (kind: String, outcomes: [TriggerRecord.Outcome])? {
    guard let record = triggers.records[ScalarKey(id)], triggers.isWhole(record.key) else { return nil }
    return (record.kind, record.outcomes(at: scheduler.wallTime))
  }

  /// A trigger's outcomes so far, also from before a restart; `nil` if it is unknown or deleted. Each hub has the latest
  /// outcomes of its own windows, and the store has those of sleeping ones.
  package func wholeTrigger(_ id: String) async -> (kind: String, outcomes: [TriggerRecord.Outcome])? {
    if neighbours.areNone, let known = trigger(id) { return known }
    let known = await onAll { hub in
      await hub.onceWritten()
      return hub.triggers.records[ScalarKey(id)]
    }.compactMap(\.self)
    var stored: TriggerRecord?
    do {
      stored = try await read { try $0.trigger(id) }.map(TriggerRecord.init)
    } catch {
      logger.error("A trigger can't be read from the store: \(error)")
    }
    guard let first = stored ?? known.first else { return nil }
    var outcomes = first.outcomes(at: wallTime)
    var places = Dictionary(outcomes.enumerated().map { ($0.element.window, $0.offset) }) { first, _ in first }
    for outcome in known.flatMap({ $0.outcomes(at: wallTime) }) {
      if let place = places[outcome.window] {
        if !outcomes[place].status.saysMore(than: outcome.status) { outcomes[place] = outcome }
      } else {
        places[outcome.window] = outcomes.count
        outcomes.append(outcome)
      }
    }
    return (first.kind, outcomes)
  }
}

extension TriggerOutcomeMessage.Status {
  /// The page's answer; `nil` if there is none yet.
  fileprivate init?(_ status: TriggerStatus) {
    switch status {
    case .performed: self = .performed
    case .blocked: self = .blocked
    case .declined: self = .declined
    case .unsupported: self = .unsupported
    case .failed: self = .failed
    case .pending, .expired: return nil
    }
  }
}
