struct SetRootCommand: NavigationCommand {
  let model: any NavigationModel
  let clear: Bool

  func plan(for caller: any NavigationModel) -> CommandPlan {
    // A model that is already in the path becomes the root and stays alive.
    MapPathCommand { path in
      let rest = clear ? [] : path.dropFirst().filter { $0.model !== model }
      return [StackNavigationModel(model)] + rest
    }.plan(for: caller)
  }
}

struct ReplaceTopCommand: NavigationCommand {
  let entry: StackNavigationModel

  func plan(for caller: any NavigationModel) -> CommandPlan {
    MapPathCommand { $0.dropLast() + [entry] }.plan(for: caller)
  }
}

/// Rewrites the path of the nearest stack. Entries in both the old and the new path are kept; they are identified by
/// their models.
struct MapPathCommand: NavigationCommand {
  let transform: ([StackNavigationModel]) -> [StackNavigationModel]

  func plan(for caller: any NavigationModel) -> CommandPlan {
    .stack(of: caller) { graph, stack in
      let (old, new) = (stack.path.map(\.model), transform(stack.path))
      let models = new.map(\.model)
      let (added, removed) = (models.without(old), old.without(models))
      let kept = Set(old.map { ObjectIdentifier($0) })
      guard Set(models.map { ObjectIdentifier($0) }).count == models.count else {
        return .notExecutable(.alreadyAttached)
      }
      if let reason = graph.reasonAgainst(adding: added, without: removed) { return .notExecutable(reason) }
      return .change { stack.path = new.map { kept.contains(ObjectIdentifier($0.model)) ? $0 : $0.arriving } }
    }
  }
}

extension NavigationCommand where Self == AnyNavigationCommand {
  /// Replaces the root of the nearest stack. The entries above it are removed unless `clear` is `false`.
  public static func setRoot(_ model: any NavigationModel, clear: Bool = true) -> Self {
    Self(SetRootCommand(model: model, clear: clear))
  }

  /// Replaces the last entry of the nearest stack with a model.
  public static func replaceTop(_ model: any NavigationModel) -> Self {
    Self(ReplaceTopCommand(entry: StackNavigationModel(model)))
  }
  /// Replaces the last entry of the nearest stack with an entry that can have its own transition.
  public static func replaceTop(_ entry: StackNavigationModel) -> Self { Self(ReplaceTopCommand(entry: entry)) }

  /// See ``NavigationModel-protocol/mapPath(_:)``.
  public static func mapPath(_ transform: @escaping ([StackNavigationModel]) -> [StackNavigationModel]) -> Self {
    Self(MapPathCommand(transform: transform))
  }
  /// Reverses the path: the last entry becomes the root, and the root the last entry.
  public static var reversePath: Self { Self(MapPathCommand { $0.reversed() }) }
}
