/// Tracks a `body`'s questions about the graph, such as whether a command can be executed. The `body` is evaluated
/// again when the answer may have changed.
final class GraphShape {
  private let answers = RowCell()
  private var isStale = false

  func read() { answers.access() }

  /// The answers may have changed; their readers are told at the end of the turn.
  func invalidate() { isStale = true }

  /// Returns whether the shape was invalidated, after notifying the readers.
  func notifyIfStale() -> Bool {
    guard isStale else { return false }
    isStale = false
    answers.change()
    return true
  }
}

extension NavigationGraph {
  /// Updates the structure before a question, and tracks its reader.
  func ask() {
    // A model's own structure can't depend on the graph's.
    guard !structure.isReading else { return }
    updateStructure()
    shape.read()
  }
}
