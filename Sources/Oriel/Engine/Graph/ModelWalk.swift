/// Models from one down, each with the model that it was reached from: parents first, and presented models before
/// contained ones. The children of a model are read when the walk passes it.
struct ModelWalk: Sequence, IteratorProtocol {
  enum Way {
    /// Through all attached models.
    case attached
    /// Through attached models, but into no presented layer.
    case inLayer
    /// Through visible models, but into no presented layer.
    case visible
    /// Through what was attached before the changes of this settling.
    case former
  }

  private let graph: NavigationGraph
  private let way: Way
  private let excluded: Set<ObjectIdentifier>
  /// The next model. A path without branches needs no list.
  private var upcoming: Element?
  private var later: [Element] = []

  init(
    _ graph: NavigationGraph, from model: any NavigationModel, _ way: Way, without excluded: Set<ObjectIdentifier> = []
  ) {
    self.graph = graph
    self.way = way
    self.excluded = excluded
    if !excludes(model) { upcoming = (model, nil) }
  }

  mutating func next() -> (model: any NavigationModel, parent: (any NavigationModel)?)? {
    guard let step = upcoming ?? later.popLast() else { return nil }
    upcoming = nil
    graph.countVisit()
    for child in children(of: step.model).reversed() where passes(child, from: step.model) {
      if let upcoming { later.append(upcoming) }
      upcoming = (child, step.model)
    }
    return step
  }

  private func children(of model: any NavigationModel) -> [any NavigationModel] {
    let node = model._node
    return switch way {
    case .attached, .inLayer: node.attached
    case .visible: graph.entries[node.id]?.content.visibleChildren ?? []
    case .former: graph.structure.former.attached(below: node) ?? node.attached
    }
  }

  private func passes(_ child: any NavigationModel, from model: any NavigationModel) -> Bool {
    if excludes(child) { return false }
    return switch way {
    case .attached, .visible: child._node.parent === model
    case .inLayer: child !== model._node.layer?.presentation.model
    case .former: true
    }
  }

  private func excludes(_ model: any NavigationModel) -> Bool {
    !excluded.isEmpty && excluded.contains(ObjectIdentifier(model))
  }
}

extension NavigationGraph {
  /// All attached models, from the root down.
  var attachedModels: ModelWalk { ModelWalk(self, from: root, .attached) }

  func visibleModels(from model: any NavigationModel) -> ModelWalk { ModelWalk(self, from: model, .visible) }
}
