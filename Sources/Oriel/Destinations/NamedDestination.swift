import OrielDocument

/// Goes to a destination that is known by its name and properties only, as an operator or a notification has it.
///
/// The name must be that of a type the scene lists with `destinations(_:)`, and the properties those of a value of it.
public struct NavigateToNamedCommand: NavigationCommand {
  let name: String
  let properties: JSONValue
  let method: NavigationMethod?

  public func plan(for caller: any NavigationModel) -> CommandPlan {
    guard let graph = caller._node.graph else { return .notExecutable(.notAttached) }
    guard let destination = graph.host.routes.destination(named: name, properties) else {
      return .notExecutable(.unknownDestination(name))
    }
    return NavigateCommand(destination: AnyNavigationDestination(destination), method: method).plan(for: caller)
  }
}

extension NavigationCommand where Self == NavigateToNamedCommand {
  /// - Parameters:
  ///   - name: The ``NavigationDestination/routeName`` of a type the scene lists.
  ///   - properties: Of the value, as it would encode itself.
  ///   - method: How, whatever the destination says.
  public static func navigate(
    toDestination name: String, properties: JSONValue = [:], method: NavigationMethod? = nil
  ) -> Self {
    Self(name: name, properties: properties, method: method)
  }
}

extension NavigationModel {
  /// Goes to a destination by its name. An unknown one, or one with other properties, is refused and logged.
  @discardableResult
  public func navigate(
    toDestination name: String, properties: JSONValue = [:], method: NavigationMethod? = nil
  ) -> CommandResult {
    let result = execute(.navigate(toDestination: name, properties: properties, method: method))
    if case .notExecutable(.unknownDestination) = result {
      _node.graph?.host.note(
        .unknownDestination, type: name, "The scene has no destination \"\(name)\" with these properties")
    }
    return result
  }
}
