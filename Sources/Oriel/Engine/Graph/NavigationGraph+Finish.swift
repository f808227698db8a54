extension NavigationGraph {
  /// Finishes the models that have left the graph, in this order: `Finished` for every model of the removed subtrees,
  /// parents first and presented models before contained ones; then the answers of unanswered questions, and
  /// `onDismiss` of the removed layers, the innermost last.
  func finishDetached() {
    let leaving = structure.hasDetached ? leaving() : []
    structure.forgetFormer()
    finish(leaving)
  }

  /// Ends the whole graph and detaches every model.
  package func finish(reason: DismissReason) {
    guard !isFinished else { return }
    updateStructure()
    finishDetached()
    layers.setReason(reason)
    let leaving = Array(attachedModels)
    beginEnd()
    finish(leaving)
    clear()
  }

  /// The models that left the graph during this settling, in their old order, followed by those that were added and
  /// removed since.
  private func leaving() -> [ModelWalk.Element] {
    var attached = attached
    let left = ModelWalk(self, from: root, .former).filter { model, _ in
      !attached.contains(model) && model._node.graph === self
    }
    let arrived = structure.former.arrived.filter { $0._node.graph === self && !attached.contains($0) }
    return left + arrived.map { ($0, $0._node.parent) }
  }

  private func finish(_ leaving: [ModelWalk.Element]) {
    for (model, _) in leaving { leave(model) }
    if !leaving.isEmpty { forget(Set(leaving.map(\.model._node.id))) }
    structure.finished()
    clearItems()
    let gone = layers.drainClosed()
    for (model, parent) in leaving {
      report(.finished, of: model, "finished")
      if isSilent { continue }
      settling?.calls(model)
      for listener in model._node.listeners { listener(FinishedNavigationMessage()) }
      parent?.receive(FinishedNavigationMessage(), from: model)
    }
    if host.isObserved(at: .info) { for layer in gone { reportDismissed(layer) } }
    for (model, _) in leaving { unlink(model) }
    for layer in gone { answerClosedQuestion(layer) }
    for layer in gone {
      settling?.calls(layer.asker)
      layer.presentation.onDismiss?(layer.reason)
    }
  }

  /// Releases every model without notifying it, because the window sleeps, or wakes elsewhere.
  package func dismantle() {
    beginEnd()
    for layer in layers.open { layer.presentation.abandoned?() }
    for entry in entries.values { unlink(entry.model) }
    clear()
  }

  private func leave(_ model: any NavigationModel) {
    let node = model._node
    layers.presenterLeaves(node)
    // A model added and removed in one turn was never in a document.
    if let rendered = entries.remove(node.id)?.rendered {
      rendering.removed(node.id)
      packing.bytes -= rendered.packedCount
    }
    if locks.set(false, by: node.id) { shape.invalidate() }
    saving.hold(model)
    node.graph = nil
    node.cancelWork()
    node.endItems()
  }

  /// Ends what these models have started or declared.
  private func forget(_ models: Set<String>) {
    discard(uploads.end(of: models))
    downloads.end(of: models)
    declarations.forget(models)
    for token in followers.removeObservations(of: models) { token.cancel() }
  }

  private func unlink(_ model: any NavigationModel) {
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

  private func answerClosedQuestion(_ layer: PresentedLayer) {
    layer.timer?.cancel()
    answerIfUnanswered(layer)
  }
}
