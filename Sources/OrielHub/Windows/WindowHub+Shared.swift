import Oriel
import OrielDocument

extension WindowHub {
  /// The shared document of this scene and value in a tenant, created when a window first shows it.
  func sharedDocument(for key: SharedKey, in home: Home) -> SharedDocument? {
    if let document = home.sharedDocuments[key] { return document }
    guard !quarantine.isParked(key.subject) else { return nil }
    guard let document = openShared(key, in: home) else { return nil }
    _ = home.sharedDocuments.wakes(key)
    home.sharedDocuments.insert(document)
    changes.add(.shared(document))
    return document
  }

  /// The home of a shared model that a window of this home shows.
  func home(ofShared kind: String, shownIn home: Home) -> Home {
    guard scenes.shared(kind)?.tenancy.isEverywhere == true else { return home }
    if homes[.everywhere] == nil { withHome(.everywhere) { _ in } }
    return homes[.everywhere] ?? home
  }

  private func openShared(_ key: SharedKey, in home: Home) -> SharedDocument? {
    guard let scene = scenes.shared(key.kind) else { return nil }
    let record = home.sharedDocuments.record(key)
    let id = record?.id ?? home.sharedDocuments.nextID()
    let document = SharedDocument(id: id, key: key, scene: scene, home: home, hub: self)
    do {
      try recordingPart(record == nil ? .open : .restore, of: key.subject.text) {
        guard let record else { return try document.create() }
        let failures = try document.restore(from: record, types: scenes.types, suffix: String(epoch().text.suffix(4)))
        keepAside(failures, of: document)
      }
    } catch {
      log(
        .error, onceAMinute: "shared not created \(key.kind)",
        "The shared model \"\(key.kind)\" can't be created: \(error)")
      return nil
    }
    return document
  }

  private func keepAside(_ failures: [RestorationFailure], of document: SharedDocument) {
    guard !failures.isEmpty else { return }
    for failure in failures {
      let row = SharedRecord.row(failure.id, nil, of: document.id, document.tenant).key
      writer.record(\.keptAside, SalvageOrder(.row(row), reason: "\(failure)", time: wallTime))
    }
    log(
      .warning, onceAMinute: "shared partly restored \(document.key.kind)",
      "The shared model \"\(document.key.kind)\" was only partly restored; its records are kept aside: \(failures[0])")
  }

  // MARK: Saving

  /// The changes of a shared model, encoded.
  func drainChanges(of document: SharedDocument) -> [StoredElement] {
    guard document.graph.hasUnsavedChanges else { return [] }
    return recording(CrashJournalEntry(.save, of: document.key.subject.text)) {
      var changes = document.graph.drainChanges()
      if !document.isStored { changes.saved = document.graph.snapshot().map { ($0.key, $0.value) } }
      document.isStored = true
      let (id, tenant) = (document.id, document.tenant)
      return [SharedRecord(document, usedAt: wallTime).head(of: tenant)]
        + changes.saved.map { SharedRecord.row($0.id, JSONBytes.encode($0.model), of: id, tenant) }
        + changes.deleted.map { SharedRecord.row($0, nil, of: id, tenant) }
    }
  }

  /// No window shows it any more: it leaves memory as in a restart, and goes on when one shows it again.
  private func sleep(_ document: SharedDocument) {
    // One that was only looked at is made again.
    guard document.home.isStored, document.isStored || document.graph.hasUnsavedChanges else {
      document.home.sharedDocuments.remove(document)
      return finish(document)
    }
    var record = SharedRecord(document, usedAt: document.usedAt)
    recording(CrashJournalEntry(.save, of: document.key.subject.text)) {
      record.models = document.graph.snapshot().mapValues(JSONBytes.encode)
    }
    for row in drainChanges(of: document) { writer.record(\.rows, row) }
    writer.record(\.rows, record.head(of: document.tenant))
    document.home.sharedDocuments.remove(document)
    document.home.sharedDocuments.sleeps(record)
    document.graph.dismantle()
    deleteFiles(of: document)
    finishUnshown(in: document.home)
  }

  /// Finishes the shared models that no window has shown for as long as windows are kept, and those beyond the limit.
  func finishUnshown(in home: Home) {
    let unshown = home.sharedDocuments.removeUnshown(
      since: wallTime - limits.finishAfter, limit: limits.unshownSharedModels)
    for record in unshown {
      home.sharedDocuments.sleeps(record)
      if !quarantine.isParked(record.key.subject), let document = openShared(record.key, in: home) {
        finish(document)
      }
      _ = home.sharedDocuments.wakes(record.key)
      for row in record.deletion(of: home.tenant) { writer.record(\.rows, row) }
    }
  }

  private func finish(_ document: SharedDocument) {
    recording(CrashJournalEntry(.finish, of: document.key.subject.text)) {
      TurnContext.$current.withValue(document.turnContext) { document.graph.finish(reason: .windowClosed) }
    }
    deleteFiles(of: document)
  }

  // MARK: The windows that show it

  /// A place in a window's document is the subscription: the state follows the frame in which the place appears.
  func updateSharedSlots(of window: Window) {
    let old = window.sharedSlots
    guard !old.isEmpty || !window.graph.sharedSlots.isEmpty else { return }
    let new = window.currentSharedSlots
    window.sharedSlots = new
    for document in new where !document.windows.contains(where: { $0 === window }) {
      document.windows.append(window)
      document.assignVersion(to: window)
      // A page that has not received the place yet gets both when it catches up.
      for attachment in window.attachments where attachment.mayReceive && attachment.sentRev == window.rev {
        sendState(of: document, to: attachment)
      }
    }
    for document in new where !old.contains(where: { $0 === document }) {
      updateSlices(of: document.graph, for: window)
    }
    for document in old where !new.contains(where: { $0 === document }) { stopShowing(document, window) }
  }

  func stopShowingAll(of window: Window) {
    for document in window.sharedSlots { stopShowing(document, window) }
    window.sharedSlots = []
  }

  /// Removes a window from a shared document, which sleeps without one.
  private func stopShowing(_ document: SharedDocument, _ window: Window) {
    document.windows.removeAll { $0 === window }
    // A window that is woken to be deleted has not shown it.
    document.usedAt = max(document.usedAt, window.isAttached ? wallTime : window.lastUsedAt)
    for attachment in window.attachments {
      attachment.sharedRevs[document.id] = nil
      endSlices(of: document.graph, for: attachment)
    }
    document.forgetVersion(of: window)
    if document.windows.isEmpty { sleep(document) }
  }

  /// - Parameter isOwn: Whether a user waits for it.
  func commit(_ document: SharedDocument, isOwn: Bool) {
    guard !document.windows.isEmpty else { return }
    let wasLocalized = document.graph.isLocalized
    let patch = TurnContext.$current.withValue(document.turnContext) {
      render(.shared(document), of: document.home, isOwn: isOwn)
    }
    deleteFiles(of: document)
    if let patch { send(document.original.update(with: patch), to: document.original, document) }
    if document.graph.isLocalized, !wasLocalized {
      for window in document.windows where document.assignVersion(to: window) { sendState(of: document, in: window) }
    }
    for version in document.translated.values {
      let update = TurnContext.$current.withValue(document.turnContext) { version.renderTranslation() }
      if let update { send(update, to: version, document) }
    }
    guard !document.live.isLate else { return }
    for window in document.windows { updateSlices(of: document.graph, for: window) }
  }

  private func send(_ update: SharedUpdate, to version: SharedVersion, _ document: SharedDocument) {
    for window in document.windows where document.version(for: window) === version {
      if let page = window.page { send(update, to: page) }
      for observer in window.observers { send(update, to: observer) }
    }
  }

  /// Sends a window's shared documents in its new language.
  func translateShared(of window: Window) {
    for document in window.sharedSlots {
      if document.assignVersion(to: window) { sendState(of: document, in: window) }
      translateSlices(of: document, in: window)
    }
  }

  /// Sends the state of a version that the window's pages have nothing of.
  private func sendState(of document: SharedDocument, in window: Window) {
    for attachment in window.attachments {
      attachment.sharedRevs[document.id] = nil
      if attachment.mayReceive, attachment.sentRev == window.rev { sendState(of: document, to: attachment) }
    }
  }

  /// All else that a shared model asks for, a window performs.
  private func deleteFiles(of document: SharedDocument) {
    for case .deleteFiles(let unwanted) in document.graph.drainEffects() { deleteWithTurn(unwanted) }
  }

  private func send(_ update: SharedUpdate, to attachment: Attachment) {
    guard attachment.mayReceive, attachment.sharedRevs[update.document] == update.rev - 1 else {
      if attachment.isOpen, attachment.isHidden { scheduleCatchUp(attachment) }
      return
    }
    attachment.deliver(.shared(update))
    attachment.sharedRevs[update.document] = update.rev
  }

  func sendState(of document: SharedDocument, to attachment: Attachment) {
    let version = document.version(for: attachment.window)
    attachment.deliver(.shared(version.stateUpdate))
    attachment.sharedRevs[document.id] = version.rev
  }

  func catchUp(_ attachment: Attachment, on document: SharedDocument) {
    let version = document.version(for: attachment.window)
    let rev = version.rev
    let sent = attachment.sharedRevs[document.id] ?? 0
    guard sent < rev else { return }
    guard sent > 0, let patch = version.catchUp(since: sent) else {
      return sendState(of: document, to: attachment)
    }
    let update = SharedUpdate(document: document.id, rev: rev, content: .patch(patch, base: sent))
    attachment.deliver(.shared(update))
    attachment.sharedRevs[document.id] = rev
  }
}
