/// A checkpoint that was found, with its target and handler.
struct FoundCheckpoint {
  let target: NavigationTarget
  let handler: ((Any) -> Void)?
}

extension NavigationGraph {
  /// The nearest checkpoint of this key with anything above it: in the stack of the caller, then in those around it,
  /// then in the layers below. In one stack the highest entry wins, so that repeated returns visit its duplicates one
  /// by one.
  func checkpoint(_ key: CheckpointKey, from caller: any NavigationModel) -> FoundCheckpoint? {
    for scope in scopes(from: caller) {
      if let found = checkpoint(key, in: scope) { return found }
    }
    return nil
  }

  private func checkpoint(_ key: CheckpointKey, in scope: any NavigationModel) -> FoundCheckpoint? {
    let isCovered = layer(covering: scope) != nil
    let depth = depth(of: scope)
    var nearest: FoundCheckpoint?
    for (model, _) in ModelWalk(self, from: scope, .inLayer) {
      guard let declared = declaration(key, of: model) else { continue }
      let target = target(of: model)
      guard target.scope === scope, target.depth < depth || isCovered, shows(model, at: target) else { continue }
      guard target.depth >= nearest?.target.depth ?? 0 else { continue }
      nearest = FoundCheckpoint(target: target, handler: declared.handler)
    }
    return nearest
  }

  func report(_ checkpoint: CheckpointDeclaration, of model: any NavigationModel) {
    let name = checkpoint.key.name
    report(.checkpoint, of: model, "is at the checkpoint \"\(name)\"", ["checkpoint": name])
  }

  /// A `body` declares its checkpoints at each evaluation, so only new ones are reported.
  func reportCheckpoints(_ new: NavigationDeclarations, _ old: NavigationDeclarations?, of model: any NavigationModel) {
    let known = Set((old?.checkpoints ?? []).map(\.key))
    for checkpoint in new.checkpoints where !known.contains(checkpoint.key) { report(checkpoint, of: model) }
  }

  private func declaration(_ key: CheckpointKey, of model: any NavigationModel) -> CheckpointDeclaration? {
    guard let entry = entries[model._node.id] else { return nil }
    return entry.declarations.flatMap(\.checkpoints).last { $0.key == key }
  }

  /// Whether the model can be seen once its entry is the last of the stack: not in a tab that isn't selected.
  private func shows(_ model: any NavigationModel, at target: NavigationTarget) -> Bool {
    var model = model
    while model !== target.scope, let parent = model._node.parent, let content = entries[parent._node.id]?.content {
      if parent === target.scope, parent is any StackRootNavigationModel { return true }
      guard content.visibleChildren.contains(where: { $0 === model }) else { return false }
      model = parent
    }
    return true
  }
}
