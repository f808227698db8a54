/// Watches a property of a model, and does something when it says so.
final class PropertyWatch {
  /// Acts if the property has something for it.
  private let fire: () -> Void
  private let read: () -> Void
  private var isQueued = false

  init(read: @escaping () -> Void, fire: @escaping () -> Void) {
    self.read = read
    self.fire = fire
  }

  /// Waits for the next change. The model itself is all that is read: no tracking is left behind when it goes.
  func arm(on node: ModelNode) {
    nonisolated(unsafe) let (watch, node) = (self, node)
    guard let isolation = node.graph?.host.isolation else { return }
    node.track(withCanary: false, read) {
      isolation.perform { watch.changed(node) }
    }
  }

  private func changed(_ node: ModelNode) {
    guard let graph = node.graph, !isQueued else { return }
    isQueued = true
    graph.watchQueue.append((self, node))
    graph.host.graphNeedsCommit()
  }

  func run(_ node: ModelNode) {
    isQueued = false
    guard node.graph != nil else { return }
    fire()
    arm(on: node)
  }
}

extension NavigationGraph {
  func runWatches() {
    let queue = watchQueue
    watchQueue = []
    for (watch, node) in queue where node.graph === self { watch.run(node) }
  }
}

extension NavigationModel {
  /// Navigates whenever the property becomes a destination, and sets it back to nothing. Declare it in `start()`.
  ///
  /// - Parameters:
  ///   - item: The property. It is nothing again as soon as it has been followed.
  ///   - method: How, whatever the destination says.
  public func navigate<Destination: NavigationDestination>(
    to item: ReferenceWritableKeyPath<Self, Destination?>, method: NavigationMethod? = nil
  ) {
    watch { [weak self] in
      _ = self?[keyPath: item]
    } fire: { [weak self] in
      guard let self, let destination = self[keyPath: item] else { return }
      self[keyPath: item] = nil
      self.navigate(to: destination, method: method)
    }
  }

  /// Navigates to the destination whenever the property becomes `true`, and sets it back to `false`. Declare it in
  /// `start()`.
  public func navigate(
    when trigger: ReferenceWritableKeyPath<Self, Bool>, to destination: some NavigationDestination,
    method: NavigationMethod? = nil
  ) {
    watch { [weak self] in
      _ = self?[keyPath: trigger]
    } fire: { [weak self] in
      guard let self, self[keyPath: trigger] else { return }
      self[keyPath: trigger] = false
      self.navigate(to: destination, method: method)
    }
  }

  private func watch(_ read: @escaping () -> Void, fire: @escaping () -> Void) {
    let watch = PropertyWatch(read: read, fire: fire)
    // What it is set to before the model starts counts too.
    watch.run(_node)
  }
}
