/// A graph's timer on its hub's clock. Releasing it doesn't cancel it.
package final class GraphTimer {
  private let end: () -> Void

  package init(cancel end: @escaping () -> Void) { self.end = end }

  package func cancel() { end() }
}
