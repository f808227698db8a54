import Logging
import Oriel
import OrielDocument

extension WindowHub {
  /// Runs the first part of a handler that may begin with `once`.
  ///
  /// - Returns: Whether the handler waits in `once`.
  func begin(_ turn: RepeatableTurn, _ handler: nonisolated(nonsending) @escaping () async -> Void) -> Bool {
    repeatable = turn
    defer { repeatable = nil }
    RepeatableTurn.$current.withValue(turn) {
      // Without a capture list: see `start`.
      startNow {
        turn.begins()
        await handler()
      }
    }
    return turn.firstPartEnded()
  }

  /// Whether an event waits for a `once` of its window, or is the one that is in it.
  func holdsBack(_ event: WindowEvent, from page: Attachment) -> Bool {
    guard let held = page.window.held else { return false }
    // Sent again by a page that was cut off.
    if held.page.instance == page.instance, event.id <= held.event.id { return true }
    if !held.keep(event, from: page, limits) {
      log(
        .warning, onceAMinute: "held \(page.window.sceneID)",
        """
        A page has sent more than \(limits.waitingEvents) events, or \(limits.waitingEventBytes) bytes of them, while a \
        handler was in once
        """, held.metadata)
      close(page, .flooding)
    }
    return true
  }

  func hold(_ held: HeldEvent) {
    let window = held.page.window
    window.held = held
    held.timer = scheduler.schedule(after: limits.slowOnce) { [limits, weak window, unowned held] in
      window?.note(
        .slowTurn, model: held.event.model,
        "A handler has been in once for \(limits.slowOnce) ms: later events of its window wait",
        ["event": held.event.name, "milliseconds": "\(limits.slowOnce)"])
    }
  }

  /// A `once` has ended. Its event is answered with what the handler changes until it waits again, or ends.
  func onceEnded(in window: Window) {
    window.held?.timer?.cancel()
    answerable.append(.event(window))
  }

  /// Answers the events and messages whose `once` has ended.
  func answerHeld() {
    while !answerable.isEmpty {
      switch answerable.removeFirst() {
      case .event(let window): if let held = window.held, windows.holds(window) { answer(held, in: window) }
      case .message(let message, let home): answer(message, in: home)
      }
    }
  }

  private func answer(_ held: HeldEvent, in window: Window) {
    // Its page may have come back on another connection.
    let page = window.page.flatMap { $0.instance == held.page.instance ? $0 : nil } ?? held.page
    answer(held.event, from: page, held.failure, since: held.start)
    let later = held.later.filter { $0.page === window.page && $0.page.isOpen }
    guard let page = later.first?.page, !page.client.takeBack(later.map(\.event)) else { return window.held = nil }
    // Each is a turn of its own. Those that come until then wait too.
    ask({ [isolation] goOn in isolation.run { goOn(()) } }) { [self] in
      guard window.held === held else { return }
      window.held = nil
      for (event, page) in held.later { receive(event.event, from: page) }
      commitPending()
    }
  }
}

extension WindowHub {
  /// Runs an event's asynchronous handler to its end.
  func run(
    _ body: nonisolated(nonsending) (JSONValue?) async throws -> Void, _ event: WindowEvent, from page: Attachment,
    _ failure: FailureBox, in window: WindowID, of user: ScalarKey
  ) async {
    handlers.began(in: window, of: user)
    let task = TaskIdentity.current ?? 0
    handlerTime.began(task, of: page.client)
    defer {
      handlers.ended(in: window, of: user)
      handlerTime.ended(task)
    }
    do {
      try await body(event.value)
    } catch {
      failure.failed(with: error)
    }
    answerHeld()
  }
}
