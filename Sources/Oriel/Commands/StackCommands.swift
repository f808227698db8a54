extension NavigationGraph {
  /// The stack a model navigates: the nearest above it, not beyond the layer it is in.
  func stack(of caller: any NavigationModel) -> (any StackRootNavigationModel)? {
    nearest(from: caller, upTo: layerRoot(of: caller)) { $0 as? any StackRootNavigationModel }
  }

  /// The nearest container of a kind around a model, also across layers (seed row A44, U21); not from a lock screen.
  func nearest<Found>(from caller: any NavigationModel, _ find: (any NavigationModel) -> Found?) -> Found? {
    nearest(from: caller, upTo: isInLockScreen(caller) ? layerRoot(of: caller) : root, find)
  }

  private func nearest<Found>(
    from caller: any NavigationModel, upTo top: any NavigationModel, _ find: (any NavigationModel) -> Found?
  ) -> Found? {
    var model = caller
    while true {
      if let found = find(model) { return found }
      guard model !== top, let parent = model._node.parent else { return nil }
      model = parent
    }
  }
}

extension CommandPlan {
  /// A change of the nearest stack, or of the one of this name.
  static func stack(
    of caller: any NavigationModel, named name: String? = nil,
    _ plan: (NavigationGraph, any StackRootNavigationModel) -> CommandPlan
  ) -> CommandPlan {
    guard let graph = caller._node.graph else { return .notExecutable(.notAttached) }
    let stack = name.map(graph.stack(named:)) ?? graph.stack(of: caller)
    guard let stack else { return .notExecutable(name.map(NotExecutableReason.unknownName) ?? .noStack) }
    return plan(graph, stack)
  }
}

/// Pushes models onto the nearest stack, or onto one that is named (F25).
public struct PushCommand: NavigationCommand {
  let entries: [StackNavigationModel]
  let name: String?

  public func plan(for caller: any NavigationModel) -> CommandPlan {
    .stack(of: caller, named: name) { graph, stack in
      if let reason = graph.reasonAgainst(adding: entries.map(\.model)) { return .notExecutable(reason) }
      return .change { append(to: stack) }
    }
  }

  private func append(to stack: some StackRootNavigationModel) {
    let transition = Transaction.ambient?.transition
    stack.path += entries.map { StackNavigationModel($0.model, transition: $0.transition ?? transition) }
  }
}

/// Removes entries from the end of the nearest stack; the root stays (F26, F27, F29).
public struct PopCommand: NavigationCommand, Sendable {
  enum Extent: Sendable {
    /// So many, or as many as there are.
    case count(Int)
    /// So many, or none.
    case exactly(Int)
    /// All but so many.
    case toDepth(Int)
    case toRoot
  }

  let extent: Extent
  /// The stack's name, where it is not the nearest.
  var name: String?

  public func plan(for caller: any NavigationModel) -> CommandPlan {
    .stack(of: caller, named: name) { _, stack in
      switch left(of: stack.entryCount) {
      case .success(let depth): .change { stack.truncate(to: depth + 1) }
      case .failure(let refusal): .notExecutable(refusal.reason)
      }
    }
  }

  private struct Refusal: Error { let reason: NotExecutableReason }

  /// How many entries are left above the root (U5).
  private func left(of depth: Int) -> Result<Int, Refusal> {
    switch extent {
    case .count(let count) where count <= 0: .success(depth)
    case .count(let count): depth > 0 ? .success(max(0, depth - count)) : .failure(Refusal(reason: .atRoot))
    case .exactly(let count) where (0...depth).contains(count): .success(depth - count)
    case .exactly(let count): .failure(Refusal(reason: .noSuchDepth(depth - count, depth: depth)))
    case .toDepth(let target) where (0...depth).contains(target): .success(target)
    case .toDepth(let target): .failure(Refusal(reason: .noSuchDepth(target, depth: depth)))
    case .toRoot: depth > 0 ? .success(0) : .failure(Refusal(reason: .atRoot))
    }
  }
}

/// Removes what lies above a model in the stack it is an entry of, wherever in the window that is (F28).
public struct PopToModelCommand: NavigationCommand {
  let model: any NavigationModel

  public func plan(for caller: any NavigationModel) -> CommandPlan {
    guard let stack = model._node.parent as? any StackRootNavigationModel, stack._node.graph === caller._node.graph,
      let index = stack.path.firstIndex(where: { $0.model === model })
    else { return .notExecutable(.notInStack) }
    return .change { stack.truncate(to: index + 1) }
  }
}

/// Removes the caller's entry, and all above it, from the stack around it (F35).
public struct PopSelfCommand: NavigationCommand {
  public func plan(for caller: any NavigationModel) -> CommandPlan {
    guard let graph = caller._node.graph else { return .notExecutable(.notAttached) }
    let bottom = graph.layerRoot(of: caller)
    var entry = caller
    while entry !== bottom, let parent = entry._node.parent {
      if let stack = parent as? any StackRootNavigationModel {
        guard let index = stack.path.firstIndex(where: { $0.model === entry }), index > 0 else {
          return .notExecutable(.atRoot)
        }
        return .change { stack.truncate(to: index) }
      }
      entry = parent
    }
    return .notExecutable(.noStack)
  }
}

extension NavigationCommand where Self == PushCommand {
  /// Onto the stack of this name, or, without one, the nearest around the caller (F25).
  public static func push(_ model: any NavigationModel, on name: String? = nil) -> Self { .push([model], on: name) }
  /// All at once: the ones below are never seen.
  public static func push(_ models: [any NavigationModel], on name: String? = nil) -> Self {
    .push(models.map { StackNavigationModel($0) }, on: name)
  }
  /// An entry, which can have a transition of its own, onto the nearest stack or the one of this name.
  public static func push(_ entry: StackNavigationModel, on name: String? = nil) -> Self { .push([entry], on: name) }
  /// Entries, each with a transition of its own, all at once: the ones below are never seen.
  public static func push(_ entries: [StackNavigationModel], on name: String? = nil) -> Self {
    Self(entries: entries, name: name)
  }
}

extension NavigationCommand where Self == PopCommand {
  /// Removes up to `count` entries; none is no change (U5).
  public static func pop(_ count: Int = 1) -> Self { Self(extent: .count(count)) }
  /// Removes `count` entries if there are so many above the root (U5).
  public static func pop(exactly count: Int) -> Self { Self(extent: .exactly(count)) }
  /// Removes what is above the first `depth` entries; those there are, none included, are valid (U5).
  public static func popTo(depth: Int) -> Self { Self(extent: .toDepth(depth)) }
  /// Leaves only the root of the nearest stack (F29).
  public static var popToRoot: Self { Self(extent: .toRoot) }
  /// Goes back to the root of the stack of this name (F28).
  public static func popTo(named name: String) -> Self { Self(extent: .toRoot, name: name) }
  /// Leaves only the root of the stack of this name (F30).
  public static func popAll(in name: String) -> Self { Self(extent: .toRoot, name: name) }
}

extension NavigationCommand where Self == PopToModelCommand {
  /// Leaves nothing above this entry, in whichever stack of the window it is (F28).
  public static func popTo(_ model: any NavigationModel) -> Self { Self(model: model) }
}

extension NavigationCommand where Self == PopSelfCommand {
  /// Removes the caller's entry and all above it (F35).
  public static var popSelf: Self { Self() }
}
