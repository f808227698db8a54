/// Watches a property of a model and acts on its values.
final class PropertyWatch {
  /// Acts if the property has a value.
  private let fire: () -> Void
  private let read: () -> Void
  private var isQueued = false
  /// The transaction of the change, which also animates the navigation.
  private var transaction: Transaction.Box?

  init(read: @escaping () -> Void, fire: @escaping () -> Void) {
    self.read = read
    self.fire = fire
  }

  /// Waits for the next change. It reads only the model itself, so no tracking is left behind when the model is freed.
  func arm(on node: _ModelNode) {
    guard let isolation = node.graph?.host.isolation else { return }
    node.track(withCanary: false, invalidated: isolation.callback { self.changed(node) }, read)
  }

  private func changed(_ node: _ModelNode) {
    guard let graph = node.graph, !isQueued else { return }
    isQueued = true
    transaction = Transaction.storage
    graph.followers.changed(self, of: node)
    graph.host.graphNeedsCommit()
  }

  func run(_ node: _ModelNode) {
    isQueued = false
    guard node.graph != nil else { return }
    let cause = transaction ?? Transaction.storage
    transaction = nil
    Transaction.$storage.withValue(cause) { fire() }
    arm(on: node)
  }
}

extension NavigationGraph {
  func runWatches() {
    for (watch, node) in followers.drainWatches() where node.graph === self {
      settling?.calls(model(node.id))
      watch.run(node)
    }
  }
}

extension NavigationModel {
  /// Navigates whenever the property becomes a destination, and resets it to `nil`. Declare it in `start()`.
  ///
  /// - Parameters:
  ///   - item: The property, which becomes `nil` again after the navigation.
  ///   - method: The method to use instead of the destination's own.
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

  /// Navigates to the destination whenever the property becomes `true`, and resets it to `false`. Declare it in
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
    // A value set before the model starts counts too.
    watch.run(_node)
  }
}
