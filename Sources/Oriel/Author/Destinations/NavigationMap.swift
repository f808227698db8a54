/// Replaces destinations before navigation.
struct NavigationMap {
  let inherits: Bool
  let rewrite: (AnyNavigationDestination) -> AnyNavigationDestination
}

extension NavigationModel {
  /// Replaces the destinations, or their methods, that this model and those below it navigate to.
  ///
  /// Only the nearest map applies; each model has one, the last declared. Declare it in `start()`. A method given to
  /// `navigate(to:method:)` overrides the map's.
  ///
  /// - Parameters:
  ///   - inherits: Whether it also applies in layers presented from here.
  ///   - rewrite: Returns the destination to use instead, or the same one.
  public func navigationMap(
    inherits: Bool = true, _ rewrite: @escaping (AnyNavigationDestination) -> AnyNavigationDestination
  ) {
    _node.routed.map = NavigationMap(inherits: inherits, rewrite: rewrite)
  }

  /// Replaces destinations of one type.
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

  /// The declaration of the nearest model from here up. A declaration that is not inherited applies only in its own
  /// layer.
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
      // The caller may by now be inside the destination.
      guard layer.order < left?.order ?? .max else { return nil }
      left = layer
      above = layer.asker
    }
    return nil
  }
}
