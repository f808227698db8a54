import OrielDocument

/// Navigates to a destination known only by its name and properties, as from an operator or a notification.
///
/// The name must be that of a type that the scene declares with `destinations(_:)`, and the properties must be those of
/// a value of that type.
struct NavigateToNamedCommand: NavigationCommand {
  let name: String
  let properties: JSONValue
  let method: NavigationMethod?

  func plan(for caller: any NavigationModel) -> CommandPlan {
    guard let graph = caller._node.graph else { return .notExecutable(.notAttached) }
    guard let destination = graph.host.routes.destination(named: name, properties) else {
      return .notExecutable(.unknownDestination(name))
    }
    return NavigateCommand(destination: AnyNavigationDestination(destination), method: method).plan(for: caller)
  }
}

extension NavigationCommand where Self == AnyNavigationCommand {
  /// See ``NavigationModel-protocol/navigate(toDestination:properties:method:)``.
  public static func navigate(
    toDestination name: String, properties: JSONValue = [:], method: NavigationMethod? = nil
  ) -> Self {
    Self(NavigateToNamedCommand(name: name, properties: properties, method: method))
  }
}

extension NavigationModel {
  /// Navigates to a destination by its name. An unknown name or unsuitable properties are refused and logged.
  @discardableResult
  public func navigate(
    toDestination name: String, properties: JSONValue = [:], method: NavigationMethod? = nil
  ) -> CommandResult {
    let result = execute(.navigate(toDestination: name, properties: properties, method: method))
    if case .notExecutable(.unknownDestination) = result {
      _node.graph?.host.report(
        .unknownDestination, type: name, "The scene has no destination \"\(name)\" with these properties")
    }
    return result
  }
}
