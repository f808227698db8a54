// Changes of containers and layers are reported when the graph's structure is up to date, because then all places and
// ids are known. Nothing is recorded or compared while no listener needs it.

extension NavigationGraph {
  /// Records a container's children until its change is reported.
  func remember(_ content: ModelContent, of container: any NavigationModel) {
    if !content.isScreen, host.isObserved(at: .info) { news.changes(container, from: content) }
  }

  func reportStructure() {
    let news = news.drain()
    for (container, old) in news.containers {
      if let entry = entries[container._node.id] { reportChange(of: container, entry, from: old) }
    }
    for layer in news.layers { reportPresented(layer) }
  }

  private func reportChange(of container: any NavigationModel, _ entry: GraphEntry, from old: ModelContent) {
    let new = entry.content
    let children = new.children.filter { $0._node.parent === container }
    let left = old.children.without(children)
    let came = children.without(old.children)
    switch (old, new) {
    case (.stack, .stack):
      reportPath(of: container, from: old.children, to: children)
    case (.switched, .switched), (.split, .split):
      if !left.isEmpty || !came.isEmpty { reportSwitched(container, to: came.last) }
    default:
      for child in left { report(.removed, of: child, "was removed from \(container._node.id)", place(container)) }
      for child in came { report(.added, of: child, "was added to \(container._node.id)", place(container)) }
      reportSelection(of: container, entry, from: old)
    }
  }

  private func reportPath(
    of stack: any NavigationModel, from old: [any NavigationModel], to new: [any NavigationModel]
  ) {
    let (left, came) = (old.without(new), new.without(old))
    for child in left.reversed() { report(.popped, of: child, "was popped from \(stack._node.id)", place(stack)) }
    let pushed = Set(came.map { ObjectIdentifier($0) })
    for (depth, child) in new.enumerated() where pushed.contains(ObjectIdentifier(child)) {
      report(
        .pushed, of: child, "was pushed onto \(stack._node.id)", place(stack).merging(["depth": "\(depth)"]) { $1 })
    }
    if !zip(old.without(left), new.without(came)).allSatisfy({ $0 === $1 }) {
      report(.reordered, of: stack, "has its entries in another order")
    }
  }

  private func reportSwitched(_ container: any NavigationModel, to child: (any NavigationModel)?) {
    let name = child.map { "\(typeName(of: $0)) \($0._node.id)" }
    report(.switched, of: container, "shows \(name ?? "nothing")", child.map { ["child": $0._node.id] } ?? [:])
  }

  /// An invalid selection is not reported, because it is about to be corrected.
  private func reportSelection(of container: any NavigationModel, _ entry: GraphEntry, from old: ModelContent) {
    guard case .tabs(_, let before) = old, case .tabs(_, let now) = entry.content else { return }
    let last = old.selectsUnknownTab ? entry.selectedTab : before
    guard now != last, !entry.content.selectsUnknownTab else { return }
    report(.selected, of: container, "has the tab \"\(now)\" selected", ["tab": now])
  }

  private func place(_ container: any NavigationModel) -> [String: String] { ["container": container._node.id] }

  // MARK: Layers

  private func reportPresented(_ layer: PresentedLayer) {
    let kind = layer.presentation.kind
    guard let model = layer.presentation.model else {
      return report(.presented, of: layer.presenter, "presents a question as \(kind)", facts(layer))
    }
    guard model._node.parent === layer.presenter else { return }
    report(.presented, of: model, "was presented as \(kind) by \(layer.presenter._node.id)", facts(layer))
  }

  func reportDismissed(_ layer: PresentedLayer) {
    let reason = ["reason": layer.reason.rawValue]
    let facts = facts(layer).merging(reason) { $1 }
    guard let model = layer.presentation.model else {
      return report(.dismissed, of: layer.presenter, "no longer presents its question (\(layer.reason))", facts)
    }
    report(.dismissed, of: model, "was dismissed (\(layer.reason))", facts)
  }

  private func facts(_ layer: PresentedLayer) -> [String: String] {
    var facts = ["as": layer.presentation.kind, "presenter": layer.presenter._node.id]
    facts["name"] = layer.presentation.name
    return facts
  }
}
