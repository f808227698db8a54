extension NavigationGraph {
  /// Brings attachment up to date until listeners have nothing more to say: removed models finish (U7), new ones start.
  package func settle() {
    var rounds = 0
    while !isSettled {
      rounds += 1
      guard rounds <= 64 else { return host.report(.unsettled) }
      updateStructure()
      finishDetached()
      startAttached()
      if isSettled { updateVisibility() }
    }
  }

  /// Attaches what models were given since, and notes what was taken from them; nobody is told yet.
  func updateStructure() {
    while !structureQueue.isEmpty {
      let changed = structureQueue
      structureQueue = []
      for model in changed {
        model._node.pending.remove(.structure)
        if model._node.graph === self { updateStructure(of: model) }
      }
    }
  }

  private func updateStructure(of model: any NavigationModel) {
    let node = model._node
    let old = node.attached
    let new = evaluateChildren(of: model)
    node.attached = new
    isVisibilityStale = true
    for child in old where !new.contains(where: { $0 === child }) {
      motions.noteChild(child._node.id, of: node.id)
      detach(child, from: model)
    }
    for child in new where child._node.parent !== model || child._node.graph !== self {
      attach(child, to: model)
      motions.noteChild(child._node.id, of: node.id)
    }
  }

  private func evaluateChildren(of model: any NavigationModel) -> [any NavigationModel] {
    guard let entry = entries[model._node.id] else { return [] }
    let (content, contained) = trackStructure(of: model)
    entry.content = content
    if !content.isScreen { queueRendering(model) }
    if case .shared(let kind, let value) = content { placesByModel[model._node.id] = (kind, value) }
    let presented = model._node.layer?.presentation.model
    return (presented.map { [$0] } ?? []) + contained
  }

  /// A plain screen has no children and reads nothing here: it costs no tracking.
  private func trackStructure(of model: any NavigationModel) -> (ModelContent, [any NavigationModel]) {
    let node = model._node
    nonisolated(unsafe) let tracked = model
    let isScreen = model._content.isScreen
    // The last tracking may be there still: what is presented changes, and no property has. A container's is its only one.
    if !isScreen { node.endTracking() }
    return node.track(withCanary: !isScreen) {
      (model._content, model.children)
    } invalidated: { [isolation = host.isolation] in
      isolation.perform { tracked._node.graph?.structureInvalidated(tracked) }
    }
  }

  func attach(_ model: any NavigationModel, to parent: (any NavigationModel)?) {
    let node = model._node
    if let other = node.graph, other !== self {
      host.report(.duplicate(node.id, type: typeName(of: model)))
      return
    }
    node.parent = parent
    guard node.graph !== self else { return reattached(model) }
    if node.id.isEmpty || isForeign(node) || entries[node.id] != nil { node.id = ids.take() }
    node.graph = self
    node.owner = self
    node.environment = host.environment
    held[node.id] = nil
    entries[node.id] = GraphEntry(model)
    if let layer = node.layer { layers.append(layer) }
    startQueue.append(model)
    queueRendering(model)
    queueSaving(model)
    updateStructure(of: model)
  }

  /// Another graph gave it its id, and this one may give the same to another.
  private func isForeign(_ node: ModelNode) -> Bool {
    node.owner.map { $0 !== self } ?? false
  }

  /// It stands in this graph already: it moves if its old place lets go of it in the same turn.
  private func reattached(_ model: any NavigationModel) {
    detached.removeAll { $0.model === model }
  }

  private func detach(_ child: any NavigationModel, from parent: any NavigationModel) {
    guard child._node.parent === parent else { return }
    child._node.parent = nil
    detached.append((child, parent))
  }

  private func startAttached() {
    let starting = startQueue
    startQueue = []
    for model in starting where model._node.graph === self {
      host.report(.started(model._node.id, type: typeName(of: model)))
      model.start()
    }
  }

  // MARK: What models tell

  func structureInvalidated(_ model: any NavigationModel) {
    guard !model._node.pending.contains(.rearming) else { return }
    motions.noteChange(of: model._node.id)
    queueStructure(model)
    host.graphNeedsCommit()
  }

  func queueStructure(_ model: any NavigationModel) {
    guard model._node.pending.insert(.structure).inserted else { return }
    structureQueue.append(model)
  }

  func typeName(of model: any NavigationModel) -> String { TypeName.of(type(of: model)).short }
}

extension ModelContent {
  var isScreen: Bool { if case .screen = self { true } else { false } }
}

extension HubIsolation {
  /// At once on the hub; soon, from elsewhere.
  package func perform(_ work: @escaping @Sendable () -> Void) {
    if isCurrent { work() } else { run(work) }
  }
}
