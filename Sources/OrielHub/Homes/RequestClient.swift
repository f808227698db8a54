/// The client of a request, which may leave before it has the answer. Used on the hub only.
package final class RequestClient: @unchecked Sendable {
  private var work: (() -> Void)?
  private var hasLeft = false
  private let watch: () -> Void

  /// - Parameter watch: Called when it matters whether the client leaves.
  package init(watch: @escaping () -> Void) { self.watch = watch }

  /// Whether it matters whether it leaves.
  package var isWatched: Bool { work != nil && !hasLeft }

  /// Calls the closure once, if the client leaves.
  package func onLeave(_ work: @escaping () -> Void) {
    guard !hasLeft else { return work() }
    self.work = work
    watch()
  }

  package func leave() {
    guard !hasLeft else { return }
    hasLeft = true
    work?()
    work = nil
  }
}
