import Observation

/// Tracks a `body`'s questions about the graph, such as whether a command can be executed. The `body` is evaluated
/// again when the answer may have changed.
@Observable
final class GraphShape {
  private var version = 0
  @ObservationIgnored private var isStale = false

  func read() { _ = version }

  /// The answers may have changed; their readers are told at the end of the turn.
  func invalidate() { isStale = true }

  /// Returns whether the shape was invalidated, after telling the readers.
  func tell() -> Bool {
    guard isStale else { return false }
    isStale = false
    version += 1
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
