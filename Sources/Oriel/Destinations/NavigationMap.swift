/// Rewrites destinations before they are navigated to.
struct NavigationMap {
  let inherits: Bool
  let rewrite: (AnyNavigationDestination) -> AnyNavigationDestination
}

extension NavigationModel {
  /// Rewrites the destinations that this model and those below it navigate to: another place, or another method.
  ///
  /// The nearest map counts; there is one for each model, the last declared. Declare it in `start()`. A method given to
  /// `navigate(to:method:)` itself wins over the map's.
  ///
  /// - Parameters:
  ///   - inherits: Whether it also counts in what is presented from here.
  ///   - rewrite: Answers where to go instead; the same destination to let it be.
  public func navigationMap(
    inherits: Bool = true, _ rewrite: @escaping (AnyNavigationDestination) -> AnyNavigationDestination
  ) {
    _node.routed.map = NavigationMap(inherits: inherits, rewrite: rewrite)
  }

  /// The same, for destinations of one type.
  public func navigationMap<Destination: NavigationDestination>(
    for type: Destination.Type, inherits: Bool = true, _ rewrite: @escaping (Destination) -> any NavigationDestination
  ) {
    navigationMap(inherits: inherits) { destination in
      guard let typed = destination.base as? Destination else { return destination }
      return AnyNavigationDestination(rewrite(typed), method: destination.method)
    }
  }
}

extension NavigationGraph {
  func mapped(_ destination: AnyNavigationDestination, for caller: any NavigationModel) -> AnyNavigationDestination {
    let map = declared(above: caller) {
      $0.map
    } isInherited: {
      $0.inherits
    }
    return map?.rewrite(destination) ?? destination
  }

  /// What the nearest model from here up has declared. What is not inherited counts in its own layer only.
  func declared<Declaration>(
    above model: any NavigationModel, _ declaration: (NodeRouting) -> Declaration?,
    isInherited: (Declaration) -> Bool
  ) -> Declaration? {
    var left: PresentedLayer?
    var above: (any NavigationModel)? = model
    while let model = above {
      if let found = model._node.routing.flatMap(declaration), left == nil || isInherited(found) { return found }
      above = model._node.parent
      guard let layer = above?._node.layer, layer.presentation.model === model else { continue }
      // Whoever asked may stand by now in what was asked for.
      guard layer.order < left?.order ?? .max else { return nil }
      left = layer
      above = layer.asker
    }
    return nil
  }
}
