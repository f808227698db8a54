extension NavigationGraph {
  /// Finds the stack with this name.
  func stack(named name: String) -> (any StackRootNavigationModel)? {
    stacks.first { $0.name == name }
  }

  var stacks: [any StackRootNavigationModel] {
    attachedModels.compactMap { $0.model as? any StackRootNavigationModel }
  }

  /// Finds the stack, or the model of the layer, with this name.
  func model(named name: String) -> (any NavigationModel)? {
    stack(named: name) ?? chain.first { $0.presentation.name == name }?.presentation.model
  }

  /// The innermost visible stack.
  var currentStack: (any StackRootNavigationModel)? {
    var current: (any StackRootNavigationModel)?
    for bottom in [root] + chain.compactMap(\.presentation.model) {
      for (model, _) in visibleModels(from: bottom) { current = model as? any StackRootNavigationModel ?? current }
    }
    return current
  }

  // MARK: What may be added

  /// The reason why these models can't replace the ones that leave: an instance can be in only one place, and a name
  /// belongs to only one stack or layer.
  func reasonAgainst(
    adding models: [any NavigationModel], named name: String? = nil, without leaving: [any NavigationModel] = [],
    closing: [PresentedLayer] = []
  ) -> NotExecutableReason? {
    var seen: Set<ObjectIdentifier> = []
    var names = name.map { [$0] } ?? []
    for model in models {
      guard isNew(model, &seen, &names) else { return .alreadyAttached }
    }
    if let reason = reasonAgainst(adding: seen.count, without: leaving) { return reason }
    guard !names.isEmpty else { return nil }
    var taken = takenNames(without: leaving, closing)
    return names.first { !taken.insert($0).inserted }.map(NotExecutableReason.alreadyShowing)
  }

  /// Whether neither the model nor any model below it is part of a graph, or in the list twice.
  private func isNew(
    _ model: any NavigationModel, _ seen: inout Set<ObjectIdentifier>, _ names: inout [String]
  ) -> Bool {
    let node = model._node
    guard seen.insert(ObjectIdentifier(model)).inserted else { return false }
    if let graph = node.graph, graph !== self || isAttached(model) { return false }
    if let name = (model as? any StackRootNavigationModel)?.name { names.append(name) }
    if let name = node.layer?.presentation.name { names.append(name) }
    return model.children.allSatisfy { isNew($0, &seen, &names) }
  }

  /// Commands refuse duplicate names; those set directly by the app are only reported.
  func reportDuplicateNames() {
    var all = chain.compactMap(\.presentation.name)
    for entry in entries.values {
      if case .stack(_, let display) = entry.content, let name = display.name { all.append(name) }
    }
    for name in names.newDuplicates(in: all) {
      host.report(
        .duplicateName, "Two stacks or layers are called \"\(name)\"; only one is found by it", ["name": name])
    }
  }

  private func takenNames(
    without leaving: [any NavigationModel], _ closing: [PresentedLayer]
  ) -> Set<String> {
    var names: Set<String> = []
    let leaving = Set(leaving.map { ObjectIdentifier($0) })
    let closing = Set(closing.map { ObjectIdentifier($0) })
    for (model, _) in ModelWalk(self, from: root, .attached, without: leaving) {
      if let name = (model as? any StackRootNavigationModel)?.name { names.insert(name) }
      guard let layer = model._node.layer, !closing.contains(ObjectIdentifier(layer)) else { continue }
      if let name = layer.presentation.name { names.insert(name) }
    }
    return names
  }
}
