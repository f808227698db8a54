import Oriel
import OrielDocument

/// A window as an operator sees it, as of the last update.
package struct WindowInspection: Sendable {
  package let row: WindowRow
  package let epoch: String
  package let rev: Int
  package let url: String
  package let locale: String
  package let size: WindowSize
  package let isLocked: Bool
  package let modelCount: Int
  package let graph: DebugGraph
  package let document: JSONValue
  /// The paths changed by the latest patch.
  package let changed: [String]
  /// The oldest first.
  package let events: [ActivityEntry]
  /// The available revisions, oldest first.
  package let moments: [WindowHistory.Moment]

  init(of window: Window) {
    row = WindowRow(window)
    epoch = window.epoch.text
    rev = window.rev
    url = window.url
    locale = window.environment.locale
    size = window.environment.size
    isLocked = window.graph.isLocked
    modelCount = window.graph.modelCount
    graph = window.graph.debugGraph
    document = window.graph.document
    changed = window.history?.changedPaths(at: window.rev) ?? []
    events = window.loggedEvents
    moments = window.history?.moments ?? []
  }
}

extension HubMonitor {
  /// The window as of the last update, if it is in memory and belongs to the app. A `body` that reads it is updated
  /// once a second; meanwhile all events in the window are logged and its documents are kept.
  package func inspect(_ id: WindowID) -> WindowInspection? {
    // Read first, so that a `body` is updated in any case.
    let ticks = ticks
    if let known = inspections[id] {
      inspections[id]?.readAt = ticks
      return known.inspection
    }
    guard let window = hub.windows[id] else { return elsewhere.inspections.answer(id, at: ticks) }
    guard !window.isConsole else { return nil }
    window.watch()
    let inspection = WindowInspection(of: window)
    inspections[id] = Inspected(window: window, inspection: inspection, readAt: ticks)
    return inspection
  }

  /// The same for the console of another hub, of a window in memory here.
  func inspectForAnother(_ id: WindowID) -> WindowInspection? {
    guard let window = hub.windows[id] else { return nil }
    isAsked()
    guard inspect(id) != nil else { return nil }
    inspections[id]?.inspection = WindowInspection(of: window)
    return inspections[id]?.inspection
  }

  /// The document at this revision, and the paths that changed with it; `nil` if that is no longer kept.
  package func document(of id: WindowID, at rev: Int) -> PastDocument? {
    let key = PastDocument.Key(window: id, rev: rev)
    return hub.windows[id] == nil ? elsewhere.documents.answer(key, at: ticks) : ownDocument(key)
  }

  func ownDocument(_ key: PastDocument.Key) -> PastDocument? {
    guard let history = inspections[key.window]?.window.history, let document = history.document(at: key.rev) else {
      return nil
    }
    return PastDocument(document: document, changed: history.changedPaths(at: key.rev))
  }

  struct Inspected {
    let window: Window
    var inspection: WindowInspection?
    /// The update at which it was last read.
    var readAt: Int
  }

  /// Updates the windows that operators are still viewing, and stops watching the others.
  func inspectAnew() {
    for (id, inspected) in inspections {
      if inspected.readAt < ticks - 3 || hub.windows[id] !== inspected.window {
        unwatch(id)
      } else {
        inspections[id]?.inspection = WindowInspection(of: inspected.window)
      }
    }
  }

  /// Stops watching all windows.
  func unwatchAll() {
    for id in inspections.keys { unwatch(id) }
  }

  private func unwatch(_ id: WindowID) {
    inspections.removeValue(forKey: id)?.window.unwatch()
  }
}

/// A document as it was at a revision.
package struct PastDocument: Sendable {
  struct Key: Hashable, Sendable {
    var window: WindowID
    var rev: Int
  }

  package let document: JSONValue
  package let changed: [String]
}

extension WindowHistory {
  func changedPaths(at rev: Int) -> [String] {
    patch(to: rev)?.operations.map(\.path.description) ?? []
  }
}
