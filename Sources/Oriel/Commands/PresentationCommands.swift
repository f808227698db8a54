/// Presents a layer: on top of the window's chain, whoever asks (U1), or, where it has a source, from the caller (U22).
public struct PresentCommand: NavigationCommand {
  let presentation: Presentation

  public func plan(for caller: any NavigationModel) -> CommandPlan {
    guard let graph = caller._node.graph else { return .notExecutable(.notAttached) }
    if let shown = graph.chain.first(where: { $0.presentation.shows(presentation) }) {
      return .change { graph.update(shown, to: asked(by: caller)) }
    }
    if let model = presentation.model, ![model].areNew { return .notExecutable(.alreadyAttached) }
    if presentation.source != nil { return planAtSource(caller, graph) }
    return .change {
      closeEphemeral(graph)
      graph.present(asked(by: caller), from: graph.presenter)
    }
  }

  /// The caller must be in the last layer, or present one: that is replaced then, with all above it.
  private func planAtSource(_ caller: any NavigationModel, _ graph: NavigationGraph) -> CommandPlan {
    let own = caller._node.layer
    let last = graph.chain.last { !$0.presentation.isEphemeral }
    guard own != nil || graph.layer(containing: caller) === last else { return .notExecutable(.covered) }
    return .change {
      if let own { graph.close(own, reason: .replaced) } else { closeEphemeral(graph) }
      graph.present(asked(by: caller), from: caller)
    }
  }

  private func closeEphemeral(_ graph: NavigationGraph) {
    if let last = graph.chain.last, last.presentation.isEphemeral { graph.close(last, reason: .replaced) }
  }

  private func asked(by caller: any NavigationModel) -> Presentation {
    var presentation = presentation
    presentation.caller = caller
    return presentation
  }
}

extension Presentation {
  /// The same model, or the same question, in the same style: one layer, not another (U4).
  func shows(_ other: Presentation) -> Bool {
    switch (content, other.content) {
    case (.model(let model, let style), .model(let otherModel, let otherStyle)):
      model === otherModel && style == otherStyle
    case (.choice(let choice, let style), .choice(let otherChoice, let otherStyle)):
      choice.identity == otherChoice.identity && style == otherStyle
    default: false
    }
  }
}

/// Removes the window's top layer, whoever asks (F71). It never closes a window.
public struct DismissCommand: NavigationCommand {
  public func plan(for caller: any NavigationModel) -> CommandPlan {
    guard let graph = caller._node.graph, let top = graph.chain.last else {
      return .notExecutable(.nothingPresented)
    }
    return .change { graph.close(top, reason: .programmatic) }
  }
}

/// Goes back from where the caller is (U3): pops the nearest stack in its layer, else dismisses that layer.
public struct HideCommand: NavigationCommand {
  public func plan(for caller: any NavigationModel) -> CommandPlan {
    guard let graph = caller._node.graph else { return .notExecutable(.notAttached) }
    if let stack = graph.stack(of: caller), stack.path.count > 1 { return PopCommand(count: 1).plan(for: caller) }
    guard let layer = graph.layer(containing: caller) else { return .notExecutable(.atRoot) }
    return .change { graph.close(layer, reason: .programmatic) }
  }
}

extension NavigationCommand where Self == PresentCommand {
  public static func present(_ presentation: Presentation) -> Self { Self(presentation: presentation) }
}

extension NavigationCommand where Self == DismissCommand {
  public static var dismiss: Self { Self() }
}

extension NavigationCommand where Self == HideCommand {
  public static var hide: Self { Self() }
}

extension NavigationModel {
  @discardableResult
  public func present(_ presentation: Presentation) -> CommandResult { execute(.present(presentation)) }
  @discardableResult
  public func dismiss() -> CommandResult { execute(.dismiss) }
  @discardableResult
  public func hide() -> CommandResult { execute(.hide) }
}
