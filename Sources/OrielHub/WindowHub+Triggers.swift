import Oriel
import OrielDocument

extension WindowHub {
  /// Sends a one-shot effect. Windows without a page get it when one comes, unless it has expired by then.
  ///
  /// - Parameter expires: Milliseconds; `nil` for the default.
  /// - Returns: `nil` if the target is a window that doesn't exist.
  @discardableResult
  package func sendTrigger(
    kind: String, payload: JSONValue, to target: TriggerTarget, expires: Int64? = nil
  ) -> TriggerRecord? {
    if case .window(let id) = target, windows[id] == nil, asleep[id] == nil { return nil }
    return sendTrigger(kind: kind, payload: payload, to: targets(target), expires: expires)
  }

  @discardableResult
  func sendTrigger(kind: String, payload: JSONValue, to ids: [WindowID], expires: Int64?) -> TriggerRecord {
    let now = context.scheduler.now
    let reached = ids.filter { hasRoomForTrigger($0) }
    let record = TriggerRecord(
      id: context.secretID("t-"), kind: kind, payload: payload,
      deadline: now + (expires ?? context.limits.triggerExpiry),
      windows: reached)
    triggers.add(record)
    for id in reached { windows[id]?.page.map { send(record, to: $0, now: now) } }
    return record
  }

  private func hasRoomForTrigger(_ id: WindowID) -> Bool {
    _ = triggers.pending(of: id, now: context.scheduler.now)
    let hasRoom = triggers.pendingCount(of: id) < context.limits.pendingTriggersPerWindow
    if !hasRoom { context.logger.warning("A trigger was not sent: its window has as many pending as it may") }
    return hasRoom
  }

  private func targets(_ target: TriggerTarget) -> [WindowID] {
    switch target {
    case .window(let id): [id]
    case .user(let user): users[user]?.windows.map(\.id) ?? []
    case .scene(let scene): windows.values.filter { $0.sceneID == scene }.map(\.id)
    case .everyone: Array(windows.keys)
    }
  }

  func sendPendingTriggers(to page: Attachment) {
    let now = context.scheduler.now
    for record in triggers.pending(of: page.window.id, now: now) { send(record, to: page, now: now) }
  }

  private func send(_ record: TriggerRecord, to page: Attachment, now: Int64) {
    guard page.isOpen else { return }
    let left = record.deadline - now
    page.client.deliver(.trigger(id: record.id, kind: record.kind, payload: record.payload, expires: left))
  }

  /// A page's answer. From a page that was replaced it comes too late.
  package func performed(_ trigger: String, _ status: TriggerStatus, value: JSONValue?, by page: Attachment) {
    guard page.isOpen, !page.isObserver else { return }
    triggers.performed(trigger, by: page.window.id, status, value: value, now: context.scheduler.now)
  }

  /// A trigger's outcomes so far.
  package func trigger(_ id: String) -> (kind: String, outcomes: [TriggerRecord.Outcome])? {
    triggers.records[id].map { ($0.kind, $0.outcomes(at: context.scheduler.now)) }
  }
}
