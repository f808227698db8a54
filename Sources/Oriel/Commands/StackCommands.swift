extension NavigationGraph {
  /// The stack a model navigates: the nearest above it, not beyond the layer it is in.
  func stack(of caller: any NavigationModel) -> (any StackRootNavigationModel)? {
    nearest(from: caller) { $0 as? any StackRootNavigationModel }
  }

  func nearest<Found>(from caller: any NavigationModel, _ find: (any NavigationModel) -> Found?) -> Found? {
    let bottom = layerRoot(of: caller)
    var model = caller
    while true {
      if let found = find(model) { return found }
      guard model !== bottom, let parent = model._node.parent else { return nil }
      model = parent
    }
  }
}

/// Pushes models onto the nearest stack (F25).
public struct PushCommand: NavigationCommand {
  let models: [any NavigationModel]

  public func plan(for caller: any NavigationModel) -> CommandPlan {
    guard let stack = caller._node.graph?.stack(of: caller) else { return .notExecutable(.noStack) }
    guard models.areNew else { return .notExecutable(.alreadyAttached) }
    return .change { append(to: stack) }
  }

  private func append(to stack: some StackRootNavigationModel) {
    let transition = Transaction.ambient?.transition
    stack.path += models.map { StackNavigationModel($0, transition: transition) }
  }
}

extension [any NavigationModel] {
  /// None is part of a graph, none is in the list twice (U26).
  var areNew: Bool {
    allSatisfy { $0._node.graph == nil } && Set(map { ObjectIdentifier($0) }).count == count
  }
}

/// Removes entries from the end of the nearest stack; the root stays (F26, F29).
public struct PopCommand: NavigationCommand {
  /// How many, at the most; `nil` for all but the root.
  let count: Int?

  public func plan(for caller: any NavigationModel) -> CommandPlan {
    guard let stack = caller._node.graph?.stack(of: caller) else { return .notExecutable(.noStack) }
    let depth = stack.path.count - 1
    guard depth > 0 else { return .notExecutable(.atRoot) }
    return .change { remove(from: stack) }
  }

  private func remove(from stack: some StackRootNavigationModel) {
    let depth = stack.path.count - 1
    stack.path.removeLast(min(max(count ?? depth, 0), depth))
  }
}

/// Replaces the root of the nearest stack (F31).
public struct SetRootCommand: NavigationCommand {
  let model: any NavigationModel
  let clear: Bool

  public func plan(for caller: any NavigationModel) -> CommandPlan {
    guard let stack = caller._node.graph?.stack(of: caller) else { return .notExecutable(.noStack) }
    let kept = stack.path.contains { $0.model === model }
    guard kept || [model].areNew else { return .notExecutable(.alreadyAttached) }
    return .change { setRoot(of: stack) }
  }

  /// A model that stands in the path already becomes the root and stays alive (seed row A41).
  private func setRoot(of stack: some StackRootNavigationModel) {
    let rest = clear ? [] : stack.path.dropFirst().filter { $0.model !== model }
    stack.path = [StackNavigationModel(model)] + rest
  }
}

extension NavigationCommand where Self == PushCommand {
  public static func push(_ model: any NavigationModel) -> Self { Self(models: [model]) }
  /// All at once: the ones below are never seen.
  public static func push(_ models: [any NavigationModel]) -> Self { Self(models: models) }
}

extension NavigationCommand where Self == PopCommand {
  /// Removes up to `count` entries.
  public static func pop(_ count: Int = 1) -> Self { Self(count: count) }
  public static var popToRoot: Self { Self(count: nil) }
}

extension NavigationCommand where Self == SetRootCommand {
  /// - Parameter clear: Whether the entries above the root go.
  public static func setRoot(_ model: any NavigationModel, clear: Bool = true) -> Self {
    Self(model: model, clear: clear)
  }
}

extension NavigationModel {
  @discardableResult
  public func push(_ model: any NavigationModel) -> CommandResult { execute(.push(model)) }
  @discardableResult
  public func push(_ models: [any NavigationModel]) -> CommandResult { execute(.push(models)) }
  @discardableResult
  public func pop(_ count: Int = 1) -> CommandResult { execute(.pop(count)) }
  @discardableResult
  public func popToRoot() -> CommandResult { execute(.popToRoot) }
  @discardableResult
  public func setRoot(_ model: any NavigationModel, clear: Bool = true) -> CommandResult {
    execute(.setRoot(model, clear: clear))
  }
}
