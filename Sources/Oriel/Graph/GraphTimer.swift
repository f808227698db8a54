/// A timer of a graph's on its hub's clock. Forgetting it does not cancel it.
package final class GraphTimer {
  private let end: () -> Void

  package init(cancel end: @escaping () -> Void) { self.end = end }

  package func cancel() { end() }
}
