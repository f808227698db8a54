/// The models in the store, those to save next, and those that are kept outside the graph because others refer to them.
struct Saving {
  private struct Held { weak var model: (any NavigationModel)? }

  /// The ids to save; a model that leaves the graph before that is not kept.
  private var queue: [String] = []
  private var savedIDs: Set<String>
  private var held: [String: Held] = [:]

  init(savedIDs: Set<String> = []) {
    self.savedIDs = savedIDs
  }

  var hasChanges: Bool { !queue.isEmpty || held.contains { $0.value.model == nil } }

  mutating func enqueue(_ model: any NavigationModel) {
    if model._node.pending.insert(.saving).inserted { enqueue(model._node.id) }
  }

  mutating func enqueue(_ id: String) { queue.append(id) }

  /// The next id to save.
  mutating func next() -> String? { queue.popLast() }

  /// The queued models are in the store already. Returns their ids.
  mutating func skipQueue() -> [String] { drain(&queue) }

  mutating func saved(_ id: String) { savedIDs.insert(id) }
  func isSaved(_ id: String) -> Bool { savedIDs.contains(id) }

  // MARK: Models outside the graph

  /// Keeps a model that is not attached as long as another one refers to it.
  mutating func hold(_ model: any NavigationModel) { held[model._node.id] = Held(model: model) }

  /// The model is attached.
  mutating func release(_ id: String) { held[id] = nil }

  func heldModel(_ id: String) -> (any NavigationModel)? { held[id]?.model }
  var heldModels: [any NavigationModel] { held.values.compactMap(\.model) }

  /// Deletes the saved models that are neither attached nor held with the next turn.
  mutating func deleteSaved(unless isAttached: (String) -> Bool) {
    for id in savedIDs where held[id] == nil && !isAttached(id) { held[id] = Held() }
  }

  /// Forgets the models that nothing refers to any more. Returns the ids to delete from the store.
  mutating func removeUnheld(unless isAttached: (String) -> Bool) -> [String] {
    var deleted: [String] = []
    for (id, held) in held where held.model == nil {
      self.held[id] = nil
      if !isAttached(id), savedIDs.remove(id) != nil { deleted.append(id) }
    }
    return deleted
  }
}
