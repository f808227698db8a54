/// Presents a layer: on top of all layers of the window, or, if it has a source, from the caller. A question or popover
/// on top is closed first, and the model that presented it presents the new layer.
struct PresentCommand: NavigationCommand {
  let presentation: Presentation
  /// The presenting model, if the command names one.
  var presenter: (any NavigationModel)?

  func plan(for caller: any NavigationModel) -> CommandPlan {
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
    let over = graph.topLayer.flatMap { $0.presentation.isEphemeral ? $0 : nil }
    if let reason = graph.reasonAgainst(presentation, inPlaceOf: over) { return .notExecutable(reason) }
    return .change {
      graph.closeOrphans()
      let presenter = graph.presenter
      if let over { graph.close(over, reason: .replaced) }
      graph.present(presentation, from: presenter, askedBy: caller)
    }
  }

  /// The presenter must be in the last layer, or present one, which is then replaced with all layers above it.
  private func plan(
    from presenter: any NavigationModel, _ caller: any NavigationModel, _ graph: NavigationGraph
  ) -> CommandPlan {
    guard presenter._node.graph === graph, graph.isAttached(presenter) else { return .notExecutable(.notAttached) }
    let own = presenter._node.layer
    let last = graph.chain.last { !$0.presentation.isEphemeral }
    guard own != nil || graph.layer(containing: presenter) === last else { return .notExecutable(.covered) }
    let over = own ?? graph.topLayer.flatMap { $0.presentation.isEphemeral ? $0 : nil }
    if let reason = graph.reasonAgainst(presentation, inPlaceOf: over) { return .notExecutable(reason) }
    return .change {
      graph.closeOrphans()
      if let over { graph.close(over, reason: .replaced) }
      graph.present(presentation, from: presenter, askedBy: caller)
    }
  }
}

/// Replaces a presented layer in one step: the layer that the caller's layer presents, or else the layer that the
/// caller is in.
struct ReplacePresentedCommand: NavigationCommand {
  let presentation: Presentation
  let delay: Duration?
  /// The layer that gives way, where it is said.
  var place: PresentedLayer?

  func plan(for caller: any NavigationModel) -> CommandPlan {
    guard let graph = caller._node.graph else { return .notExecutable(.notAttached) }
    guard let old = place ?? graph.layerAbove(caller) ?? graph.layer(containing: caller) else {
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

  /// The delay belongs to the presenting model and is cancelled when that model finishes.
  private func later(_ presenter: any NavigationModel) -> CommandPlan {
    .change { [presentation, delay] in
      weak let waiting = presenter
      presenter.schedule(after: delay ?? .zero) { _ = waiting?.execute(PresentCommand(presentation: presentation)) }
    }
  }
}

extension NavigationGraph {
  /// The layer closed for it may have been the caller's own; then the presenter takes the caller's part.
  fileprivate func present(
    _ presentation: Presentation, from presenter: any NavigationModel, askedBy caller: any NavigationModel
  ) {
    updateStructure()
    present(presentation.asked(by: isAttached(caller) ? caller : presenter), from: presenter)
  }

  /// A caller in the layer, or above it, is not the model that the layer was presented for.
  fileprivate func update(_ layer: PresentedLayer, to presentation: Presentation, askedBy caller: any NavigationModel) {
    let isBelow = self.layer(containing: caller).map { $0.order < layer.order } ?? true
    update(layer, to: presentation.asked(by: isBelow ? caller : layer.asker))
  }

  /// The reason why this can't be presented once the layer it replaces, and those above, are gone.
  func reasonAgainst(_ presentation: Presentation, inPlaceOf old: PresentedLayer?) -> NotExecutableReason? {
    if case .custom(let kind) = presentation.style, !host.environment.client.currentPresents.contains(kind) {
      return .unsupportedPresentation(kind)
    }
    let closing = Array(chain.drop { $0 !== old })
    if let reason = reasonAgainstLayer(closing: closing) { return reason }
    return reasonAgainst(
      adding: presentation.model.map { [$0] } ?? [], named: presentation.name,
      without: closing.compactMap(\.presentation.model), closing: closing)
  }
}

extension Presentation {
  /// Whether both show the same model, or the same question, in the same style, and so are one layer.
  func shows(_ other: Presentation) -> Bool {
    switch (content, other.content) {
    case (.model(let model, let style), .model(let otherModel, let otherStyle)):
      model === otherModel && style == otherStyle
    case (.question(let question, let style), .question(let otherQuestion, let otherStyle)):
      question.identity == otherQuestion.identity && style == otherStyle
    default: false
    }
  }

  func asked(by caller: any NavigationModel) -> Presentation {
    var presentation = self
    presentation.caller = caller
    return presentation
  }
}

struct InteractiveDismissCommand: NavigationCommand {
  let isDisabled: Bool

  func plan(for caller: any NavigationModel) -> CommandPlan {
    guard let graph = caller._node.graph else { return .notExecutable(.notAttached) }
    guard let layer = graph.layer(containing: caller) else { return .notExecutable(.notPresented) }
    return .change { graph.update(layer, to: layer.presentation.interactiveDismissDisabled(isDisabled)) }
  }
}

/// Dismisses a layer, and then executes a command, in the same step or after a delay.
struct EnqueueCommand: NavigationCommand {
  let command: any NavigationCommand
  let delay: Duration?

  func plan(for caller: any NavigationModel) -> CommandPlan {
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

extension NavigationCommand where Self == AnyNavigationCommand {
  /// Presents a layer on top of all layers of the window, or from this presenter.
  public static func present(
    _ presentation: Presentation, on presenter: (any NavigationModel)? = nil, hidingAfter delay: Duration? = nil
  ) -> Self {
    Self(PresentCommand(presentation: delay.map(presentation.hidden) ?? presentation, presenter: presenter))
  }

  /// See ``NavigationModel-protocol/replacePresented(_:after:)``.
  public static func replacePresented(_ presentation: Presentation, after delay: Duration? = nil) -> Self {
    Self(ReplacePresentedCommand(presentation: presentation, delay: delay))
  }

  /// Sets whether the user may close the layer that the caller is in; code always may.
  public static func interactiveDismissDisabled(_ isDisabled: Bool = true) -> Self {
    Self(InteractiveDismissCommand(isDisabled: isDisabled))
  }

  /// See ``NavigationModel-protocol/enqueue(_:after:)``.
  public static func enqueue(_ command: some NavigationCommand, after delay: Duration? = nil) -> Self {
    Self(EnqueueCommand(command: command, delay: delay))
  }
}
