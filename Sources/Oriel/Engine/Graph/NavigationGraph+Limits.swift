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
    return capacity.reservePlace { host.limits.models - attachedCount(without: []) }
  }

  private func attachedCount(without leaving: [any NavigationModel]) -> Int {
    let leaving = Set(leaving.map { ObjectIdentifier($0) })
    // A child that has not been attached yet is not counted.
    return ModelWalk(self, from: root, .attached, without: leaving).count { model, _ in model._node.graph === self }
  }

  /// The reason why a command was refused, or models were taken out, since this was last asked, if that was a limit.
  package func resetExceeded() -> NotExecutableReason? { capacity.resetExceeded() }
}

extension NotExecutableReason {
  var isLimit: Bool {
    switch self {
    case .tooManyLayers, .tooManyModels, .tooManyValues: true
    default: false
    }
  }
}
