import OrielDocument

/// The models to render, and the members of the document beside the models.
struct Rendering {
  private var queue: [any NavigationModel] = []
  /// Ids whose model has left since the last rendering.
  private var removed: [String] = []
  /// The screens whose elements are left out of the document, in the order in which they were first rendered.
  private var leftOut: [String] = []
  /// The document's members beside its models.
  private(set) var header = JSONObject()
  /// Whether the window was locked when the header was last made; `nil` when there may be another title.
  private var headline: Bool?
  /// How often a `body` was evaluated.
  private(set) var evaluations = 0

  mutating func enqueue(_ model: any NavigationModel) {
    guard model._node.pending.insert(.rendering).inserted else { return }
    queue.append(model)
  }

  func hasQueued(where isMeant: (any NavigationModel) -> Bool) -> Bool { queue.contains(where: isMeant) }

  /// A rendered model has left the graph.
  mutating func removed(_ id: String) { removed.append(id) }

  /// The elements of a screen are not in the document.
  mutating func leavesOut(_ id: String) { leftOut.append(id) }

  /// Empties the list of screens whose elements are not in the document.
  mutating func drainLeftOut() -> [String] { Oriel.drain(&leftOut) }

  /// Empties the queue and the list of removed ids.
  mutating func drain() -> (changed: [any NavigationModel], removed: [String]) {
    (Oriel.drain(&queue), Oriel.drain(&removed))
  }

  /// Puts models back that were taken and not rendered.
  mutating func putBack(_ models: some Collection<any NavigationModel>) { queue.insert(contentsOf: models, at: 0) }

  mutating func evaluated() { evaluations += 1 }

  // MARK: The header

  mutating func titleMayChange() { headline = nil }

  /// Whether the header has to be made again. Usually none of its parts has changed.
  mutating func needsHeader(isLocked: Bool, hasAddresses: Bool) -> Bool {
    guard headline != isLocked || hasAddresses else { return false }
    headline = isLocked
    return true
  }

  /// Replaces the header and appends the differences.
  mutating func setHeader(_ new: JSONObject, into operations: inout [PatchOperation]) {
    guard new != header else { return }
    JSONValue.difference(from: .object(header), to: .object(new), into: &operations)
    header = new
  }

  /// Forgets everything but the last header.
  mutating func clear() { (queue, removed, leftOut) = ([], [], []) }
}
