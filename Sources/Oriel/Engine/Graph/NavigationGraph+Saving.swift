import OrielDocument

/// The changes of a graph since it was last saved, model by model.
package struct GraphChanges {
  package var saved: [(id: String, model: JSONValue)] = []
  package var deleted: [String] = []
}

extension NavigationGraph: ModelOwner, ModelIdentifying {
  package func propertyChanged(of node: _ModelNode, _ property: StaticString?) {
    guard host.isolation.isCurrent else { return propertyChangedElsewhere(node) }
    if let property { host.handlerChanges(property) }
    guard node.pending.insert(.saving).inserted else { return }
    guard model(savedAs: node.id) != nil else { return }
    saving.enqueue(node.id)
    host.savedStateChanged()
  }

  /// A closure of the app has left the hub, as one with a capture list does after its first `await` (Swift 6.3 doesn't
  /// infer `nonisolated(nonsending)` for those). The change is kept, and the log says what to write instead.
  private func propertyChangedElsewhere(_ node: _ModelNode) {
    host.isolation.callback { [self] in
      guard node.graph === self, let model = entries[node.id]?.model else { return }
      report(.changedElsewhere, of: model, NavigationNotice.changedElsewhere)
      propertyChanged(of: node)
    }()
  }

  private func model(savedAs id: String) -> (any NavigationModel)? { entries[id]?.model ?? saving.heldModel(id) }

  /// The id under which a model is saved. A model outside the graph is kept as long as another one refers to it.
  package func identify(_ model: any NavigationModel) -> String {
    let node = model._node
    if node.graph === self { return node.id }
    if saving.heldModel(node.id) !== model {
      if node.id.isEmpty || entries[node.id] != nil { rename(node) }
      saving.hold(model)
      node.owner = self
      saving.enqueue(model)
    }
    return node.id
  }

  /// Whether a model, or the queue of sent values, has unsaved changes.
  package var hasUnsavedChanges: Bool { saving.hasChanges || sending.isUnsaved }

  package func drainChanges() -> GraphChanges {
    var changes = GraphChanges()
    while let id = saving.next() {
      guard let model = model(savedAs: id) else { continue }
      let node = model._node
      node.pending.remove(.saving)
      guard node.owner === self else { continue }
      changes.saved.append((node.id, saved(model)))
      saving.saved(node.id)
    }
    changes.deleted = saving.removeUnheld { entries[$0] != nil }
    sending.saved()
    return changes
  }

  /// Forgets which models have changed, where nothing is saved.
  package func forgetChanges() {
    while let id = saving.next() { model(savedAs: id)?._node.pending.remove(.saving) }
    _ = saving.removeUnheld { entries[$0] != nil }
    sending.saved()
  }

  /// Takes over restored models. They are in the store already unless they had to be changed; models that nothing
  /// refers to any more are deleted with the next turn.
  func adopt(_ restored: RestoredGraph, isStored: Bool) {
    for (id, model) in restored.models where entries[id] == nil {
      saving.hold(model)
      model._node.owner = self
      if !isStored || !restored.isExact { saving.enqueue(model) }
    }
    saving.deleteSaved { entries[$0] != nil }
    if isStored && restored.isExact {
      for id in saving.skipQueue() { model(savedAs: id)?._node.pending.remove(.saving) }
    }
    for failure in restored.failures {
      host.report(.notRestored, model: failure.id, type: failure.type, "\(failure)", ["error": failure.error])
    }
    for (id, model) in restored.models {
      guard let forgotten = restored.forgotten[id], forgotten.isNews(of: typeName(of: model)) else { continue }
      report(.notRestored, of: model, "was saved with different properties: \(forgotten)")
    }
    closeQuestionsWithoutActions()
  }

  /// A question with closures closes without a choice; a cancel button that sends a message still does.
  private func closeQuestionsWithoutActions() {
    guard let layer = layers.open.first(where: \.presentation.hasLostActions) else { return }
    report(.noChoice, of: layer.presenter, "lost its question: closures can't be saved")
    close(layer, reason: .programmatic)
  }

  /// The current saved form of every model, for a copy of the window.
  package func snapshot() -> [String: JSONValue] {
    var snapshot = entries.all.mapValues { saved($0.model) }
    for model in saving.heldModels { snapshot[model._node.id] = saved(model) }
    return snapshot
  }

  private func saved(_ model: any NavigationModel) -> JSONValue {
    var writer = _SavedWriter(models: self)
    model._save(to: &writer)
    if let failure = writer.failure {
      let facts = ["property": failure.property, "error": String(describing: failure.error)]
      report(.notSaved, of: model, "can't save its \(failure.property): \(failure.error)", facts)
    }
    let type = type(of: model)
    let name = TypeName.of(type)
    if host.isLostOnExit(name) {
      report(
        .notLasting, of: model,
        "has a private type, which can't be found again after a restart: make it internal or public")
    }
    var saved = SavedRecord(of: type, version: type.migrations.count, properties: writer.properties).saved
    let items = model._node.items.compactMap { item in item.saved.map { (item.key, JSONValue.string($0)) } }
    if !items.isEmpty { saved["items"] = .object(JSONObject(items)) }
    saved["draft"] = drafts.first { $0.model.hasSameScalars(as: model._node.id) }?.saved
    saved["destination"] = model._node.routing?.saved
    saved["presented"] = model._node.layer?.presentation.saved(models: self)
    return .object(saved)
  }
}
