extension NavigationGraph {
  /// The place that a flow started by this model returns to: its stack at the current depth.
  func anchor(for model: any NavigationModel) -> FlowAnchor {
    let scope = scopes(from: model)[0]
    return FlowAnchor(place: .depth(of: scope._node.id, depth(of: scope)))
  }

  /// The anchor's current place; `nil` if it is gone.
  func resolve(_ anchor: FlowAnchor?, from model: any NavigationModel) -> FoundCheckpoint? {
    switch anchor?.place {
    case .none: return nil
    case .checkpoint(let key): return checkpoint(key, from: model)
    case .depth(let id, let depth):
      guard let scope = self.model(id), isAttached(scope), depth <= self.depth(of: scope) else { return nil }
      return FoundCheckpoint(target: NavigationTarget(scope: scope, depth: depth), handler: nil)
    }
  }

  /// The model that is visible at a place when nothing is above it.
  func model(at target: NavigationTarget) -> any NavigationModel {
    guard let stack = target.scope as? any StackRootNavigationModel, stack.path.indices.contains(target.depth) else {
      return target.scope
    }
    return stack.path[target.depth].model
  }
}
