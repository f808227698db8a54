import Observation

/// Lets a `body` ask where it stands, and what it could do: it is evaluated again when the answer may be another.
@Observable
final class GraphShape {
  private var version = 0

  func read() { _ = version }
  func changed() { version += 1 }
}

extension NavigationGraph {
  /// Brings what is to be asked up to date, and notes who asks.
  func ask() {
    // What a model says of its own structure can't depend on it.
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
