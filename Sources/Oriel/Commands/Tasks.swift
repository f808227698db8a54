extension NavigationModel {
  /// Starts work that belongs to this model: it runs on the model's hub and is cancelled when the model finishes.
  ///
  /// What it throws is logged, cancellation excepted. It does not survive a restart: start it in `start()` if it should
  /// run again.
  public func task(_ operation: nonisolated(nonsending) @escaping () async throws -> Void) {
    guard let graph = _node.graph else { return }
    let type = graph.typeName(of: self)
    let host = graph.host
    let task = host.startTask { [weak host] in
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
