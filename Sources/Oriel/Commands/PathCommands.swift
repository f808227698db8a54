/// Replaces the root of the nearest stack (F31).
public struct SetRootCommand: NavigationCommand {
  let model: any NavigationModel
  let clear: Bool

  public func plan(for caller: any NavigationModel) -> CommandPlan {
    // A model that stands in the path already becomes the root and stays alive (seed row A41).
    MapPathCommand { path in
      let rest = clear ? [] : path.dropFirst().filter { $0.model !== model }
      return [StackNavigationModel(model)] + rest
    }.plan(for: caller)
  }
}

/// Replaces the last entry of the nearest stack, which is its root where nothing is pushed (F32).
public struct ReplaceTopCommand: NavigationCommand {
  let entry: StackNavigationModel

  public func plan(for caller: any NavigationModel) -> CommandPlan {
    MapPathCommand { $0.dropLast() + [entry] }.plan(for: caller)
  }
}

/// Rewrites the path of the nearest stack (F33). What is in the old path and the new one stays what it is; entries are
/// identified by their models.
public struct MapPathCommand: NavigationCommand {
  let transform: ([StackNavigationModel]) -> [StackNavigationModel]

  public func plan(for caller: any NavigationModel) -> CommandPlan {
    .stack(of: caller) { graph, stack in
      let (old, new) = (stack.path.map(\.model), transform(stack.path))
      let models = new.map(\.model)
      let added = models.filter { model in !old.contains { $0 === model } }
      let removed = old.filter { model in !models.contains { $0 === model } }
      guard Set(models.map { ObjectIdentifier($0) }).count == models.count else {
        return .notExecutable(.alreadyAttached)
      }
      if let reason = graph.reasonAgainst(adding: added, without: removed) { return .notExecutable(reason) }
      return .change { stack.path = new }
    }
  }
}

extension NavigationCommand where Self == SetRootCommand {
  /// Puts a model in the place of the nearest stack's root (F31). The entries above it go, unless `clear` is `false`.
  public static func setRoot(_ model: any NavigationModel, clear: Bool = true) -> Self {
    Self(model: model, clear: clear)
  }
}

extension NavigationCommand where Self == ReplaceTopCommand {
  /// Puts a model in the place of the nearest stack's last entry.
  public static func replaceTop(_ model: any NavigationModel) -> Self { Self(entry: StackNavigationModel(model)) }
  /// Puts an entry, which can have a transition of its own, in the place of the nearest stack's last one.
  public static func replaceTop(_ entry: StackNavigationModel) -> Self { Self(entry: entry) }
}

extension NavigationCommand where Self == MapPathCommand {
  /// - Parameter transform: From the path, its root included, to the new one. Asked also by `canExecute`: it changes
  ///   nothing itself.
  public static func mapPath(_ transform: @escaping ([StackNavigationModel]) -> [StackNavigationModel]) -> Self {
    Self(transform: transform)
  }
  /// The last becomes the root, and the root the last.
  public static var reversePath: Self { Self { $0.reversed() } }
}
