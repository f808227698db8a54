extension NavigationGraph {
  func startAttached() {
    for model in structure.drainStarting() where model._node.graph === self {
      if entries.isUnusable(model) {
        reportMissing(of: model)
        continue
      }
      report(.started, of: model, "started")
      if isSilent { continue }
      // A new model is not saved yet.
      let former = saving.isSaved(model._node.id) ? places(around: model) : nil
      settling?.calls(model)
      model.start()
      if let former { reportRepeated(by: model, former) }
    }
  }

  private func reportMissing(of model: any NavigationModel) {
    let environment = model._node.environment
    guard let missing = entries[model._node.id]?.kind.missing(in: environment) else { return }
    report(.misuse, of: model, "is not shown. \(environment.reasonForMissing(missing))")
  }

  /// The places that the model's commands add to: the stack around it, and the layers.
  private func places(around model: any NavigationModel) -> Places {
    Places(path: stack(of: model)?.path ?? [], layers: layers.open)
  }

  /// Shares the storage of both lists.
  private struct Places {
    var path: [StackNavigationModel]
    var layers: [PresentedLayer]

    var models: [any NavigationModel] { path.map(\.model) + layers.compactMap(\.presentation.model) }

    /// Whether nothing was added, because the last of both are the same.
    func ends(as other: Places) -> Bool {
      path.last?.model === other.path.last?.model && layers.last === other.layers.last
    }
  }

  /// Reports a screen shown in `start()`: each restart would add another one, or replace the user's.
  private func reportRepeated(by model: any NavigationModel, _ former: Places) {
    let now = places(around: model)
    guard !former.ends(as: now) else { return }
    let types = Set(former.models.filter { $0 !== model }.map { ObjectIdentifier(type(of: $0)) })
    let added = now.models.without(former.models)
    guard let repeated = added.first(where: { types.contains(ObjectIdentifier(type(of: $0))) }) else { return }
    report(
      .misuse, of: model,
      """
      shows a new \(typeName(of: repeated)) in start(), which runs again after a restart, when the earlier one \
      is already there: begin with both, as .stacked([…]) does, or remember in a property that it was shown
      """)
  }
}
