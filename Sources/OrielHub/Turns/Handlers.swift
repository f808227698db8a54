import DequeModule
import Logging
import Oriel
import OrielDocument

/// Runs the asynchronous handlers of events and messages, and answers those that wait in `once`.
package final class Handlers {
  private unowned let hub: WindowHub
  private var running = RunningHandlers()
  private var time = HandlerTime()
  /// The turn whose handler runs its first part.
  private(set) var repeatable: RepeatableTurn?
  /// The events and messages whose `once` has ended, to be answered.
  private var answerable: Deque<Answerable> = []

  init(of hub: WindowHub) { self.hub = hub }

  /// The number of those that run.
  package var count: Int { running.count }

  /// Runs the first part of a handler that may begin with `once`.
  ///
  /// - Returns: Whether the handler waits in `once`, and its task.
  func begin(
    _ turn: RepeatableTurn, _ handler: nonisolated(nonsending) @escaping () async -> Void
  ) -> (waits: Bool, task: Task<Void, Never>?) {
    repeatable = turn
    defer { repeatable = nil }
    let task = RepeatableTurn.$current.withValue(turn) {
      // Without a capture list: see `start`.
      hub.startNow {
        turn.begins()
        await handler()
      }
    }
    return (turn.firstPartEnded(), task)
  }

  /// Whether an event waits for a `once` of its window, or is the one that is in it.
  func holdsBack(_ event: WindowEvent, from page: Attachment) -> Bool {
    guard let held = page.window.held else { return false }
    // Sent again by a page that was cut off.
    if held.page.instance == page.instance, event.id <= held.event.id { return true }
    if !held.keep(event, from: page, hub.limits) {
      hub.log(
        .warning, onceAMinute: "held \(page.window.sceneID)",
        """
        A page has sent more than \(hub.limits.waitingEvents) events, or \(hub.limits.waitingEventBytes) bytes of them, while a \
        handler was in once
        """, held.metadata)
      hub.close(page, .flooding)
    }
    return true
  }

  func hold(_ held: HeldEvent) {
    let window = held.page.window
    window.held = held
    held.timer = hub.scheduler.schedule(after: hub.limits.slowOnce) {
      [limits = hub.limits, weak window, weak held] in
      guard let held else { return }
      window?.report(
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
    while let next = answerable.popFirst() {
      switch next {
      case .event(let window): if let held = window.held, hub.windows.holds(window) { answer(held, in: window) }
      case .message(let message): hub.answer(message)
      case .request(let request): hub.requests.handled(request)
      }
    }
  }

  private func answer(_ held: HeldEvent, in window: Window) {
    // Its page may have come back on another connection.
    let page = window.page.flatMap { $0.instance == held.page.instance ? $0 : nil } ?? held.page
    hub.answer(held.event, from: page, held.failure, since: held.start)
    let later = held.later.filter { $0.page === window.page && $0.page.isOpen }
    guard let page = later.first?.page, !page.client.requeue(later.map(\.event)) else { return window.held = nil }
    // Each is a turn of its own. Those that come until then wait too.
    hub.soon { [hub] in
      guard window.held === held else { return }
      window.held = nil
      for (event, page) in held.later { hub.receive(event.event, from: page) }
      hub.commitPending()
    }
  }

  // MARK: Running handlers

  /// A job of the loop begins that goes on with the handler of a task. Its page pays for it.
  func jobBegins(_ task: UInt) { time.jobBegins(task) }

  /// Called when all that the job has changed is rendered.
  func jobEnds() { time.jobEnds() }

  /// Makes a body to its end, at the cost of its reader.
  func run(_ body: BodyStream) async throws {
    let task = TaskIdentity.current ?? 0
    time.began(task, of: body)
    defer { time.ended(task) }
    try await body.run()
  }

  /// A message's handler runs.
  func began() { running.began() }
  func ended() { running.ended() }

  /// The `once` of a message has ended.
  func onceEnded(of message: RunningMessage) { answerable.append(.message(message)) }

  /// The `once` of a request has ended.
  func onceEnded(of request: RunningRequest) { answerable.append(.request(request)) }

  /// Calls an event's asynchronous handler. It runs at once until it first waits; its later work is a turn of its own.
  ///
  /// - Returns: Whether it waits in `once`.
  func call(
    _ body: nonisolated(nonsending) @escaping (EventValue) async throws -> Void, _ event: WindowEvent,
    from page: Attachment, _ failure: FailureBox, as turn: CrashJournalEntry, _ span: (any TurnSpan)?, isExclusive: Bool
  ) throws -> Bool {
    let (hub, window, user) = (hub, page.window, page.window.user.key)
    let action = isExclusive ? RunningAction(of: event, in: window.id) : nil
    if let action, running.isRunning(action) {
      let refusal = EventRefusal.notExecutable("This is still running. Wait for it to finish")
      span?.end(refusal, [:])
      throw refusal
    }
    guard running.hasRoom(in: window.id, of: user, hub.limits) else {
      hub.log(
        .warning, onceAMinute: "handlers \(window.sceneID)",
        """
        An event was refused: \(hub.limits.handlersPerWindow) handlers of its window or \(hub.limits.handlersPerUser) of \
        its user still run
        """, ["window": "\(window.id)", "event": "\(event.name)"])
      let refusal = EventRefusal.notExecutable("Earlier actions are still running. Wait for them to finish")
      span?.end(refusal, [:])
      throw refusal
    }
    // Without a capture list: see `start`.
    let id = window.id
    let run: nonisolated(nonsending) () async -> Void = {
      await hub.recording(turn) {
        await hub.handlers.run(body, event, action, from: page, failure, in: id, of: user, span)
      }
    }
    // It does not come again, so that `once` is refused.
    guard window.isStored else {
      span.run { _ = hub.startNow(run) }
      return false
    }
    let once = RepeatableTurn(key: "\(page.instance.text):\(event.id)") { [weak hub, weak window] in
      if let window { hub?.handlers.onceEnded(in: window) }
    }
    return span.run { begin(once, run).waits }
  }

  /// Runs an event's asynchronous handler to its end.
  private func run(
    _ body: nonisolated(nonsending) (EventValue) async throws -> Void, _ event: WindowEvent, _ action: RunningAction?,
    from page: Attachment, _ failure: FailureBox, in window: WindowID, of user: ScalarKey, _ span: (any TurnSpan)?
  ) async {
    running.began(in: window, of: user, action)
    let task = TaskIdentity.current ?? 0
    time.began(task, of: page.client)
    defer {
      running.ended(in: window, of: user, action)
      time.ended(task)
    }
    do {
      try await body(EventValue(event.value, over: event.over))
      span?.end(nil, [:])
    } catch {
      span?.end(error, [:])
      failure.failed(with: error)
    }
    answerHeld()
  }
}
