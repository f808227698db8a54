import Oriel
import OrielDocument

extension WindowHub {
  /// The shared document of this scene and value in a tenant, created when a window first shows it.
  func sharedDocument(for key: SharedKey, in home: Home) -> SharedDocument? {
    if let document = home.sharedDocuments[key] { return document }
    guard !quarantine.isParked(key.subject) else { return nil }
    guard let scene = scenes.shared(key.kind) else { return nil }
    let document = SharedDocument(id: home.sharedDocuments.nextID, key: key, home: home, hub: self)
    do {
      try recordingPart(.open, of: key.subject.text) { try document.open { try scene.make(key.value) } }
    } catch {
      logger.error("The shared model \"\(key.kind)\" can't be created: \(error)")
      return nil
    }
    home.sharedDocuments.insert(document)
    return document
  }

  /// A place in a window's document is the subscription: the state follows the frame in which the place appears.
  func updateSharedSlots(of window: Window) {
    let old = window.sharedSlots
    guard !old.isEmpty || !window.graph.sharedSlots.isEmpty else { return }
    let new = window.currentSharedSlots
    window.sharedSlots = new
    for document in new where !document.windows.contains(where: { $0 === window }) {
      document.windows.append(window)
      // A page that has not received the place yet gets both when it catches up.
      for attachment in window.attachments where attachment.mayReceive && attachment.sentRev == window.rev {
        sendState(of: document, to: attachment)
      }
    }
    for document in old where !new.contains(where: { $0 === document }) { leave(document, window) }
  }

  func leaveSharedSlots(of window: Window) {
    for document in window.sharedSlots { leave(document, window) }
    window.sharedSlots = []
  }

  /// Removes a window from a shared document, which ends with its last window.
  private func leave(_ document: SharedDocument, _ window: Window) {
    document.windows.removeAll { $0 === window }
    for attachment in window.attachments { attachment.sharedRevs[document.id] = nil }
    guard document.windows.isEmpty else { return }
    document.home.sharedDocuments.remove(document)
    document.graph.finish(reason: .windowClosed)
    discardFiles(of: document)
  }

  func commit(_ document: SharedDocument) {
    guard !document.windows.isEmpty else { return }
    let patch = TurnContext.$current.withValue(document.turnContext) { document.live.commit() }
    discardFiles(of: document)
    guard let patch else { return }
    let rev = document.live.rev
    let update = SharedUpdate(document: document.id, rev: rev, content: .patch(patch, base: rev - 1))
    for window in document.windows {
      if let page = window.page { tell(page, update) }
      for observer in window.observers { tell(observer, update) }
    }
  }

  /// A shared model has no page and no user, so that files are all that it can ask for.
  private func discardFiles(of document: SharedDocument) {
    for case .discardFiles(let unwanted) in document.graph.takeEffects() { files.store.remove(unwanted.map(\.path)) }
  }

  private func tell(_ attachment: Attachment, _ update: SharedUpdate) {
    guard attachment.mayReceive, attachment.sharedRevs[update.document] == update.rev - 1 else {
      if attachment.isOpen, attachment.isHidden { scheduleCatchUp(attachment) }
      return
    }
    attachment.client.deliver(.shared(update))
    attachment.sharedRevs[update.document] = update.rev
  }

  func sendState(of document: SharedDocument, to attachment: Attachment) {
    attachment.client.deliver(.shared(document.stateUpdate))
    attachment.sharedRevs[document.id] = document.live.rev
  }

  func catchUp(_ attachment: Attachment, on document: SharedDocument) {
    let rev = document.live.rev
    let sent = attachment.sharedRevs[document.id] ?? 0
    guard sent < rev else { return }
    guard sent > 0, let patch = document.live.catchUp(since: sent) else {
      return sendState(of: document, to: attachment)
    }
    let update = SharedUpdate(document: document.id, rev: rev, content: .patch(patch, base: sent))
    attachment.client.deliver(.shared(update))
    attachment.sharedRevs[document.id] = rev
  }
}
