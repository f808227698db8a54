extension NavigationModel {
  /// Starts work that belongs to this model: it runs on the model's hub and is cancelled when the model finishes.
  ///
  /// What it throws is logged, cancellation excepted. It does not survive a restart: start it in `start()` if it should
  /// run again.
  public func task(_ operation: nonisolated(nonsending) @escaping () async throws -> Void) {
    guard let graph = _node.graph else { return }
    let type = graph.typeName(of: self)
    weak let host = graph.host
    // No capture list: a closure with one is not taken for `nonisolated(nonsending)` (Swift 6.3), and would leave the hub.
    let task = graph.host.startTask {
      do {
        try await operation()
      } catch is CancellationError {
      } catch {
        host?.report(.taskFailed(type: type, error: String(describing: error)))
      }
    }
    _node.tasks.removeAll { !$0.isRunning }
    _node.tasks.append(task)
  }
}
