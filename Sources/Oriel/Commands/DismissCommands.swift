// The verbs of U2. Each closes layers, with all above them; none ever closes a window.

/// Removes one layer of the window's chain, and those above it.
public struct DismissCommand: NavigationCommand {
  enum Target {
    case top
    case own
    case presented
    case descendants
    case all
  }

  let target: Target

  public func plan(for caller: any NavigationModel) -> CommandPlan {
    guard let graph = caller._node.graph else { return .notExecutable(.notAttached) }
    if target == .all, graph.isLocked { return .notExecutable(.locked) }
    guard let layer = layer(from: caller, graph) else {
      return .notExecutable(target == .own ? .notPresented : .nothingPresented)
    }
    return .change { graph.close(layer, reason: .programmatic) }
  }

  private func layer(from caller: any NavigationModel, _ graph: NavigationGraph) -> PresentedLayer? {
    switch target {
    case .top: graph.chain.last
    case .own: graph.layer(containing: caller)
    case .presented: graph.layerAbove(caller)
    case .descendants: graph.layerBelow(caller)
    case .all: graph.chain.first
    }
  }
}

/// Goes back from where the caller is (U3): pops the nearest stack in its layer, else dismisses that layer.
public struct BackCommand: NavigationCommand {
  public func plan(for caller: any NavigationModel) -> CommandPlan {
    guard let graph = caller._node.graph else { return .notExecutable(.notAttached) }
    if let stack = graph.stack(of: caller), stack.entryCount > 0 {
      return PopCommand(extent: .count(1)).plan(for: caller)
    }
    guard let layer = graph.layer(containing: caller) else { return .notExecutable(.atRoot) }
    return .change { graph.close(layer, reason: .programmatic) }
  }
}

/// Brings every stack of the window back to its root (F30). Not while the window is locked (U18).
public struct PopAllCommand: NavigationCommand {
  public func plan(for caller: any NavigationModel) -> CommandPlan {
    guard let graph = caller._node.graph else { return .notExecutable(.notAttached) }
    guard !graph.isLocked else { return .notExecutable(.locked) }
    let deep = graph.stacks.filter { $0.entryCount > 0 }
    guard !deep.isEmpty else { return .notExecutable(.atRoot) }
    return .change { for stack in deep { stack.truncate(to: 1) } }
  }
}

/// `dismissAll`, then `popAll` (F76). Not while the window is locked (U18).
public struct ResetCommand: NavigationCommand {
  public func plan(for caller: any NavigationModel) -> CommandPlan {
    let parts = [DismissCommand(target: .all).plan(for: caller), PopAllCommand().plan(for: caller)]
    let changes = parts.filter { if case .change = $0 { true } else { false } }
    return changes.dropFirst().reduce(changes.first ?? parts[1]) { $0.and($1) }
  }
}

extension NavigationCommand where Self == DismissCommand {
  /// The window's top layer, whoever asks (F71).
  public static var dismiss: Self { Self(target: .top) }
  /// The layer the caller is in (F72).
  public static var dismissSelf: Self { Self(target: .own) }
  /// What the caller's layer presents (F73).
  public static var dismissPresented: Self { Self(target: .presented) }
  /// All that is presented by the caller, or by anything below it (F74).
  public static var dismissDescendants: Self { Self(target: .descendants) }
  /// Every layer of the window (F75). Not while the window is locked (U18).
  public static var dismissAll: Self { Self(target: .all) }
  /// The same as `dismissAll`.
  public static var dismissAny: Self { .dismissAll }
}

extension NavigationCommand where Self == BackCommand {
  /// Pops the nearest stack in the caller's layer by one, else dismisses that layer (U3).
  public static var back: Self { Self() }
  /// The same as `back`.
  public static var hide: Self { Self() }
}

extension NavigationCommand where Self == PopAllCommand {
  /// Brings every stack of the window back to its root (F30).
  public static var popAll: Self { Self() }
}

extension NavigationCommand where Self == ResetCommand {
  /// Dismisses every layer of the window, then brings every stack back to its root (F76).
  public static var reset: Self { Self() }
}
