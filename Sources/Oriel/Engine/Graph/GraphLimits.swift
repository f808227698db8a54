/// The limits of one window, or of one shared document.
///
/// A command that would exceed one is refused with the reason, whether a page's event, a trigger, an address, an operator
/// or code of the app executes it. Models that the app writes into its containers directly are taken out again. A window
/// keeps what it is opened, restored or copied with, even beyond its limits; it can then only become smaller.
package struct GraphLimits: Equatable, Sendable {
  package var layers = 32
  package var models = 1000

  package init(layers: Int = 32, models: Int = 1000) {
    self.layers = layers
    self.models = models
  }
}

extension NavigationGraph {
  /// The reason why this many models can't be added when these have left with everything below them.
  func reasonAgainst(adding count: Int, without leaving: [any NavigationModel]) -> NotExecutableReason? {
    let limit = host.limits.models
    // The entries include the models that have left in this turn.
    guard count > 0, entries.count + count > limit, attachedCount(without: leaving) + count > limit else { return nil }
    return .tooManyModels(limit: limit)
  }

  /// The reason why a layer can't be presented in place of these.
  func reasonAgainstLayer(closing: [PresentedLayer]) -> NotExecutableReason? {
    let limit = host.limits.layers
    return chain.count - closing.count < limit ? nil : .tooManyLayers(limit: limit)
  }

  /// Whether one more model may be attached. A lock screen always may: its window must not stay open.
  func hasRoom(for model: any NavigationModel) -> Bool {
    if isOpening || model === lockModel || entries.count < host.limits.models { return true }
    let left = room ?? host.limits.models - attachedCount(without: [])
    room = left - 1
    return left > 0
  }

  private func attachedCount(without leaving: [any NavigationModel]) -> Int {
    let leaving = Set(leaving.map { ObjectIdentifier($0) })
    var count = 0
    func add(_ model: any NavigationModel) {
      guard !leaving.contains(ObjectIdentifier(model)) else { return }
      visits += 1
      // A child that has not been attached yet is not counted.
      if model._node.graph === self { count += 1 }
      for child in model._node.attached where child._node.parent === model { add(child) }
    }
    add(root)
    return count
  }

  /// The reason why a command was refused, or models were taken out, since this was last asked, if that was a limit.
  package func takeExceeded() -> NotExecutableReason? {
    defer { exceeded = nil }
    return exceeded
  }
}

extension NotExecutableReason {
  var isLimit: Bool {
    switch self {
    case .tooManyLayers, .tooManyModels: true
    default: false
    }
  }
}
