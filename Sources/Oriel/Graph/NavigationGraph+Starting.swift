extension NavigationGraph {
  func startAttached() {
    let starting = startQueue
    startQueue = []
    for model in starting where model._node.graph === self {
      note(.started, model, "started")
      if isSilent { continue }
      let former = isRestored(model) ? places(around: model) : []
      settling?.actor = model
      model.start()
      if !former.isEmpty { noteRepeated(by: model, former) }
    }
  }

  /// Whether the model was restored; a new one is not saved yet.
  private func isRestored(_ model: any NavigationModel) -> Bool { savedIDs.contains(model._node.id) }

  /// The places that the model's commands add to: the stack around it, and the layers.
  private func places(around model: any NavigationModel) -> [any NavigationModel] {
    (stack(of: model)?.path.map(\.model) ?? []) + layers.compactMap(\.presentation.model)
  }

  /// Reports a screen shown in `start()`: each restart would add another one, or replace the user's.
  private func noteRepeated(by model: any NavigationModel, _ former: [any NavigationModel]) {
    let added = places(around: model).without(former)
    let repeated = added.first { place in former.contains { $0 !== model && type(of: $0) == type(of: place) } }
    guard let repeated else { return }
    note(
      .senseless, model,
      """
      shows a new \(typeName(of: repeated)) in start(), which runs again after a restart, when the earlier one \
      is already there: begin with both, as .stacked([…]) does, or remember in a property that it was shown
      """)
  }
}
