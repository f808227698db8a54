extension NavigationModel {
  /// Starts work that belongs to this model. It runs on the model's hub and is cancelled when the model finishes.
  ///
  /// Errors it throws are logged, except cancellation. It does not survive a restart: start it in `start()` if it
  /// should run again.
  public func task(_ operation: nonisolated(nonsending) @escaping () async throws -> Void) {
    guard let graph = _node.graph else { return }
    let (id, type) = (_node.id, graph.typeName(of: self))
    weak let host = graph.host
    // No capture list: a closure with one is not taken for `nonisolated(nonsending)` (Swift 6.3), and would leave the hub.
    let task = graph.host.startTask {
      do {
        try await operation()
      } catch is CancellationError {
      } catch {
        host?.note(.failed, model: id, type: type, "A task of \(type) failed: \(error)", ["error": "\(error)"])
      }
    }
    _node.tasks.removeAll { !$0.isRunning }
    _node.tasks.append(task)
  }

  /// Calls `work` once, as a turn of its own, after this time on the hub's clock, unless the model has finished by
  /// then. It does not survive a restart.
  public func schedule(after delay: Duration, _ work: @escaping () -> Void) {
    guard let graph = _node.graph else { return }
    let id = (_node.timers.keys.max() ?? 0) + 1
    _node.timers[id] = graph.host.schedule(after: delay.milliseconds) { [_node] in
      _node.timers[id] = nil
      work()
    }
  }
}

extension _ModelNode {
  func cancelWork() {
    for task in tasks { task.cancel() }
    for timer in timers.values { timer.cancel() }
    tasks = []
    timers = [:]
  }
}

extension Duration {
  /// The duration in milliseconds, rounded up and never negative.
  package var milliseconds: Int64 {
    let (seconds, attoseconds) = components
    let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1000)
    guard !overflow else { return seconds < 0 ? 0 : .max }
    let part = (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
    return max(0, whole.addingReportingOverflow(part).overflow ? .max : whole + part)
  }
}
