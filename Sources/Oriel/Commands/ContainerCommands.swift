/// Selects a tab of the nearest tabs (F46).
public struct SelectTabCommand: NavigationCommand {
  let id: String

  public func plan(for caller: any NavigationModel) -> CommandPlan {
    let tabs = caller._node.graph?.nearest(from: caller) { $0 as? any TabsRootNavigationModel }
    guard let tabs else { return .notExecutable(.noTabs) }
    guard tabs.tabs.contains(where: { $0.id == id }) else { return .notExecutable(.unknownTab(id)) }
    return .change { tabs.selectedTabID = id }
  }
}

/// Shows another child in the switched container that calls it (U21).
public struct SwitchModelCommand: NavigationCommand {
  let model: (any NavigationModel)?
  let nearest: Bool

  public func plan(for caller: any NavigationModel) -> CommandPlan {
    guard let graph = caller._node.graph, let switched = container(from: caller, graph) else {
      return .notExecutable(.notSwitched)
    }
    if let model, model !== switched.switchedModel, ![model].areNew { return .notExecutable(.alreadyAttached) }
    return .change { switched.switchedModel = model }
  }

  private func container(
    from caller: any NavigationModel, _ graph: NavigationGraph
  ) -> (any SwitchedNavigationModel)? {
    guard nearest else { return caller as? any SwitchedNavigationModel }
    return graph.nearest(from: caller) { $0 as? any SwitchedNavigationModel }
  }
}

extension NavigationCommand where Self == SelectTabCommand {
  public static func selectTab(_ id: String) -> Self { Self(id: id) }
}

extension NavigationCommand where Self == SwitchModelCommand {
  /// - Parameter nearest: Whether a container around the caller will do; otherwise the caller itself must be one.
  public static func switchModel(_ model: (any NavigationModel)?, nearest: Bool = false) -> Self {
    Self(model: model, nearest: nearest)
  }
}

extension NavigationModel {
  @discardableResult
  public func selectTab(_ id: String) -> CommandResult { execute(.selectTab(id)) }
  @discardableResult
  public func switchModel(_ model: (any NavigationModel)?, nearest: Bool = false) -> CommandResult {
    execute(.switchModel(model, nearest: nearest))
  }
}
