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
      return FoundCheckpoint(place: NavigationPlace(scope: scope, depth: depth), handler: nil)
    }
  }

  /// The model that is visible at a place when nothing is above it.
  func model(at place: NavigationPlace) -> any NavigationModel {
    guard let stack = place.scope as? any StackRootNavigationModel, stack.path.indices.contains(place.depth) else {
      return place.scope
    }
    return stack.path[place.depth].model
  }
}
