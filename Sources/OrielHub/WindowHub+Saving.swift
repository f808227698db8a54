import Oriel
import OrielDocument

extension WindowHub {
  /// Hands one turn to the store, whatever it touched.
  func save(_ windows: [Window], event: (page: Attachment, event: Int)?) {
    var turn = StoredTurn()
    for window in windows {
      if let row = row(of: window) { turn.windows.append((window.id, row)) }
    }
    turn.objects = leftObjects
    leftObjects = []
    for user in context.changedObjects { turn.objects += users[user]?.takeChanges() ?? [] }
    context.changedObjects = []
    turn.deletedWindows = deletions
    deletions = []
    guard !turn.isEmpty || event != nil else { return }
    for window in windows { window.unsaved.underway += 1 }
    writer.add(StoreWriter.Batch(turn: turn, events: event.map { [$0] } ?? [], windows: windows))
    writeToStore()
  }

  private func row(of window: Window) -> StoredRow? {
    let changes = window.graph.takeChanges()
    guard window.unsaved.origin || window.unsaved.position || !changes.isEmpty else { return nil }
    var row = StoredRow()
    if window.unsaved.origin { row.origin = JSONBytes.encode(WindowOrigin(window).saved) }
    row.position = JSONBytes.encode(WindowPosition(window).saved)
    row.models = changes.saved.map { ($0.id, JSONBytes.encode($0.model)) }
    row.deletedModels = changes.deleted
    window.unsaved.origin = false
    window.unsaved.position = false
    return row
  }

  /// One write at a time: what comes meanwhile is the next group.
  private func writeToStore() {
    guard !writer.isWriting, !writer.waiting.isEmpty else { return }
    writer.isWriting = true
    nonisolated(unsafe) let batches = writer.take()
    let isolation = context.isolation
    store.commit(batches.map(\.turn)) { [weak self] error in
      guard let self else { return }
      isolation.perform { self.assumeIsolated { $0.written(batches, error) } }
    }
  }

  private func written(_ batches: [StoreWriter.Batch], _ error: (any Error)?) {
    writer.isWriting = false
    if let error { return retry(batches, error) }
    writer.wrote(batches.count)
    var saved: [(page: Attachment, event: Int)] = []
    for batch in batches {
      for window in batch.windows { window.unsaved.underway -= 1 }
      for event in batch.events {
        if saved.last?.page === event.page { saved[saved.count - 1].event = event.event } else { saved.append(event) }
      }
    }
    for (page, event) in saved where page.isOpen { page.client.deliver(.saved(event)) }
    writeToStore()
    for read in writer.takeReads() { read() }
  }

  /// Reads what was written before, also what is still on its way; not what comes later, or a busy store would never be
  /// read.
  func afterWrites(_ read: @escaping () -> Void) {
    writer.add(read)
    for read in writer.takeReads() { read() }
  }

  private func retry(_ batches: [StoreWriter.Batch], _ error: any Error) {
    context.logger.error("The store did not take what changed; it is tried again: \(error)")
    writer.putBack(batches)
    _ = context.scheduler.schedule(after: 1000) { [weak self] in self?.assumeIsolated { $0.writeToStore() } }
  }
}

extension GraphChanges {
  var isEmpty: Bool { saved.isEmpty && deleted.isEmpty }
}

/// What never changes of a window.
struct WindowOrigin {
  var user: String
  var roles: [String]
  var scene: String
  var value: JSONValue?
  var root: String
  var openedBy: String?

  init(_ window: Window) {
    user = window.user.user.id
    roles = window.user.user.roles.sorted()
    scene = window.sceneID
    value = window.value
    root = window.graph.root._node.id
    openedBy = window.openedBy
  }

  var saved: JSONValue {
    var saved: JSONObject = ["user": .string(user), "scene": .string(scene), "root": .string(root)]
    if !roles.isEmpty { saved["roles"] = .array(roles.map(JSONValue.string)) }
    saved["value"] = value
    saved["instance"] = openedBy.map(JSONValue.string)
    return .object(saved)
  }

  init(saved: JSONValue) throws {
    guard let user = saved["user"]?.stringValue, let scene = saved["scene"]?.stringValue,
      let root = saved["root"]?.stringValue
    else { throw SavedError.wrongType(property: "origin") }
    self.user = user
    roles = saved["roles"]?.arrayValue?.compactMap(\.stringValue) ?? []
    self.scene = scene
    self.root = root
    value = saved["value"]
    openedBy = saved["instance"]?.stringValue
  }
}

/// What changes of a window with every event.
struct WindowPosition {
  var applied: AppliedEvents
  var nextModel: Int

  init(_ window: Window) {
    applied = window.applied
    nextModel = window.graph.ids.next
  }

  var saved: JSONValue { ["applied": .object(applied.all), "next": .integer(nextModel)] }

  init(saved: JSONValue) throws {
    guard case .object(let applied) = saved["applied"], let next = saved["next"]?.integerValue else {
      throw SavedError.wrongType(property: "position")
    }
    self.applied = AppliedEvents(saved: applied)
    nextModel = next
  }
}
