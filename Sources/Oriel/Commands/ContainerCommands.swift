/// Selects a tab of the nearest tabs around the caller, which may be below the layer it is in (F46).
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
    let old = switched.switchedModel
    if let model, model !== old, let reason = graph.reasonAgainst(adding: [model], without: old.map { [$0] } ?? []) {
      return .notExecutable(reason)
    }
    return .change { switched.switchedModel = model }
  }

  private func container(
    from caller: any NavigationModel, _ graph: NavigationGraph
  ) -> (any SwitchedNavigationModel)? {
    guard nearest else { return caller as? any SwitchedNavigationModel }
    return graph.nearest(from: caller) { $0 as? any SwitchedNavigationModel }
  }
}

/// Shows another detail in the nearest split view around the caller (F51).
public struct ShowDetailCommand: NavigationCommand {
  let model: (any NavigationModel)?

  public func plan(for caller: any NavigationModel) -> CommandPlan {
    guard let graph = caller._node.graph,
      let split = graph.nearest(from: caller, { $0 as? any SplitNavigationModel })
    else { return .notExecutable(.noSplit) }
    let old = split.detail
    if let model, model !== old, let reason = graph.reasonAgainst(adding: [model], without: old.map { [$0] } ?? []) {
      return .notExecutable(reason)
    }
    return .change { split.detail = model }
  }
}

extension NavigationCommand where Self == SelectTabCommand {
  /// Selects a tab of the nearest tabs (F46).
  ///
  /// - Parameter id: One that no tab has is refused, as `unknownTab`.
  public static func selectTab(_ id: String) -> Self { Self(id: id) }
}

extension NavigationCommand where Self == SwitchModelCommand {
  /// Shows another child in the caller, or, if `nearest`, in the nearest switched container around it (U21).
  public static func switchModel(_ model: (any NavigationModel)?, nearest: Bool = false) -> Self {
    Self(model: model, nearest: nearest)
  }
}

extension NavigationCommand where Self == ShowDetailCommand {
  /// - Parameter model: Nothing shows the sidebar alone.
  public static func showDetail(_ model: (any NavigationModel)?) -> Self { Self(model: model) }
}
