import Oriel
import OrielDocument

extension WindowHub {
  /// Queues the changes of a turn for the store.
  func save(_ windows: [Window], shared: [SharedDocument], event: (page: Attachment, event: Int)?) {
    defer { releaseUnstored() }
    for window in windows where !window.isStored { window.graph.forgetChanges() }
    for document in shared where !document.home.isStored && document.isInUse { document.graph.forgetChanges() }
    let (changed, shared) = (windows.filter(\.hasUnsavedChanges), shared.filter(\.hasUnsavedChanges))
    guard !changed.isEmpty || !shared.isEmpty || event != nil || writer.hasNotes || !changes.saved.isEmpty else {
      return
    }
    writer.add(changed, shared: shared, saved: changes.drainSaved(), event: event, at: scheduler.now)
    writeSoon()
  }

  /// Writes after a moment, or after the current iteration of the loop. There is one write at a time; later turns form
  /// the next group.
  private func writeSoon() {
    if store.gatherTime > 0, writer.mayWrite { write(after: store.gatherTime) }
  }

  /// Writes the gathered turns, if the store doesn't want to wait for more.
  func writeGathered() {
    if store.gatherTime == 0 { write() }
  }

  private func write(after delay: Int64) {
    writer.wait(for: scheduler.schedule(after: delay) { [weak self] in self?.write() })
  }

  private func write() {
    guard writer.mayWrite else { return }
    let turn = writer.beginBatch(stored)
    // Windows that are not saved have applied events.
    guard !turn.isEmpty || writer.failure != nil else { return written(nil) }
    ask({ store.commit([turn], then: $0) }) { [self] in written($0) }
  }

  /// The current values of all changes, between two turns.
  private func stored(_ waiting: StoreWriter.Waiting) -> StoredTurn {
    var turn = waiting.rest
    for window in waiting.windows where windows.holds(window) {
      turn.windows.append((window.id, recording(CrashJournalEntry(.save, of: window.id.rawValue)) { row(of: window) }))
    }
    for document in waiting.shared where document.isInUse { turn.rows += drainChanges(of: document) }
    for saved in waiting.saved { turn.append(drainChanges(of: saved)) }
    return turn
  }

  /// The changes of saved objects, encoded.
  func drainChanges(of saved: SavedObjects) -> SavedChanges {
    let window = users[owner: saved.owner]?.windows.last
    return recording(CrashJournalEntry(.save, of: saved.subject).blaming(window)) { saved.drainChanges() }
  }

  func row(of window: Window) -> StoredWindowChanges {
    let changes = window.graph.drainChanges()
    var row = StoredWindowChanges(
      title: window.title, usedAt: scheduler.wallTime,
      position: JSONBytes.encode(WindowPosition(window).saved))
    if window.unsaved.origin { row.origin = StoredOrigin(window) }
    row.models = changes.saved.map { ($0.id, JSONBytes.encode($0.model)) }
    row.deletedModels = changes.deleted
    window.unsaved.origin = false
    window.unsaved.position = false
    return row
  }

  private func written(_ error: (any Error)?) {
    if let error { return retry(error) }
    if writer.failure != nil { logger.notice("The store accepts writes again") }
    let batch = writer.wrote(at: scheduler.now)
    for (page, event) in batch?.events ?? [] where page.isOpen { page.client.deliver(.saved(event)) }
    publisher.show(batch?.changes.publications.values ?? [:].values)
    for trigger in batch?.changes.triggers ?? [] { deliver(ScalarKey(trigger.id)) }
    posts.announce(batch?.changes.posts ?? [])
    if let batch { release(batch.changes.timers, savedUpTo: batch.turns) }
    if sweeper.isOverfull { sweeper.discardOldRecords() }
    writeSoon()
    writeGathered()
    for read in writer.removeReadyReads() { read() }
  }

  /// Reads after all earlier writes, including those in progress, but doesn't wait for later ones, so that a busy store
  /// can still be read.
  func afterWrites(of subject: StoreWriter.Subject, _ read: @escaping () -> Void) {
    writeGathered()
    writer.add(subject, read)
    for read in writer.removeReadyReads() { read() }
  }

  /// Calls the closure once all changes are durable; at once while the store can't be written, since otherwise nothing
  /// could be done from outside.
  package func onceKept(_ say: @escaping () -> Void) {
    commit()
    afterWrites(of: .list, say)
  }

  /// Waits until all turns up to the running one are durable, also while the store can't be written.
  ///
  /// - Throws: `CancellationError` if the task is cancelled before.
  func saved() async throws {
    // The running turn ends before the hub goes on here.
    await withCheckedContinuation { waiting in isolation.run { waiting.resume() } }
    let waiting = CancellableWait()
    assert(isolation.isCurrent, "the writer is the hub's")
    afterWrites(of: .turns) { waiting.end(.success(())) }
    // Its operation runs on another thread.
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { waiting.begin($0) }
    } onCancel: {
      waiting.end(.failure(CancellationError()))
    }
  }

  /// Retries later. Meanwhile windows keep working, and nothing is acknowledged.
  private func retry(_ error: any Error) {
    // The process ends. What waits for a save must not hear of changes that may not be kept.
    if (error as? any WindowStoreError)?.isEnd == true { return }
    if writer.failure == nil { logger.error("Nothing is saved until the store can be written again: \(error)") }
    writer.refused(error)
    deliverHeldTriggers()
    write(after: 1000)
    for read in writer.removeReadyReads() { read() }
  }

  /// Whether no handler is running and the store has all changes.
  package var isAtRest: Bool { handlers.count == 0 && writer.isIdle }

  /// The reason why the store can't be written; `nil` if it can.
  package var storeFailure: (any Error)? { writer.failure ?? store.failure }
}

extension SharedDocument {
  fileprivate var hasUnsavedChanges: Bool { isInUse && home.isStored && graph.hasUnsavedChanges }
}

extension Window {
  fileprivate var hasUnsavedChanges: Bool {
    isStored && (unsaved.origin || unsaved.position || graph.hasUnsavedChanges)
  }
}

extension StoredOrigin {
  init(_ window: Window) {
    self.init(
      tenant: window.user.account.tenant, user: window.user.account.id, roles: window.user.account.roles.sorted(),
      scene: window.sceneID, value: window.value,
      root: window.graph.root._node.id, openedBy: window.openedBy?.text)
  }
}

/// The parts of a window that change with every event.
struct WindowPosition {
  var applied: AppliedEvents
  var nextModel: Int
  /// Sent values that were not received yet, or are paused.
  var sending: JSONValue?
  /// The restoration key of its scene.
  var restorationKey: String?
  /// Whether an operator has locked it.
  var isLocked = false
  /// See `Window.opening`.
  var opening: String?

  init(_ window: Window) {
    applied = window.applied
    nextModel = window.graph.ids.next
    sending = window.graph.savedSending
    restorationKey = window.scene.restorationKey
    isLocked = window.graph.isLockedByOperator
    opening = window.opening
  }

  var saved: JSONValue {
    var saved = JSONObject(reserving: 4)
    saved.append("applied", applied.saved)
    saved.append("next", .integer(nextModel))
    if applied.forgotten > 0 { saved["forgotten"] = .integer(applied.forgotten) }
    saved["sending"] = sending
    saved["key"] = restorationKey.map(JSONValue.string)
    if isLocked { saved["locked"] = true }
    saved["opening"] = opening.map(JSONValue.string)
    return .object(saved)
  }

  init(saved: JSONValue) throws {
    guard case .object(let applied) = saved["applied"], let next = saved["next"]?.integerValue else {
      throw SavedError.wrongType(property: "position")
    }
    // Older stores have a mark in place of the highest event.
    let forgotten = saved["forgotten"].map { $0.integerValue ?? AppliedEvents.unknown.forgotten } ?? 0
    self.applied = AppliedEvents(saved: applied, forgotten: forgotten)
    nextModel = next
    sending = saved["sending"]
    restorationKey = saved["key"]?.stringValue
    isLocked = saved["locked"]?.boolValue ?? false
    // Older stores have it whole.
    opening = saved["opening"]?.stringValue.map(Parked.Subject.shortened)
  }
}

extension WindowHub {
  /// The rows of a tenant in memory have become more, or fewer.
  func rowsChanged(of tenant: Tenant, by change: RowSize) {
    guard let large = rowSizes.change(tenant, by: change) else { return }
    log(
      .warning, onceAMinute: "rows of \(tenant)",
      """
      \(large.rows) rows with \(large.bytes >> 20) MB are in memory for one tenant, which is made for \
      \(RowLimits.rows) and \(RowLimits.bytes >> 20) MB. Delete what is done with, or move it to ArchivedRows
      """, ["tenant": "\(tenant)"])
  }
}
