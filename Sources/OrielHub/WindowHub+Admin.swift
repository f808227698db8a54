import Oriel
import OrielDocument

// What an operator asks for from outside. A window may wait in memory or only in the store; after a restart this memory
// has not even heard of it, so that the store has the last word on which windows there are.

extension WindowHub {
  /// Windows in memory in the order of their ids, those after `id`, and whether there are more.
  ///
  /// One pass that keeps few: sorting 100,000 for each page would hold up every user for a fifth of a second.
  package func listWindows(after id: String?, limit: Int) -> (windows: [WindowSummary], hasMore: Bool) {
    var first: [Window] = []
    var last: String?
    for window in windows.values where id.map({ window.id.rawValue > $0 }) ?? true {
      if let last, window.id.rawValue > last { continue }
      first.append(window)
      guard first.count > 2 * limit else { continue }
      keepFirst(limit + 1, of: &first)
      last = first.last?.id.rawValue
    }
    keepFirst(limit + 1, of: &first)
    return (first.prefix(limit).map(describe), first.count > limit)
  }

  private func keepFirst(_ count: Int, of windows: inout [Window]) {
    windows.sort { $0.id.rawValue < $1.id.rawValue }
    windows.removeLast(max(0, windows.count - count))
  }

  /// Finds a window wherever it waits. `then` is called once, at once if it is in memory; with `nil` if there is none.
  package func find(_ id: WindowID, then: @escaping (Window?) -> Void) {
    withWindow(id, then: then)
  }

  /// Ends a window for good, wherever it waits; tells `then` whether there was one.
  ///
  /// It is woken first: one that someone is waking at the same time must not come back after its row is gone.
  package func dismiss(_ id: WindowID, then: @escaping (Bool) -> Void) {
    withWindow(id) { [self] _ in then(dismiss(id)) }
  }

  /// The ids of the scenes that windows can be opened of.
  package var sceneIDs: [String] { context.scenes.keys.sorted() }

  /// Whether windows of this scene are opened for a value; `nil` if there is no such scene.
  package func takesValue(scene: String) -> Bool? { context.scenes[scene]?.takesValue }
}
