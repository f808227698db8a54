/// Presents a layer: on top of the window's chain, whoever asks (U1); where it has a source, from the caller (U22). A
/// question or popover on top is closed first, and who had presented that presents this.
public struct PresentCommand: NavigationCommand {
  let presentation: Presentation
  /// Who presents, where it is said.
  var presenter: (any NavigationModel)?

  public func plan(for caller: any NavigationModel) -> CommandPlan {
    guard let graph = caller._node.graph else { return .notExecutable(.notAttached) }
    if graph.isInLockScreen(caller) { return .notExecutable(.covered) }
    if let shown = graph.chain.first(where: { $0.presentation.shows(presentation) }) {
      if let name = presentation.name, name != shown.presentation.name, graph.model(named: name) != nil {
        return .notExecutable(.alreadyShowing(name))
      }
      return .change { graph.update(shown, to: presentation, askedBy: caller) }
    }
    if let presenter { return plan(from: presenter, caller, graph) }
    if presentation.source != nil { return plan(from: caller, caller, graph) }
    let over = graph.chain.last.flatMap { $0.presentation.isEphemeral ? $0 : nil }
    if let reason = graph.reasonAgainst(presentation, inPlaceOf: over) { return .notExecutable(reason) }
    return .change {
      let presenter = graph.presenter
      if let over { graph.close(over, reason: .replaced) }
      graph.present(presentation, from: presenter, askedBy: caller)
    }
  }

  /// It must be in the last layer, or present one: that is replaced then, with all above it.
  private func plan(
    from presenter: any NavigationModel, _ caller: any NavigationModel, _ graph: NavigationGraph
  ) -> CommandPlan {
    guard presenter._node.graph === graph, graph.isAttached(presenter) else { return .notExecutable(.notAttached) }
    let own = presenter._node.layer
    let last = graph.chain.last { !$0.presentation.isEphemeral }
    guard own != nil || graph.layer(containing: presenter) === last else { return .notExecutable(.covered) }
    let over = own ?? graph.chain.last.flatMap { $0.presentation.isEphemeral ? $0 : nil }
    if let reason = graph.reasonAgainst(presentation, inPlaceOf: over) { return .notExecutable(reason) }
    return .change {
      if let over { graph.close(over, reason: .replaced) }
      graph.present(presentation, from: presenter, askedBy: caller)
    }
  }
}

/// Presents in place of what is there, in one step (U29): of what the caller's layer presents, else of the layer the
/// caller is in.
public struct ReplacePresentedCommand: NavigationCommand {
  let presentation: Presentation
  let delay: Duration?

  public func plan(for caller: any NavigationModel) -> CommandPlan {
    guard let graph = caller._node.graph else { return .notExecutable(.notAttached) }
    guard let old = graph.layerAbove(caller) ?? graph.layer(containing: caller) else {
      return delay == nil ? PresentCommand(presentation: presentation).plan(for: caller) : later(caller)
    }
    if old.presentation.shows(presentation) {
      return .change {
        if let above = old.presentation.model.flatMap(graph.layerAbove) { graph.close(above, reason: .replaced) }
        graph.update(old, to: presentation, askedBy: caller)
      }
    }
    if let reason = graph.reasonAgainst(presentation, inPlaceOf: old) { return .notExecutable(reason) }
    let presenter = old.presenter
    guard delay == nil else { return .change { graph.close(old, reason: .replaced) }.and(later(presenter)) }
    return .change {
      graph.close(old, reason: .replaced)
      graph.present(presentation, from: presenter, askedBy: caller)
    }
  }

  /// It waits with the model that is to present, and goes with it.
  private func later(_ presenter: any NavigationModel) -> CommandPlan {
    .change { [presentation, delay] in
      weak let waiting = presenter
      presenter.schedule(after: delay ?? .zero) { _ = waiting?.execute(PresentCommand(presentation: presentation)) }
    }
  }
}

extension NavigationGraph {
  /// What was closed for it may have been the asker's own layer: then the presenter asks.
  fileprivate func present(
    _ presentation: Presentation, from presenter: any NavigationModel, askedBy caller: any NavigationModel
  ) {
    updateStructure()
    present(presentation.asked(by: isAttached(caller) ? caller : presenter), from: presenter)
  }

  /// Who stands in the layer, or above it, is not who it was presented for.
  fileprivate func update(_ layer: PresentedLayer, to presentation: Presentation, askedBy caller: any NavigationModel) {
    let isBelow = self.layer(containing: caller).map { $0.order < layer.order } ?? true
    update(layer, to: presentation.asked(by: isBelow ? caller : layer.asker))
  }

  /// Why this can't be presented when the layer it replaces, and those above, have gone.
  func reasonAgainst(_ presentation: Presentation, inPlaceOf old: PresentedLayer?) -> NotExecutableReason? {
    guard presentation.isKnownKind || host.environment.client.presents.contains(presentation.kind) else {
      return .unsupportedPresentation(presentation.kind)
    }
    let closing = Array(chain.drop { $0 !== old })
    return reasonAgainst(
      adding: presentation.model.map { [$0] } ?? [], named: presentation.name,
      without: closing.compactMap(\.presentation.model), closing: closing)
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

  func asked(by caller: any NavigationModel) -> Presentation {
    var presentation = self
    presentation.caller = caller
    return presentation
  }
}

/// Lets the user close the caller's layer, or not (F70).
public struct InteractiveDismissCommand: NavigationCommand {
  let isDisabled: Bool

  public func plan(for caller: any NavigationModel) -> CommandPlan {
    guard let graph = caller._node.graph else { return .notExecutable(.notAttached) }
    guard let layer = graph.layer(containing: caller) else { return .notExecutable(.notPresented) }
    return .change { graph.update(layer, to: layer.presentation.interactiveDismissDisabled(isDisabled)) }
  }
}

/// Dismisses what is presented, and then executes a command: in the same step, or so much later (U29).
public struct EnqueueCommand: NavigationCommand {
  let command: any NavigationCommand
  let delay: Duration?

  public func plan(for caller: any NavigationModel) -> CommandPlan {
    guard let graph = caller._node.graph else { return .notExecutable(.notAttached) }
    let old = graph.layerAbove(caller) ?? graph.layer(containing: caller)
    let next = old?.presenter ?? caller
    if delay == nil, case .notExecutable(let reason) = command.plan(for: next) { return .notExecutable(reason) }
    return .change {
      if let old { graph.close(old, reason: .programmatic) }
      guard let delay else { return try execute(as: next) }
      weak let waiting = next
      next.schedule(after: delay) { if let waiting { try? execute(as: waiting) } }
    }
  }

  private func execute(as model: any NavigationModel) throws {
    if case .rejected(let error) = model.execute(command) { throw error }
  }
}

extension NavigationCommand where Self == PresentCommand {
  /// On top of all that the window presents, or, where it has a source, from the caller (U1, U22).
  public static func present(_ presentation: Presentation) -> Self { Self(presentation: presentation) }
  /// From a certain model (F59). It must be in the window's last layer, or present already: that is replaced then.
  public static func present(_ presentation: Presentation, on presenter: any NavigationModel) -> Self {
    Self(presentation: presentation, presenter: presenter)
  }
  /// Shows it, and takes it away again after this time on the hub's clock (F77). After a restart the time begins anew.
  public static func present(_ presentation: Presentation, hidingAfter delay: Duration) -> Self {
    Self(presentation: presentation.hidden(after: delay))
  }
}

extension NavigationCommand where Self == ReplacePresentedCommand {
  /// With a delay, on the hub's clock, the place stays empty so long, and for good after a restart in between; none
  /// replaces in one patch.
  public static func replacePresented(_ presentation: Presentation, after delay: Duration? = nil) -> Self {
    Self(presentation: presentation, delay: delay)
  }
}

extension NavigationCommand where Self == InteractiveDismissCommand {
  /// Whether the user may close the layer the caller is in; code always may (F70).
  public static func interactiveDismissDisabled(_ isDisabled: Bool = true) -> Self { Self(isDisabled: isDisabled) }
}

extension NavigationCommand where Self == EnqueueCommand {
  /// Dismisses what the caller's layer presents, else the layer the caller is in, and executes the command as the model
  /// that had presented it.
  ///
  /// With a delay, on the hub's clock, the command follows so much later, and is dropped with its model; none is the same
  /// step, in one patch. Like all code that waits it is dropped with the process too: after a restart nothing follows. What
  /// must follow leaves a mark in the model's state, which `start()` looks for.
  public static func enqueue(_ command: some NavigationCommand, after delay: Duration? = nil) -> Self {
    Self(command: command, delay: delay)
  }
}
