import Observation

/// Tracks a `body`'s questions about the graph, such as whether a command can be executed. The `body` is evaluated
/// again when the answer may have changed.
@Observable
final class GraphShape {
  private var version = 0

  func read() { _ = version }
  func changed() { version += 1 }
}

extension NavigationGraph {
  /// Updates the structure before a question, and tracks its reader.
  func ask() {
    // A model's own structure can't depend on the graph's.
    guard !isUpdatingStructure else { return }
    updateStructure()
    shape.read()
  }

  func tellShape() {
    guard hasNewShape else { return }
    hasNewShape = false
    if hasNames { noteDuplicateNames() }
    shape.changed()
  }
}
