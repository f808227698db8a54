// Where a model stands. A `body` that asks is evaluated again when the answer may have changed.

extension NavigationModel {
  /// The id in the window's document, never used for another model of the window; empty before the model is first
  /// part of one.
  public var modelID: String { _node.id }

  /// Whether the model is part of a window.
  public var isAttached: Bool { graph.map { $0.isAttached(self) } ?? false }

  /// What contains or presents this model.
  public var parent: (any NavigationModel)? {
    graph == nil ? nil : _node.parent
  }

  /// The first of the predecessors; the model itself where there are none.
  public var root: any NavigationModel { predecessors.first ?? self }

  /// From the root down to the parent.
  public var predecessors: [any NavigationModel] { predecessorsIncludingSelf.dropLast() }

  /// From the root down to this model.
  public var predecessorsIncludingSelf: [any NavigationModel] {
    guard graph != nil else { return [self] }
    var models: [any NavigationModel] = [self]
    while let parent = models.last?._node.parent { models.append(parent) }
    return models.reversed()
  }

  /// All that is below, parents first, what is presented before what is contained.
  public var successors: [any NavigationModel] {
    if let graph { return graph.successors(of: self) }
    return children.flatMap { $0.successorsIncludingSelf }
  }

  /// This model, then all that is below it, parents first.
  public var successorsIncludingSelf: [any NavigationModel] { [self] + successors }

  // MARK: Finding others in the window

  /// The model of this id.
  public func find(id: String) -> (any NavigationModel)? {
    guard let model = graph?.model(id), model.isAttached else { return nil }
    return model
  }

  /// The stack of this name, or what is presented under this name.
  public func find(named name: String) -> (any NavigationModel)? { graph?.model(named: name) }

  /// The first model of this type, parents first.
  public func find<Model: NavigationModel>(_ type: Model.Type) -> Model? {
    graph?.all.lazy.compactMap { $0 as? Model }.first
  }

  /// The innermost stack that can be seen in the window.
  public var currentStack: (any StackRootNavigationModel)? { graph?.currentStack }

  /// The stack this model navigates: the nearest one around it within its layer.
  public var stack: (any StackRootNavigationModel)? { graph?.stack(of: self) }

  var graph: NavigationGraph? {
    _node.graph?.ask()
    return _node.graph
  }
}
