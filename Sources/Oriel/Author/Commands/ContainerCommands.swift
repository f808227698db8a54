struct SelectTabCommand: NavigationCommand {
  let id: String

  func plan(for caller: any NavigationModel) -> CommandPlan {
    let tabs = caller._node.graph?.nearest(from: caller) { $0 as? any TabsRootNavigationModel }
    guard let tabs else { return .notExecutable(.noTabs) }
    guard tabs.tabs.contains(where: { $0.id == id }) else { return .notExecutable(.unknownTab(id)) }
    return .change { tabs.selectedTabID = id }
  }
}

struct SwitchModelCommand: NavigationCommand {
  let model: (any NavigationModel)?
  let nearest: Bool

  func plan(for caller: any NavigationModel) -> CommandPlan {
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

struct ShowDetailCommand: NavigationCommand {
  let model: (any NavigationModel)?

  func plan(for caller: any NavigationModel) -> CommandPlan {
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

extension NavigationCommand where Self == AnyNavigationCommand {
  /// See ``NavigationModel-protocol/selectTab(_:)``.
  public static func selectTab(_ id: String) -> Self { Self(SelectTabCommand(id: id)) }

  /// See ``NavigationModel-protocol/switchModel(_:nearest:transition:)``.
  public static func switchModel(_ model: (any NavigationModel)?, nearest: Bool = false) -> Self {
    Self(SwitchModelCommand(model: model, nearest: nearest))
  }

  /// See ``NavigationModel-protocol/showDetail(_:)``.
  public static func showDetail(_ model: (any NavigationModel)?) -> Self { Self(ShowDetailCommand(model: model)) }
}
