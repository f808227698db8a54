extension NavigationGraph {
  /// Whether the model is part of the graph, and none of its containers was removed in this turn.
  func isAttached(_ model: any NavigationModel) -> Bool {
    guard model._node.graph === self, !isFinished else { return false }
    // Only a removal leaves a part of the graph without a way to the root, until it finishes.
    guard structure.hasDetached else { return true }
    var attached = attached
    return attached.contains(model)
  }

  /// The attached models, to ask about many of them. Valid until the next change.
  var attached: ModelsBelow { ModelsBelow(root, in: self) }

  /// The layers, without those whose presenter was removed in this turn. Those finish at the end of the turn and can't
  /// present.
  var chain: [PresentedLayer] {
    guard structure.hasDetached || isFinished else { return layers.open }
    var attached = attached
    return layers.open.filter { attached.contains($0.presenter) }
  }

  /// The last layer of the chain.
  var topLayer: PresentedLayer? {
    guard structure.hasDetached || isFinished else { return layers.open.last }
    var attached = attached
    return layers.open.last { attached.contains($0.presenter) }
  }

  /// Whether the model is covered, and so takes no events.
  func isCovered(_ model: any NavigationModel) -> Bool {
    guard let bottom = topBottom else { return true }
    var model = model
    while model !== bottom {
      countVisit()
      guard let parent = model._node.parent, isVisible(model, in: parent) else { return true }
      model = parent
    }
    return false
  }

  /// The bottom model of what takes events: the lock, the top layer or the window itself; `nil` while a question is up.
  private var topBottom: (any NavigationModel)? {
    if let lockModel { return lockModel }
    guard let top = topLayer else { return root }
    return top.presentation.model
  }

  private func isVisible(_ child: any NavigationModel, in parent: any NavigationModel) -> Bool {
    guard parent._node.layer?.presentation.model !== child, let content = entries[parent._node.id]?.content else {
      return false
    }
    return content.isScreen || content.visibleChildren.contains { $0 === child }
  }

  /// Whether the model is in a tab that isn't selected. A layer that such a model presents is visible.
  func isInOtherTab(_ model: any NavigationModel) -> Bool {
    var child = model
    while let parent = child._node.parent, parent._node.layer?.presentation.model !== child {
      if case .tabs(let tabs, let selected) = entries[parent._node.id]?.content,
        let tab = tabs.first(where: { $0.model === child }), tab.id != selected
      {
        return true
      }
      child = parent
    }
    return false
  }

  /// Whether a place with this shared document is visible.
  package func showsShared(kind: String, value: JSONValue) -> Bool {
    guard let bottom = topBottom else { return false }
    return visibleModels(from: bottom).contains { model, _ in
      entries.slot(of: model._node.id).map { $0.kind == kind && $0.value == value } ?? false
    }
  }
}

/// Tells which models of a graph are at or below one model. It visits each model at most once, however many are asked
/// about.
struct ModelsBelow {
  private let top: any NavigationModel
  private let graph: NavigationGraph
  private var known: [ObjectIdentifier: Bool] = [:]

  init(_ top: any NavigationModel, in graph: NavigationGraph) {
    self.top = top
    self.graph = graph
  }

  mutating func contains(_ model: any NavigationModel) -> Bool {
    var path: [ObjectIdentifier] = []
    var next: (any NavigationModel)? = graph.isFinished ? nil : model
    var answer = false
    while let one = next {
      if let known = known[ObjectIdentifier(one)] {
        answer = known
        break
      }
      graph.countVisit()
      path.append(ObjectIdentifier(one))
      answer = one === top
      next = answer || one._node.graph !== graph ? nil : one._node.parent
    }
    for one in path { known[one] = answer }
    return answer
  }
}
