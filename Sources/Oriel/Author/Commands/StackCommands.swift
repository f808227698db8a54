extension NavigationGraph {
  /// The stack that a model navigates: the nearest one around it, within its layer.
  func stack(of caller: any NavigationModel) -> (any StackRootNavigationModel)? {
    nearest(from: caller, upTo: layerRoot(of: caller)) { $0 as? any StackRootNavigationModel }
  }

  /// The nearest stack within the model's layer that has entries above its root.
  func stackToPop(from caller: any NavigationModel) -> (any StackRootNavigationModel)? {
    nearest(from: caller, upTo: layerRoot(of: caller)) { model in
      (model as? any StackRootNavigationModel).flatMap { $0.entryCount > 0 ? $0 : nil }
    }
  }

  /// The nearest container of a kind around a model, also across layers, but not from a lock screen.
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
  /// Plans a change of the nearest stack, or of the one with this name.
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

struct PushCommand: NavigationCommand {
  let entries: [StackNavigationModel]
  let name: String?

  func plan(for caller: any NavigationModel) -> CommandPlan {
    .stack(of: caller, named: name) { graph, stack in
      if let reason = graph.reasonAgainst(adding: entries.map(\.model)) { return .notExecutable(reason) }
      return .change { append(to: stack) }
    }
  }

  private func append(to stack: some StackRootNavigationModel) {
    stack.path += entries.map(\.arriving)
  }
}

extension StackNavigationModel {
  /// This entry with the transition of the current change, unless it has its own.
  var arriving: StackNavigationModel {
    StackNavigationModel(model, transition: transition ?? Transaction.ambient?.transition)
  }
}

/// Pops entries from the nearest stack; the root stays.
struct PopCommand: NavigationCommand, Sendable {
  enum Extent: Sendable {
    /// Up to this many entries.
    case count(Int)
    /// Exactly this many entries, or none.
    case exactly(Int)
    /// All entries above this depth.
    case toDepth(Int)
    case toRoot
  }

  let extent: Extent
  /// The stack's name, if not the nearest.
  var name: String?

  func plan(for caller: any NavigationModel) -> CommandPlan {
    .stack(of: caller, named: name) { _, stack in
      switch left(of: stack.entryCount) {
      case .success(let depth): .change { stack.truncate(to: depth + 1) }
      case .failure(let refusal): .notExecutable(refusal.reason)
      }
    }
  }

  private struct Refusal: Error { let reason: NotExecutableReason }

  /// How many entries remain above the root.
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

struct PopToModelCommand: NavigationCommand {
  let model: any NavigationModel

  func plan(for caller: any NavigationModel) -> CommandPlan {
    guard let stack = model._node.parent as? any StackRootNavigationModel, stack._node.graph === caller._node.graph,
      let index = stack.path.firstIndex(where: { $0.model === model })
    else { return .notExecutable(.notInStack) }
    return .change { stack.truncate(to: index + 1) }
  }
}

struct PopSelfCommand: NavigationCommand {
  func plan(for caller: any NavigationModel) -> CommandPlan {
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

extension NavigationCommand where Self == AnyNavigationCommand {
  /// Pushes a model onto the stack with this name or, without a name, onto the nearest one around the caller.
  public static func push(_ model: any NavigationModel, on name: String? = nil) -> Self { .push([model], on: name) }
  /// Pushes several models at once; the user sees only the last of them.
  public static func push(_ models: [any NavigationModel], on name: String? = nil) -> Self {
    .push(models.map { StackNavigationModel($0) }, on: name)
  }
  /// Pushes an entry, which can have its own transition, onto the nearest stack or the one with this name.
  public static func push(_ entry: StackNavigationModel, on name: String? = nil) -> Self { .push([entry], on: name) }
  /// Pushes several entries at once, each with its own transition; the user sees only the last of them.
  public static func push(_ entries: [StackNavigationModel], on name: String? = nil) -> Self {
    Self(PushCommand(entries: entries, name: name))
  }

  /// Pops up to `count` entries. A count of zero or less changes nothing.
  public static func pop(_ count: Int = 1) -> Self { Self(PopCommand(extent: .count(count))) }
  /// Pops `count` entries if there are that many above the root.
  public static func pop(exactly count: Int) -> Self { Self(PopCommand(extent: .exactly(count))) }
  /// Pops all entries above the first `depth` ones. Valid depths range from zero to the stack's own.
  public static func popTo(depth: Int) -> Self { Self(PopCommand(extent: .toDepth(depth))) }
  /// Pops the nearest stack to its root.
  public static var popToRoot: Self { Self(PopCommand(extent: .toRoot)) }
  /// Pops the stack with this name to its root.
  public static func popTo(named name: String) -> Self { Self(PopCommand(extent: .toRoot, name: name)) }

  /// Pops all entries above this one, in whichever stack of the window it is.
  public static func popTo(_ model: any NavigationModel) -> Self { Self(PopToModelCommand(model: model)) }

  /// Pops the caller's entry and all entries above it.
  public static var popSelf: Self { Self(PopSelfCommand()) }
}
