// Each of these commands closes layers, with all above them; none ever closes a window.

/// Dismisses one layer of the window, with all layers above it.
struct DismissCommand: NavigationCommand {
  enum Target {
    case top
    case own
    case presented
    case descendants
    case all
  }

  let target: Target

  func plan(for caller: any NavigationModel) -> CommandPlan {
    guard let graph = caller._node.graph else { return .notExecutable(.notAttached) }
    if target == .all, graph.isLocked { return .notExecutable(.locked) }
    guard let layer = layer(from: caller, graph) else {
      return .notExecutable(target == .own ? .notPresented : .nothingPresented)
    }
    return .change { graph.close(layer, reason: .programmatic) }
  }

  private func layer(from caller: any NavigationModel, _ graph: NavigationGraph) -> PresentedLayer? {
    switch target {
    case .top: graph.topLayer
    case .own: graph.layer(containing: caller)
    case .presented: graph.layerAbove(caller)
    case .descendants: graph.layerBelow(caller)
    case .all: graph.chain.first
    }
  }
}

struct BackCommand: NavigationCommand {
  func plan(for caller: any NavigationModel) -> CommandPlan {
    guard let graph = caller._node.graph else { return .notExecutable(.notAttached) }
    if let stack = graph.stackToPop(from: caller) { return .change { stack.truncate(to: stack.path.count - 1) } }
    guard let layer = graph.layer(containing: caller) else { return .notExecutable(.atRoot) }
    return .change { graph.close(layer, reason: .programmatic) }
  }
}

struct PopAllCommand: NavigationCommand {
  func plan(for caller: any NavigationModel) -> CommandPlan {
    guard let graph = caller._node.graph else { return .notExecutable(.notAttached) }
    guard !graph.isLocked else { return .notExecutable(.locked) }
    let deep = graph.stacks.filter { $0.entryCount > 0 }
    guard !deep.isEmpty else { return .notExecutable(.atRoot) }
    return .change { for stack in deep { stack.truncate(to: 1) } }
  }
}

struct ResetCommand: NavigationCommand {
  func plan(for caller: any NavigationModel) -> CommandPlan {
    let parts = [DismissCommand(target: .all).plan(for: caller), PopAllCommand().plan(for: caller)]
    let changes = parts.filter { if case .change = $0 { true } else { false } }
    return changes.dropFirst().reduce(changes.first ?? parts[1]) { $0.and($1) }
  }
}

extension NavigationCommand where Self == AnyNavigationCommand {
  /// Dismisses the window's top layer, whichever model executes it.
  public static var dismiss: Self { Self(DismissCommand(target: .top)) }
  /// Dismisses the layer that the caller is in.
  public static var dismissSelf: Self { Self(DismissCommand(target: .own)) }
  /// Dismisses the layer presented by the caller's layer.
  public static var dismissPresented: Self { Self(DismissCommand(target: .presented)) }
  /// Dismisses every layer presented by the caller or by a model below it.
  public static var dismissDescendants: Self { Self(DismissCommand(target: .descendants)) }
  /// Dismisses every layer of the window. Refused while the window is locked.
  public static var dismissAll: Self { Self(DismissCommand(target: .all)) }

  /// See ``NavigationModel-protocol/back(animated:transition:)``.
  public static var back: Self { Self(BackCommand()) }

  /// Pops every stack of the window to its root.
  public static var popAll: Self { Self(PopAllCommand()) }

  /// Dismisses every layer of the window, then pops every stack to its root.
  public static var reset: Self { Self(ResetCommand()) }
}
