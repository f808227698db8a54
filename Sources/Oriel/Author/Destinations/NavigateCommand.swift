struct NavigateCommand: NavigationCommand {
  let destination: AnyNavigationDestination
  let method: NavigationMethod?

  func plan(for caller: any NavigationModel) -> CommandPlan {
    guard let graph = caller._node.graph else { return .notExecutable(.notAttached) }
    let mapped = graph.mapped(destination, for: caller)
    let arrival = Arrival(destination: mapped.base, graph: graph)
    let methods = [method, mapped.method, mapped.base.method].compactMap(\.self)
    let isReplacing = methods.first == .replace
    switch methods.first(where: { $0 != .replace }) ?? .push {
    case .push:
      let caller = graph.stackMember(for: caller)
      return isReplacing ? replaceTop(arrival, from: caller) : push(arrival, from: caller)
    case .send: return SendCommand(values: [mapped.base], target: nil).plan(for: caller)
    case let method:
      let place = isReplacing ? arrival.place(by: method, from: caller) : nil
      return present(arrival, by: method, from: caller, inPlaceOf: place)
    }
  }

  /// The result is decided without the model, which is created only when it is needed.
  private func push(_ arrival: Arrival, from caller: any NavigationModel) -> CommandPlan {
    guard case .notExecutable(let reason) = AnyNavigationCommand.push(BlankModel()).plan(for: caller) else {
      return .change { try AnyNavigationCommand.push(arrival.makeModel()).plan(for: caller).apply() }
    }
    return .notExecutable(reason)
  }

  /// In place of the last entry that is pushed, if one is.
  private func replaceTop(_ arrival: Arrival, from caller: any NavigationModel) -> CommandPlan {
    guard let path = arrival.graph.stack(of: caller)?.path, path.count > 1, let last = path.last else {
      return push(arrival, from: caller)
    }
    if arrival.isShown(by: last.model) { return .change {} }
    return .change {
      let entry = StackNavigationModel(arrival.makeModel(), transition: Transaction.ambient?.transition)
      try ReplaceTopCommand(entry: entry).plan(for: caller).apply()
    }
  }

  /// - Parameter place: The layer that gives way.
  private func present(
    _ arrival: Arrival, by method: NavigationMethod, from caller: any NavigationModel,
    inPlaceOf place: PresentedLayer? = nil
  ) -> CommandPlan {
    func plan(_ model: any NavigationModel) -> CommandPlan {
      let presentation = arrival.presentation(of: model, by: method)
      guard let place else { return PresentCommand(presentation: presentation).plan(for: caller) }
      return ReplacePresentedCommand(presentation: presentation, delay: nil, place: place).plan(for: caller)
    }
    if let shown = place.map({ arrival.model(in: $0, by: method) }) ?? arrival.presented(by: method) {
      return plan(shown)
    }
    guard case .notExecutable(let reason) = plan(method.isManaged ? .stacked(BlankModel()) : BlankModel()) else {
      return .change { try plan(arrival.makeModel(isManaged: method.isManaged)).apply() }
    }
    return .notExecutable(reason)
  }
}

extension CommandPlan {
  func apply() throws {
    switch self {
    case .change(let change): try change()
    case .notExecutable(let reason): throw RefusedPlan(reason: reason)
    }
  }
}

/// A command that was planned without its models can't be executed with them. Nothing was changed.
struct RefusedPlan: Error { let reason: NotExecutableReason }

/// A destination on its way into a graph.
private struct Arrival {
  let destination: any NavigationDestination
  let graph: NavigationGraph

  func makeModel(isManaged: Bool = false) -> any NavigationModel {
    let model = graph.model(for: destination)
    model._node.routed.destination = destination
    return isManaged ? .stacked(model) : model
  }

  /// The layer that shows it already, which is updated rather than presented twice.
  func presented(by method: NavigationMethod) -> (any NavigationModel)? {
    graph.chain.lazy.compactMap { model(in: $0, by: method) }.first
  }

  /// The model of this layer, if it shows the destination already.
  func model(in layer: PresentedLayer, by method: NavigationMethod) -> (any NavigationModel)? {
    layer.destination?.isEqual(to: destination) == true && layer.method == method ? layer.presentation.model : nil
  }

  func isShown(by model: any NavigationModel) -> Bool {
    model._node.routing?.destination?.isEqual(to: destination) == true
  }

  /// The layer that gives way to it, from the caller's own up: the one that shows it already, or else the topmost of its
  /// style.
  func place(by method: NavigationMethod, from caller: any NavigationModel) -> PresentedLayer? {
    let own = graph.layer(containing: caller)
    let chain = graph.chain.drop { own != nil && $0 !== own }
    let style = method == .cover || method == .managedCover ? Presentation.Style.cover : .sheet
    return chain.last { model(in: $0, by: method) != nil } ?? chain.last { $0.presentation.style == style }
  }

  func presentation(of model: any NavigationModel, by method: NavigationMethod) -> Presentation {
    var presentation: Presentation =
      switch method {
      case .cover, .managedCover: .fullScreenCover(model)
      case .push, .send, .replace, .sheet, .managedSheet:
        .sheet(model, detents: destination.detents, selectedDetent: destination.selectedDetent)
      }
    presentation.name = destination.presentationName
    return presentation
  }
}

extension PresentedLayer {
  /// The destination that it shows.
  var destination: (any NavigationDestination)? { content?._node.routing?.destination }

  /// The method by which its destination was reached.
  var method: NavigationMethod {
    let isManaged = content !== presentation.model
    return switch presentation.content {
    case .model(_, as: .cover): isManaged ? .managedCover : .cover
    default: isManaged ? .managedSheet : .sheet
    }
  }

  /// The presented model, or the root of a presented stack.
  private var content: (any NavigationModel)? {
    if let stack = presentation.model as? DefaultStackRootNavigationModel { return stack.path.first?.model }
    return presentation.model
  }
}

extension NavigationGraph {
  /// The model that a destination is pushed from: the caller or, if it is not in a stack, the innermost model that it
  /// shows.
  func stackMember(for caller: any NavigationModel) -> any NavigationModel {
    guard stack(of: caller) == nil else { return caller }
    var found = caller
    for (model, _) in visibleModels(from: caller) where stack(of: model) != nil { found = model }
    return found
  }
}

extension NavigationCommand where Self == AnyNavigationCommand {
  /// Navigates by the destination's own method, unless another is given.
  public static func navigate(to destination: some NavigationDestination, method: NavigationMethod? = nil) -> Self {
    Self(NavigateCommand(destination: AnyNavigationDestination(destination), method: method))
  }

  /// Navigates by the method given with the destination, or else by its own.
  public static func navigate(to destination: AnyNavigationDestination) -> Self {
    Self(NavigateCommand(destination: destination, method: destination.method))
  }
}

extension NavigationModel {
  /// Navigates to a destination, by its own method unless another is given.
  ///
  /// A push goes onto the nearest stack around this model, or else onto the one that this model shows. If the window
  /// already presents the destination in the same way, nothing changes; another destination is presented on top, or, with
  /// ``NavigationMethod/replace``, in place of the one that is open.
  @discardableResult
  public func navigate(to destination: some NavigationDestination, method: NavigationMethod? = nil) -> CommandResult {
    execute(.navigate(to: destination, method: method))
  }

  /// Navigates to a destination of any type, by the method given with it.
  @discardableResult
  public func navigate(to destination: AnyNavigationDestination) -> CommandResult {
    execute(.navigate(to: destination))
  }
}

/// An empty screen.
@NavigationModel
final class BlankModel {
  var body: some View { EmptyView() }
}
