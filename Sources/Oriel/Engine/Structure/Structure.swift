/// The models with changed children, and the results of reading those: models to start, to move, to mend or to finish.
struct Structure {
  typealias Listing = (child: any NavigationModel, parent: any NavigationModel)

  private var queue: [any NavigationModel] = []
  private var starting: [any NavigationModel] = []
  /// Models that are listed in a second place.
  private var contested: [Listing] = []
  /// Tab containers with an invalid selection.
  private var unknownTabs: [any NavigationModel] = []
  private(set) var former = FormerStructure()
  /// Whether models were removed in this settling; they finish unless they have a new parent at its end.
  private(set) var hasDetached = false
  /// Whether a model's children are being read.
  private(set) var isReading = false

  var isSettled: Bool { isCurrent && starting.isEmpty && !hasDetached && contested.isEmpty && unknownTabs.isEmpty }
  /// Whether no model's children have to be read.
  var isCurrent: Bool { queue.isEmpty }
  /// Whether attached models have yet to start.
  var isStarting: Bool { !starting.isEmpty }
  var isContested: Bool { !contested.isEmpty }

  mutating func enqueue(_ model: any NavigationModel) {
    guard model._node.pending.insert(.structure).inserted else { return }
    queue.append(model)
  }

  mutating func drainQueue() -> [any NavigationModel] { drain(&queue) }
  mutating func drainStarting() -> [any NavigationModel] { drain(&starting) }
  mutating func drainContested() -> [Listing] { drain(&contested) }
  mutating func drainUnknownTabs() -> [any NavigationModel] { drain(&unknownTabs) }

  mutating func beginReading() { isReading = true }
  mutating func endReading() { isReading = false }

  mutating func attached(_ model: any NavigationModel) {
    former.recordArrival(of: model)
    starting.append(model)
  }

  mutating func detached() { hasDetached = true }

  /// The model had these children before its first change.
  mutating func changes(_ children: [any NavigationModel], below node: _ModelNode) {
    former.keep(children, below: node)
  }

  mutating func contest(_ child: any NavigationModel, by parent: any NavigationModel) {
    contested.append((child, parent))
  }

  mutating func selectsUnknownTab(_ tabs: any NavigationModel) { unknownTabs.append(tabs) }

  /// The removed models have finished.
  mutating func finished() { hasDetached = false }
  mutating func forgetFormer() { former = FormerStructure() }
}

/// Empties a list and returns what was in it.
func drain<Element>(_ list: inout [Element]) -> [Element] {
  defer { list = [] }
  return list
}
