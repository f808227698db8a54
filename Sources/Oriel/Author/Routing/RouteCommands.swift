struct PerformRouteCommand: NavigationCommand {
  let route: any NavigationRoute

  func plan(for caller: any NavigationModel) -> CommandPlan {
    guard let graph = caller._node.graph else { return .notExecutable(.notAttached) }
    let type = type(of: route)
    guard let go = graph.routeHandler(ObjectIdentifier(type), for: caller) else {
      return .notExecutable(.unknownRoute(NodeRouting.routeName(of: type)))
    }
    return .change { try go(route) }
  }
}

/// Follows a route in another window of the caller's user, unless that window is locked.
struct PerformRouteInWindowCommand: NavigationCommand {
  let route: any NavigationRoute
  let window: WindowID

  func plan(for caller: any NavigationModel) -> CommandPlan {
    guard let host = caller._node.graph?.host else { return .notExecutable(.notAttached) }
    guard let root = host.root(of: window) else { return .notExecutable(.unknownWindow) }
    if root !== caller._node.graph?.root, root.isNavigationLocked { return .notExecutable(.locked) }
    guard case .notExecutable(let reason) = PerformRouteCommand(route: route).plan(for: root) else {
      return .change { try host.run(in: window) { try PerformRouteCommand(route: route).plan(for: root).apply() } }
    }
    return .notExecutable(reason)
  }
}

extension NavigationCommand where Self == AnyNavigationCommand {
  /// Follows a route in the caller's window, or in another one of the same user.
  public static func perform(route: any NavigationRoute, in window: WindowID? = nil) -> Self {
    guard let window else { return Self(PerformRouteCommand(route: route)) }
    return Self(PerformRouteInWindowCommand(route: route, window: window))
  }
}

extension NavigationModel {
  /// Follows a route in this model's window, or in another one of the same user. The handler is that of the nearest
  /// model around it (in another window, around the root), else the first in the window, else the scene's. A route
  /// without a handler is refused and logged.
  @discardableResult
  public func perform(route: any NavigationRoute, in window: WindowID? = nil) -> CommandResult {
    reported(execute(.perform(route: route, in: window)))
  }

  /// Navigates this model's window to an address of the app, as if a page had opened it there. An address without a
  /// handler is refused and logged.
  @discardableResult
  public func land(at url: WindowURL) -> CommandResult {
    guard let graph = _node.graph, graph.isAttached(self) else { return .notExecutable(.notAttached) }
    return graph.host.land(at: url)
  }

  private func reported(_ result: CommandResult) -> CommandResult {
    if case .notExecutable(.unknownRoute(let name)) = result {
      _node.graph?.host.report(.unknownRoute, type: name, "Nothing handles routes of type \(name)")
    }
    return result
  }
}
