import Logging
import Oriel
import OrielDocument

/// An event whose handler is in `once`: it doesn't count as applied yet, and later events of its window wait.
final class HeldEvent {
  let event: WindowEvent
  let page: Attachment
  let failure: FailureBox
  /// The hub's clock when it began, in nanoseconds.
  let start: Int64
  /// Says in the log that it takes long.
  var timer: ScheduledTimer?
  /// The later events, oldest first.
  private(set) var later: [(event: SizedEvent, page: Attachment)] = []
  private var bytes = 0

  init(_ event: WindowEvent, from page: Attachment, _ failure: FailureBox, since start: Int64) {
    self.event = event
    self.page = page
    self.failure = failure
    self.start = start
  }

  /// Keeps a later event.
  ///
  /// - Returns: Whether there was room.
  func keep(_ event: WindowEvent, from page: Attachment, _ limits: HubLimits) -> Bool {
    let event = SizedEvent(event)
    if !hasRoom(for: event, limits) {
      later.removeAll { !$0.page.isOpen }
      bytes = later.reduce(0) { $0 + $1.event.bytes }
    }
    guard hasRoom(for: event, limits) else { return false }
    later.append((event, page))
    bytes += event.bytes
    return true
  }

  private func hasRoom(for event: SizedEvent, _ limits: HubLimits) -> Bool {
    later.count < limits.waitingEvents && bytes + event.bytes <= limits.waitingEventBytes
  }
}

/// An event and the memory that its value takes.
package struct SizedEvent {
  package let event: WindowEvent
  package let bytes: Int

  init(_ event: WindowEvent) {
    self.event = event
    bytes = event.value.map { MemoryLayout<JSONValue>.stride + $0.heapBytes } ?? 0
  }
}

/// The turn of a `once` that has ended.
enum Answerable {
  /// The event of this window.
  case event(Window)
  case message(TenantMessage, Home)
}

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

extension HeldEvent {
  fileprivate var metadata: Logger.Metadata { ["window": "\(page.window.id)", "event": "\(event.name)"] }
}
