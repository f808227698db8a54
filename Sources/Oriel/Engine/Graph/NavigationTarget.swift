/// The target of a model: its depth in the nearest stack around it, or the bottom of a layer without a stack there.
struct NavigationTarget {
  /// The stack, or the model at the bottom of the layer.
  let scope: any NavigationModel
  /// Entries of the stack below the model's own; zero where there is no stack.
  let depth: Int
}

extension NavigationGraph {
  func target(of model: any NavigationModel) -> NavigationTarget {
    let bottom = layerRoot(of: model)
    var model = model
    while model !== bottom, let parent = model._node.parent {
      if let stack = parent as? any StackRootNavigationModel,
        let depth = stack.path.firstIndex(where: { $0.model === model })
      {
        return NavigationTarget(scope: stack, depth: depth)
      }
      model = parent
    }
    return NavigationTarget(scope: bottom, depth: 0)
  }

  /// The stacks around a model and the bottoms of its layer and the layers below, nearest first. Other tabs are not
  /// included.
  func scopes(from model: any NavigationModel) -> [any NavigationModel] {
    var scopes = scopesInLayer(from: model)
    var layer = layer(containing: model)
    while let crossed = layer {
      scopes += scopesInLayer(from: innermostVisible(from: crossed.presenter))
      layer = self.layer(containing: crossed.presenter)
    }
    return scopes
  }

  private func scopesInLayer(from model: any NavigationModel) -> [any NavigationModel] {
    let bottom = layerRoot(of: model)
    var scopes: [any NavigationModel] = [model is any StackRootNavigationModel ? model : target(of: model).scope]
    while let last = scopes.last, last !== bottom { scopes.append(target(of: last).scope) }
    return scopes
  }

  private func innermostVisible(from model: any NavigationModel) -> any NavigationModel {
    var innermost = model
    for (model, _) in visibleModels(from: model) { innermost = model }
    return innermost
  }

  /// The layer presented directly above this scope.
  func layer(covering scope: any NavigationModel) -> PresentedLayer? {
    let own = layer(containing: scope)
    guard let above = chain.first(where: { layer(containing: $0.presenter) === own }) else { return nil }
    return scopesInLayer(from: innermostVisible(from: above.presenter)).contains { $0 === scope } ? above : nil
  }

  /// Entries above the root; none where there is no stack.
  func depth(of scope: any NavigationModel) -> Int {
    (scope as? any StackRootNavigationModel).map { max($0.path.count - 1, 0) } ?? 0
  }

  /// Dismisses the layers above the target and pops the entries above it.
  func goBack(to target: NavigationTarget) {
    if let above = layer(covering: target.scope) { close(above, reason: .programmatic) }
    if let stack = target.scope as? any StackRootNavigationModel { stack.truncate(to: target.depth + 1) }
    updateStructure()
  }
}
