import Oriel
import OrielDocument

// A change made elsewhere is rendered at once in a document that was last rendered a while ago. In any other it waits for
// the end of that while, and is rendered together with what has changed by then. State, observations and saving never
// wait, and neither does the answer to a window's own event.

extension WindowHub {
  /// Settles a document, and renders it unless that can wait.
  ///
  /// - Parameter isOwn: Whether a user waits for it.
  func render(_ document: ChangeQueue.Document, of home: Home, isOwn: Bool) -> EncodedPatch? {
    let live = document.live
    guard limits.renderInterval > 0 else { return live.settleAndRender() }
    let now = scheduler.now
    // In a slice of its own also if it is due now: one change may be shown by many documents.
    if !isOwn, !home.late.isTakingTurns, let due = due(live, of: home, at: now) {
      live.settle()
      renderLater(document, of: home, at: due)
      return nil
    }
    live.isLate = false
    let (start, evaluations) = (scheduler.nanoseconds, live.graph.evaluations)
    let patch = live.settleAndRender()
    if patch != nil || live.graph.evaluations != evaluations { live.renderedAt = now }
    if !isOwn { home.pace.rendered(in: scheduler.nanoseconds - start) }
    return patch
  }

  /// When it may be rendered for a change made elsewhere; `nil` if it never was.
  private func due(_ live: LiveDocument, of home: Home, at now: Int64) -> Int64? {
    let interval = home.pace.interval(at: now, from: limits.renderInterval, to: limits.longestRenderInterval)
    return live.renderedAt.map { $0 + interval }
  }

  /// Has what a window shows rendered at the end of the turn, since it is about to be sent to a page that has nothing yet.
  func renderNow(_ window: Window) {
    if window.live.isLate { changes.add(.window(window)) }
    for document in window.sharedSlots where document.live.isLate { changes.add(.shared(document)) }
  }

  private func renderLater(_ document: ChangeQueue.Document, of home: Home, at due: Int64) {
    guard !document.live.isLate else { return }
    document.live.isLate = true
    if due > scheduler.now {
      home.late.add(document)
      wait(for: due, of: home)
    } else {
      home.late.addDue(document)
      beginRendering(of: home)
    }
  }

  private func beginRendering(of home: Home) {
    if home.late.beginsRendering() { backlog.add(LateRendering(home, on: self)) }
  }

  private func wait(for due: Int64, of home: Home) {
    guard home.late.needsTimer(at: due) else { return }
    home.late.wait(
      for: scheduler.schedule(after: due - scheduler.now) { [weak self, weak home] in
        if let self, let home { renderLate(of: home) }
      })
  }

  /// Has what is due rendered when it is its turn.
  private func renderLate(of home: Home) {
    let now = scheduler.now
    for document in home.late.drain() {
      if let due = due(document.live, of: home, at: now), due > now {
        home.late.add(document)
        wait(for: due, of: home)
      } else {
        home.late.addDue(document)
      }
    }
    beginRendering(of: home)
  }

  /// Renders some of what is due, each as a turn of its own.
  ///
  /// - Returns: Whether more is due.
  fileprivate func renderSomeLate(of home: Home) -> Bool {
    let start = scheduler.nanoseconds
    defer { backlog.spent(scheduler.nanoseconds - start) }
    while let document = home.late.popDue() {
      changes.add(document)
      home.late.isTakingTurns = true
      commitPending()
      home.late.isTakingTurns = false
      if scheduler.nanoseconds - start >= 1_000_000 { return home.late.hasDue }
    }
    return false
  }
}

/// The late documents of a tenant, in their turn among the work of clients.
private final class LateRendering: ClientWork {
  private weak var home: Home?
  private let hub: WindowHub

  init(_ home: Home, on hub: WindowHub) { (self.home, self.hub) = (home, hub) }

  var goesFirst: Bool { false }

  func goOn() {
    guard let home else { return }
    if hub.renderSomeLate(of: home) { hub.backlog.add(self) } else { home.late.renderingEnds() }
  }
}

extension ChangeQueue.Document {
  var live: LiveDocument {
    switch self {
    case .window(let window): window.live
    case .shared(let document): document.live
    }
  }
}
