import Oriel
import OrielDocument
import OrielMessages

extension WindowHub {
  /// Runs an act, of an operator or of a member. All its changes are stored as one turn.
  func asOneTurn<Result>(_ turn: CrashJournalEntry, _ body: () throws -> Result) rethrows -> Result {
    guard transactions.beginAct() else { return try body() }
    return try recording(turn) {
      defer {
        transactions.endAct()
        commit()
      }
      return try body()
    }
  }

  /// Commits changes made outside a turn, such as after an `await`, in a shared object or by a timer, and saves the
  /// changes of all turns since. Called after every job of the loop, and before the loop writes to its sockets. Costs
  /// nothing if nothing has changed.
  package func commitPending() {
    handlers.answerHeld()
    if changes.hasAny || !dismissals.isEmpty || !acts.isEmpty || writer.hasNotes || triggers.hasUnstored { commit() }
    writeGathered()
    quarantine.jobEnds()
    handlers.jobEnds()
  }

  /// Updates every changed document, sends the patches, and saves the turn as a unit.
  ///
  /// - Parameter own: The window whose user waits for what is rendered.
  /// - Returns: Why the event failed.
  @discardableResult
  func commit(
    answering page: Attachment? = nil, _ event: Int = 0, _ failure: Failure? = nil, for own: Window? = nil
  ) -> Failure? {
    var failure = failure
    let own = page?.window ?? own
    // A commit caused by a listener is part of the commit that called the listener.
    guard transactions.beginCommit() else { return failure }
    defer {
      transactions.endCommit()
      windows.transactionEnded()
    }
    var touched: [Window] = []
    var shared: [SharedDocument] = []
    var rounds = 0
    if let page { changes.add(.window(page.window)) }
    var isAnswered = false
    while changes.hasAny && rounds < 64 || !dismissals.isEmpty || !acts.isEmpty {
      rounds += 1
      readmitChanged()
      let changed = changes.drainDocuments(first: page?.window)
      if changed.isEmpty && dismissals.isEmpty && acts.isEmpty { break }
      for document in changed {
        switch document {
        case .shared(let document):
          recording(CrashJournalEntry(.render, of: document.turnContext.subject)) {
            commit(document, isOwn: own?.sharedSlots.contains { $0 === document } == true)
          }
          if rounds == 1 || !shared.contains(where: { $0 === document }) { shared.append(document) }
        case .window(let window):
          guard windows.holds(window) else { continue }
          let answered = !isAnswered && page?.window === window ? page : nil
          recording(CrashJournalEntry(.render, of: window.id.rawValue)) {
            commit(window, isOwn: window === own, answering: answered, event, &failure)
          }
          if answered != nil { isAnswered = true }
          // A round has no duplicates; only later rounds have to check, and they are small.
          if rounds == 1 || !touched.contains(where: { $0 === window }) { touched.append(window) }
        }
      }
      acts.performRequested()
      performDismissals()
    }
    save(touched.filter { windows.holds($0) }, shared: shared, event: page.map { ($0, event) })
    return failure
  }

  private func commit(
    _ window: Window, isOwn: Bool, answering page: Attachment?, _ event: Int, _ failure: inout Failure?
  ) {
    let patch = TurnContext.$current.withValue(window.turnContext) {
      render(.window(window), of: window.user.home, isOwn: isOwn)
    }
    performEffects(of: window)
    let hasExceeded = window.graph.resetExceeded() != nil
    if page != nil, hasExceeded, failure == nil { failure = .exceeded }
    if let patch {
      memory.weigh(window)
      recordChange(of: window, patch)
      recordTitle(of: window)
    }
    if !window.observers.isEmpty { endForbiddenMirrors(of: window) }
    for attachment in window.attachments {
      send(patch, to: attachment, isAnswer: attachment === page, refused: failure.map { _ in event })
    }
    if let page, page.isOpen, let failure {
      let message = window.environment.ownText(LocalizedStringKey(failure.message))
      page.client.deliver(.rejected(event: event, failure.code, message: message, applied: event))
    }
    updateSharedSlots(of: window)
    if !window.live.isLate { updateSlices(of: window.graph, for: window) }
  }

  /// Performs what the window's models have asked for beyond their window.
  ///
  /// - Parameter keepsFiles: Whether files stay that no field will take any more.
  func performEffects(of window: Window, keepsFiles: Bool = false) {
    for effect in window.graph.drainEffects() {
      switch effect {
      case .openWindow(let request, let tenant):
        if let other = acts.otherTenant(ofNew: request.scene, in: tenant, from: window) {
          acts.openElsewhere(request, in: other, from: window)
        } else {
          openWindow(request, for: window.user.account, opener: window.id)
        }
      case .showWindow(let id): show(id, from: window)
      case .dismissWindows(let scene, let value): dismissLater(scene: scene, value: value, askedBy: window)
      case .dismissWindow(let id): dismissLater(id, askedBy: window)
      case .sendTrigger(let trigger): send(trigger, to: [window])
      case .deleteFiles where keepsFiles: break
      case .deleteFiles(let unwanted): deleteWithTurn(unwanted)
      }
    }
  }

  /// The store has the title with the rest of the window, which may have been saved before it was rendered.
  func recordTitle(of window: Window) {
    let title = window.title
    guard let record = window.record, !record.isTitled(title) else { return }
    record.become(titled: title)
    if limits.renderInterval > 0 { window.unsaved.position = true }
  }

  private func recordChange(of window: Window, _ patch: EncodedPatch) {
    if !window.isConsole { facts.patched(patch) }
    window.history?.append(patch, of: window)
  }

  /// Sends a patch to a page at the preceding revision that is ready for it; any other page catches up later with one
  /// patch.
  ///
  /// - Parameters:
  ///   - isAnswer: Whether it is the page whose event is answered.
  ///   - refused: The event, if it was refused: `rejected` follows.
  private func send(_ patch: EncodedPatch?, to attachment: Attachment, isAnswer: Bool, refused: Int?) {
    let window = attachment.window
    guard attachment.isOpen, patch != nil || isAnswer else { return }
    let refused = isAnswer ? refused : nil
    if isAnswer, attachment.isHidden, !attachment.client.isChoked {
      attachment.owesAnswer = attachment.owesAnswer || refused == nil
      return catchUp(attachment, before: refused)
    }
    guard attachment.mayReceive else { return fallBehind(attachment, owesAnswer: isAnswer && refused == nil) }
    let applied = isAnswer && refused == nil ? window.applied[attachment.instance] : nil
    if let patch, attachment.sentRev == window.rev - 1 {
      attachment.deliver(.patch(patch, rev: window.rev, base: window.rev - 1, applied: applied))
      attachment.sentRev = window.rev
    } else if attachment.sentRev < window.rev {
      attachment.owesAnswer = attachment.owesAnswer || isAnswer && refused == nil
      catchUp(attachment, before: refused)
    } else if isAnswer, refused == nil {
      attachment.deliver(.patch(EncodedPatch.empty, rev: window.rev, base: window.rev, applied: applied))
    }
  }

  private func fallBehind(_ attachment: Attachment, owesAnswer: Bool) {
    attachment.owesAnswer = attachment.owesAnswer || owesAnswer
    if attachment.isHidden { scheduleCatchUp(attachment) }
  }

  /// Schedules an update of a hidden page.
  func scheduleCatchUp(_ attachment: Attachment) {
    guard attachment.hiddenTimer?.isPending != true else { return }
    attachment.hiddenTimer = scheduler.schedule(after: limits.hiddenInterval) { [weak self] in
      self?.catchUp(attachment)
    }
  }

  /// Sends one patch, or the state, from the page's revision to the current one, also for its shared documents.
  ///
  /// - Parameter refused: An event that the page is told about next.
  package func catchUp(_ attachment: Attachment, before refused: Int? = nil) {
    guard attachment.isOpen, !attachment.client.isChoked else { return }
    let window = attachment.window
    if attachment.sentRev < window.rev || attachment.owesAnswer {
      let applied = refused.map { $0 - 1 } ?? window.applied[attachment.instance]
      if let patch = window.live.catchUp(since: attachment.sentRev) {
        attachment.deliver(.patch(patch, rev: window.rev, base: attachment.sentRev, applied: applied))
      } else {
        attachment.deliver(.state(window.graph, rev: window.rev, applied: applied))
      }
      attachment.sentRev = window.rev
      attachment.owesAnswer = false
    }
    for document in window.sharedSlots { catchUp(attachment, on: document) }
    updateAllSlices(for: attachment)
  }
}
