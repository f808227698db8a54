/// A task of a model; cancelled when the model finishes.
package final class ModelTask {
  private var task: Task<Void, Never>?
  package var isRunning: Bool { task != nil }

  package init() {}

  package func started(_ task: Task<Void, Never>) { self.task = task }
  package func ended() { task = nil }
  package func cancel() { task?.cancel() }
}
