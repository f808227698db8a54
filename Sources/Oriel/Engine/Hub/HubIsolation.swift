/// Checks whether code runs on the hub, and gets it there.
package protocol HubIsolation: Sendable {
  var isCurrent: Bool { get }
  func run(_ work: @escaping @Sendable () -> Void)
}

extension HubIsolation {
  /// Runs at once on the hub, or soon from elsewhere.
  package func perform(_ work: @escaping @Sendable () -> Void) {
    if isCurrent { work() } else { run(work) }
  }

  /// A function for any thread that runs `work` at once on the hub, or soon from elsewhere.
  package func callback(_ work: @escaping () -> Void) -> @Sendable () -> Void {
    // Guard: called on the hub only.
    nonisolated(unsafe) let work = work
    return { if isCurrent { work() } else { run { work() } } }
  }
}
