extension NavigationGraph {
  /// Finishes the models that have left the graph, in this order: `Finished` for every model of the removed subtrees,
  /// parents first and presented models before contained ones; then the answers of unanswered questions, and
  /// `onDismiss` of the removed layers, the innermost last.
  func finishDetached() {
    let leaving = hasDetached ? takeLeaving() : []
    former = FormerStructure()
    finish(leaving)
  }

  /// Ends the whole graph and detaches every model.
  package func finish(reason: DismissReason) {
    guard !isFinished else { return }
    updateStructure()
    finishDetached()
    for layer in layers { layer.reason = reason }
    var leaving: [Leaving] = []
    collect(root, from: nil, into: &leaving)
    isFinished = true
    finish(leaving)
    clear()
  }

  typealias Leaving = (model: any NavigationModel, parent: (any NavigationModel)?)

  /// The models that left the graph during this settling, in their old order, followed by those that were added and
  /// removed since.
  private func takeLeaving() -> [Leaving] {
    var leaving: [Leaving] = []
    var attached = attached
    func walk(_ model: any NavigationModel, from parent: (any NavigationModel)?) {
      if !attached.contains(model), model._node.graph === self { leaving.append((model, parent)) }
      for child in former.attached(below: model._node) ?? model._node.attached { walk(child, from: model) }
    }
    walk(root, from: nil)
    for model in former.arrived where model._node.graph === self && !attached.contains(model) {
      leaving.append((model, model._node.parent))
    }
    return leaving
  }

  private func finish(_ leaving: [Leaving]) {
    for (model, _) in leaving { leave(model) }
    forget(leaving)
    hasDetached = false
    if !showing.isEmpty { clearItems() }
    let gone = closed.sorted { $0.order < $1.order }
    closed = []
    for (model, parent) in leaving {
      note(.finished, model, "finished")
      if isSilent { continue }
      settling?.actor = model
      for listener in model._node.listeners { listener(FinishedNavigationMessage()) }
      parent?.receive(FinishedNavigationMessage(), from: model)
    }
    if host.hears(.info) { for layer in gone { tellDismissed(layer) } }
    for (model, _) in leaving { release(model) }
    for layer in gone { tellUnanswered(layer) }
    for layer in gone {
      settling?.actor = layer.asker
      layer.presentation.onDismiss?(layer.reason)
    }
  }

  private func collect(_ model: any NavigationModel, from parent: (any NavigationModel)?, into all: inout [Leaving]) {
    all.append((model, parent))
    for child in model._node.attached where child._node.parent === model { collect(child, from: model, into: &all) }
  }

  /// Releases every model without notifying it, because the window sleeps, or wakes elsewhere.
  package func dismantle() {
    isFinished = true
    for layer in layers { layer.presentation.abandoned?() }
    for entry in entries.values { release(entry.model) }
    clear()
  }

  private func leave(_ model: any NavigationModel) {
    let node = model._node
    if let layer = node.layer {
      layer.isOpen = false
      closed.append(layer)
      node.layer = nil
    }
    // A model added and removed in one turn was never in a document.
    if entries.removeValue(forKey: node.id)?.rendered != nil { removed.append(node.id) }
    placesByModel[node.id] = nil
    locks.remove(node.id)
    tagged[node.id] = nil
    held[node.id] = HeldModel(model: model)
    node.graph = nil
    node.cancelWork()
    node.endItems()
  }

  /// Ends what belongs to these models and is kept in lists of the graph.
  private func forget(_ leaving: [Leaving]) {
    guard !leaving.isEmpty else { return }
    layers.removeAll { !$0.isOpen }
    let ids = Set(leaving.map(\.model._node.id))
    endUploads { ids.contains($0.model) }
    providers.removeAll { ids.contains($0.owner) }
    guard !observations.isEmpty else { return }
    let isEnding = { (token: ObservationToken) in token.model.map { ids.contains($0._node.id) } == true }
    let ending = observations.filter(isEnding)
    observations.removeAll(where: isEnding)
    for token in ending { token.cancel() }
  }

  private func release(_ model: any NavigationModel) {
    let node = model._node
    node.endTracking()
    node.graph = nil
    node.endItems()
    node.parent = nil
    node.attached = []
    node.pending = []
    node.layer = nil
    node.cancelWork()
    node.routing?.forgetDeclarations()
    guard isFinished else { return }
    node.owner = nil
    node.id = ""
  }

  private func tellUnanswered(_ layer: PresentedLayer) {
    layer.timer?.cancel()
    answerIfUnanswered(layer)
  }

  private func clear() {
    endSending()
    endLockScreen()
    endUploads { _ in true }
    for token in observations { token.cancel() }
    observations = []
    observationQueue = []
    layers = []
    cutOff = []
    entries = [:]
    held = [:]
    providers = []
    watchQueue = []
    structureQueue = []
    renderQueue = []
    startQueue = []
    saveQueue = []
    awaited = [:]
    motions = GraphMotions()
    contested = []
    itemQueue = []
    showing = []
    waitingItems = []
    former = FormerStructure()
    restructured = []
    raised = []
    hasDetached = false
  }
}
