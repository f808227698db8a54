extension NavigationGraph {
  /// Finishes what has left the graph, in U7's order: `Finished` for every model of the removed subtrees, parents first,
  /// what is presented before what is contained; then `onDismiss` of the removed layers, the innermost last.
  func finishDetached() {
    let leaving = detached.filter { $0.model._node.parent == nil && $0.model !== root }
    detached = []
    for (model, parent) in leaving { finish(subtreeOf: model, formerParent: parent) }
    closeOrphanedQuestions()
    mendChain()
    callClosed()
  }

  /// Ends the whole graph; nothing of it is left attached.
  package func finish(reason: DismissReason) {
    guard !isFinished else { return }
    isFinished = true
    for layer in layers { layer.reason = reason }
    finish(subtreeOf: root, formerParent: nil)
    callClosed()
    clear()
  }

  /// Lets go of every model without telling any: the window sleeps, or wakes elsewhere.
  package func dismantle() {
    isFinished = true
    for layer in layers { layer.presentation.abandoned?() }
    for entry in entries.values { release(entry.model) }
    clear()
  }

  private func finish(subtreeOf model: any NavigationModel, formerParent: (any NavigationModel)?) {
    var leaving: [any NavigationModel] = []
    collect(model, into: &leaving)
    for model in leaving { leave(model) }
    for model in leaving {
      let node = model._node
      host.report(.finished(node.id, type: typeName(of: model)))
      for listener in node.listeners { listener(FinishedNavigationMessage()) }
      (model === leaving[0] ? formerParent : node.parent)?.receive(FinishedNavigationMessage(), from: model)
    }
    for model in leaving { release(model) }
  }

  private func collect(_ model: any NavigationModel, into leaving: inout [any NavigationModel]) {
    leaving.append(model)
    for child in model._node.attached where child._node.parent === model { collect(child, into: &leaving) }
  }

  private func leave(_ model: any NavigationModel) {
    let node = model._node
    if let layer = node.layer {
      layers.removeAll { $0 === layer }
      closed.append(layer)
      node.layer = nil
    }
    // What came and went in one turn was in no document.
    if entries.removeValue(forKey: node.id)?.rendered != nil { removed.append(node.id) }
    placesByModel[node.id] = nil
    held[node.id] = HeldModel(model: model)
    node.graph = nil
    node.cancelWork()
  }

  private func release(_ model: any NavigationModel) {
    let node = model._node
    node.endTracking()
    node.graph = nil
    node.parent = nil
    node.attached = []
    node.pending = []
    node.layer = nil
    node.cancelWork()
    guard isFinished else { return }
    node.owner = nil
    node.id = ""
  }

  private func callClosed() {
    while !closed.isEmpty {
      let layer = closed.removeFirst()
      answerIfUnanswered(layer)
      layer.presentation.onDismiss?(layer.reason)
    }
  }

  private func clear() {
    layers = []
    cutOff = []
    entries = [:]
    held = [:]
    structureQueue = []
    renderQueue = []
    startQueue = []
    saveQueue = []
    detached = []
    awaited = [:]
    motions = GraphMotions()
  }
}
