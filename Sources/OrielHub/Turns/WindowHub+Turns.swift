import Oriel
import OrielDocument

extension WindowHub {
  /// Handles a user's event in a window: refuses it, or runs it as one turn, and answers.
  package func receive(_ event: WindowEvent, from page: Attachment) {
    guard page.isOpen else { return }
    if page.isObserver { return refuse(event, of: page, .forbidden) }
    if handlers.holdsBack(event, from: page) { return }
    let window = page.window
    let applied = window.applied[page.instance]
    guard event.id > applied else { return }
    guard event.id == applied + 1 else { return close(page, .eventGap) }
    if !event.isReport { window.opening = nil }
    window.user.used(window)
    if event.isTyped {
      window.typedAt = scheduler.now
      typist = TextWriter(id: window.user.account.id, name: window.user.account.name)
    }
    defer { typist = nil }
    if !event.isReport { window.record?.did(typing: event.isTyped) }
    let start = scheduler.nanoseconds
    let failure = FailureBox(of: event, in: window)
    recording(recorded(event, on: model(event.model, in: window), from: page)) {
      failure.value = reasonNotToRun(event, of: page)
      // Otherwise the text that crashed the app would do so again with the next event.
      if failure.value?.code == .failed { window.graph.discardDrafts() }
      if failure.value == nil, run(event, from: page, failure) {
        handlers.hold(HeldEvent(event, from: page, failure, since: start))
        commit()
      } else {
        answer(event, from: page, failure, since: start)
      }
    }
  }

  /// The event counts as applied, and is answered and saved with what its handler has changed.
  func answer(_ event: WindowEvent, from page: Attachment, _ box: FailureBox, since start: Int64) {
    let window = page.window
    let model = model(event.model, in: window)
    let patchBytes = facts.patchBytes
    window.applied.applied(event.id, of: page.instance, at: scheduler.wallTime, limits.instances)
    window.unsaved.position = true
    let failure = commit(answering: page, event.id, box.value)
    box.isAnswered = true
    let nanoseconds = scheduler.nanoseconds - start
    if !window.isConsole { facts.answered(in: nanoseconds, isApplied: failure == nil) }
    if let failure, !window.isConsole { events.refused(event, failure, on: model, in: window.id) }
    window.log(
      event, on: model, failure.map { .rejected($0.code) } ?? .applied, nanoseconds: nanoseconds,
      bytes: facts.patchBytes - patchBytes)
    let duration = nanoseconds / 1_000_000
    if duration > limits.slowTurn { reportSlowTurn(event, window, duration) }
  }

  /// Refuses an event. It counts as applied, since its page would otherwise wait for it; an observer counts its own.
  private func refuse(_ event: WindowEvent, of page: Attachment, _ refusal: EventRefusal) {
    page.client.deliver(.rejected(event: event.id, refusal.code, message: refusal.message, applied: event.id))
  }

  private func recorded(
    _ event: WindowEvent, on model: (any NavigationModel)?, from page: Attachment
  ) -> CrashJournalEntry {
    var turn = CrashJournalEntry(.event, of: page.window.id.rawValue, instance: page.instance.text, event: event.id)
    turn.model = model.map { TypeName.of(type(of: $0)).short } ?? ""
    turn.modelID = event.model
    turn.element = event.element ?? ""
    turn.name = event.name
    return turn
  }

  private func reportSlowTurn(_ event: WindowEvent, _ window: Window, _ duration: Int64) {
    let model = model(event.model, in: window)
    let name = model.map { String(describing: type(of: $0)) } ?? "a model that is gone"
    window.report(
      .slowTurn, model: event.model, type: name,
      "A turn took \(duration) ms: \(event.name) on \(name) \(event.model)", ["milliseconds": "\(duration)"])
  }

  // MARK: Handlers

  struct Failure {
    var code: EventRefusalCode
    var message: String

    /// The event crashed the process before.
    static let crashed = Failure(code: .failed, message: "This action crashed the app and was not retried")
    /// The window has forgotten the page, and may have run the event before.
    static let uncertain = Failure(code: .stale, message: "This may have been done already and was not repeated")
    /// A command of the turn was refused because of a limit.
    static let exceeded = Failure(code: EventRefusal.exceeded.code, message: EventRefusal.exceeded.message)
  }

  private func reasonNotToRun(_ event: WindowEvent, of page: Attachment) -> Failure? {
    if quarantine.hasCrashed(event.id, of: page.instance) { return .crashed }
    return page.window.applied.mayHaveRun(event.id, of: page.instance) ? .uncertain : nil
  }

  /// - Returns: Whether the handler waits in `once`.
  private func run(_ event: WindowEvent, from page: Attachment, _ failure: FailureBox) -> Bool {
    let window = page.window
    var waits = false
    TurnContext.$current.withValue(window.turnContext) {
      do {
        window.graph.endEdit(before: event.name, of: event.model, event.element)
        guard let graph = visibleGraph(of: event.model, in: window) else { throw EventRefusal.stale }
        // An edit of a table's cell is compared with the text that the user saw.
        if event.name == "edit", let document = window.sharedSlots.first(where: { $0.graph === graph }) {
          waits = try document.speaking(to: window) { try handle(event, in: graph, from: page, failure) }
        } else {
          waits = try handle(event, in: graph, from: page, failure)
        }
        if graph.resetExceeded() != nil, failure.value == nil { failure.value = .exceeded }
      } catch {
        failure.failed(with: error)
      }
    }
    return waits
  }

  private func handle(
    _ event: WindowEvent, in graph: NavigationGraph, from page: Attachment, _ failure: FailureBox
  ) throws -> Bool {
    let handler = try graph.handler(
      model: event.model, element: event.element, name: event.name, value: event.value)
    return try call(handler, of: graph, event, from: page, failure: failure)
  }

  /// The graph of a model. A shared document takes events only if its place is visible.
  private func visibleGraph(of model: String, in window: Window) -> NavigationGraph? {
    if window.graph.model(model) != nil { return window.graph }
    return window.sharedSlots.first {
      $0.graph.model(model) != nil && window.graph.showsShared(kind: $0.key.kind, value: $0.key.value)
    }?.graph
  }

  private func model(_ id: String, in window: Window) -> (any NavigationModel)? {
    window.graph.model(id) ?? window.sharedSlots.lazy.compactMap { $0.graph.model(id) }.first
  }

  /// Calls a handler.
  ///
  /// - Returns: Whether it waits in `once`.
  private func call(
    _ handler: ElementHandler, of graph: NavigationGraph, _ event: WindowEvent, from page: Attachment,
    failure: FailureBox
  ) throws -> Bool {
    let span = tracer.map { $0.begin(TracedTurn(event, on: graph.model(event.model), in: page.window)) }
    switch handler {
    case .action(let action): try span.runToEnd { try action() }
    case .sync(let body): try span.runToEnd { try body(EventValue(event.value, over: event.over)) }
    case .async(let body), .exclusive(let body):
      let turn = recorded(event, on: graph.model(event.model), from: page)
      return try handlers.call(body, event, from: page, failure, as: turn, span, isExclusive: handler.isExclusive)
    case .nested: break
    }
    return false
  }

  // MARK: Commit

  /// Runs the server's own code on behalf of a window, as one turn.
  package func turn<Result>(
    in window: Window, as turn: @autoclosure () -> CrashJournalEntry? = nil, _ body: () throws -> Result
  ) rethrows -> Result {
    try recording(turn() ?? CrashJournalEntry(.render, of: window.id.rawValue)) {
      defer { commit(for: window) }
      return try TurnContext.$current.withValue(window.turnContext, operation: body)
    }
  }

  /// Sets a timer of a member's object, whose action is a turn of its own.
  func schedule(
    after milliseconds: Int64, of member: some HubMember, _ action: @escaping () -> Void
  ) -> GraphTimer {
    let recorded = quarantine.consequence(.timer, of: member.turnContext.subject)
    // Asked when the timer fires, because a window can set timers while it is being restored.
    let timer = scheduler.schedule(after: milliseconds) { [weak self, weak member] in
      guard let self, let member, member.isInUse else { return }
      turn(in: member.turnContext, as: recorded, action)
    }
    return GraphTimer { timer.cancel() }
  }

  /// Runs a timer's action as one turn.
  func turn(in context: TurnContext, as turn: CrashJournalEntry, _ body: () -> Void) {
    recording(turn) {
      defer { commit() }
      TurnContext.$current.withValue(context, operation: body)
    }
  }

  func close(_ attachment: Attachment, _ reason: CloseReason) {
    attachment.end(reason)
    detach(attachment)
  }
}

/// The error of a handler. After the event is answered, it is only logged.
final class FailureBox {
  var value: WindowHub.Failure?
  var isAnswered = false
  private let event: WindowEvent
  private weak var window: Window?

  init(of event: WindowEvent, in window: Window) {
    self.event = event
    self.window = window
  }

  func failed(with error: any Error) {
    if let refusal = error as? EventRefusal {
      value = WindowHub.Failure(code: refusal.code, message: refusal.message)
      return
    }
    if let problem = error as? Problem, !isAnswered {
      value = WindowHub.Failure(code: .invalid, message: problem.text)
      return
    }
    if error is CancellationError { return }
    var details = ["event": event.name, "error": "\(error)"]
    if isAnswered { details["answered"] = "true" }
    window?.report(.failed, model: event.model, "A handler failed: \(error)", details)
    if !isAnswered { value = WindowHub.Failure(code: .failed, message: "Something went wrong") }
  }
}

extension TracedTurn {
  fileprivate init(_ event: WindowEvent, on model: (any NavigationModel)?, in window: Window) {
    let type = model.map { TypeName.of(Swift.type(of: $0)).short } ?? ""
    self.init(
      .event, "\(event.name) \(type)", of: window.tenant,
      ["oriel.window": window.id.rawValue, "oriel.scene": "\(window.sceneID)"])
  }
}

extension WindowEvent {
  /// Whether it only says what the page shows, which is nothing that its user has done.
  fileprivate var isReport: Bool { name == "appeared" || name == "disappeared" }
  fileprivate var isTyped: Bool { name == "input" && value?.stringValue != nil }
}
