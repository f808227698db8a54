/// The structure of the graph at the start of this round of its settling, where it has changed: the order in which models
/// finish.
struct FormerStructure {
  private var attached: [ObjectIdentifier: [any NavigationModel]] = [:]
  /// Models attached since, in order. They may have left again.
  private(set) var arrived: [any NavigationModel] = []

  /// The models attached below a node; `nil` if they have not changed.
  func attached(below node: _ModelNode) -> [any NavigationModel]? { attached[ObjectIdentifier(node)] }

  /// Records the models attached below a node before its first change.
  mutating func keep(_ children: [any NavigationModel], below node: _ModelNode) {
    if attached(below: node) == nil { attached[ObjectIdentifier(node)] = children }
  }

  mutating func recordArrival(of model: any NavigationModel) {
    attached[ObjectIdentifier(model._node)] = []
    arrived.append(model)
  }
}
