/// Navigates to a destination. The method is that of the call, else the map's, else the destination's own.
public struct NavigateCommand: NavigationCommand {
  let destination: AnyNavigationDestination
  let method: NavigationMethod?

  public func plan(for caller: any NavigationModel) -> CommandPlan {
    guard let graph = caller._node.graph else { return .notExecutable(.notAttached) }
    let mapped = graph.mapped(destination, for: caller)
    let arrival = Arrival(destination: mapped.base, graph: graph)
    switch method ?? mapped.method ?? mapped.base.method {
    case .push: return push(arrival, from: graph.stackMember(for: caller))
    case .send: return SendCommand.send([mapped.base]).plan(for: caller)
    case let method: return present(arrival, by: method, from: caller)
    }
  }

  /// The result is decided without the model, which is created only when it is needed.
  private func push(_ arrival: Arrival, from caller: any NavigationModel) -> CommandPlan {
    guard case .notExecutable(let reason) = PushCommand.push([any NavigationModel]()).plan(for: caller) else {
      return .change { try PushCommand.push(arrival.makeModel()).plan(for: caller).apply() }
    }
    return .notExecutable(reason)
  }

  private func present(_ arrival: Arrival, by method: NavigationMethod, from caller: any NavigationModel) -> CommandPlan
  {
    if let shown = arrival.presented(by: method) {
      return PresentCommand.present(arrival.presentation(of: shown, by: method)).plan(for: caller)
    }
    let stand = arrival.presentation(of: BlankModel(), by: method)
    guard case .notExecutable(let reason) = PresentCommand.present(stand).plan(for: caller) else {
      return .change {
        let model = arrival.makeModel(isManaged: method.isManaged)
        try PresentCommand.present(arrival.presentation(of: model, by: method)).plan(for: caller).apply()
      }
    }
    return .notExecutable(reason)
  }
}

extension CommandPlan {
  func apply() throws { if case .change(let change) = self { try change() } }
}

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
    graph.chain.first { layer in
      layer.destination?.isEqual(to: destination) == true && layer.method == method
    }?.presentation.model
  }

  func presentation(of model: any NavigationModel, by method: NavigationMethod) -> Presentation {
    var presentation: Presentation =
      switch method {
      case .cover, .managedCover: .fullScreenCover(model)
      case .push, .send, .sheet, .managedSheet:
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
    case .model(_, as: "cover"): isManaged ? .managedCover : .cover
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
    visit(visibleFrom: caller) { if stack(of: $0) != nil { found = $0 } }
    return found
  }
}

extension NavigationCommand where Self == NavigateCommand {
  /// Navigates by the destination's own method, unless another is given.
  public static func navigate(to destination: some NavigationDestination, method: NavigationMethod? = nil) -> Self {
    Self(destination: AnyNavigationDestination(destination), method: method)
  }

  /// Navigates by the method given with the destination, or else by its own.
  public static func navigate(to destination: AnyNavigationDestination) -> Self {
    Self(destination: destination, method: destination.method)
  }
}

extension NavigationModel {
  /// Navigates to a destination, by its own method unless another is given.
  ///
  /// A push goes onto the nearest stack around this model, or else onto the one that this model shows. If the window
  /// already presents the destination in the same way, nothing changes.
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
