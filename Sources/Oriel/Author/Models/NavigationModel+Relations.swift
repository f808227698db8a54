// The place of a model in its graph. A `body` that reads it is evaluated again when the answer may have changed.

extension NavigationModel {
  /// The id in the window's document, never reused for another model of the window. Empty before the model is first
  /// part of a window.
  public var modelID: String { _node.id }

  /// Whether the model is part of a window.
  public var isAttached: Bool { graph.map { $0.isAttached(self) } ?? false }

  /// The model that contains or presents this one.
  public var parent: (any NavigationModel)? {
    graph == nil ? nil : _node.parent
  }

  /// The first predecessor, or the model itself if it has none.
  public var root: any NavigationModel { predecessors.first ?? self }

  /// The models from the root down to the parent.
  public var predecessors: [any NavigationModel] { predecessorsIncludingSelf.dropLast() }

  /// The models from the root down to this one.
  public var predecessorsIncludingSelf: [any NavigationModel] {
    guard graph != nil else { return [self] }
    var models: [any NavigationModel] = [self]
    while let parent = models.last?._node.parent { models.append(parent) }
    return models.reversed()
  }

  /// All models below this one, parents first, and presented models before contained ones.
  public var successors: [any NavigationModel] {
    if let graph { return ModelWalk(graph, from: self, .attached).dropFirst().map(\.model) }
    return children.flatMap { $0.successorsIncludingSelf }
  }

  /// This model, then all models below it, parents first.
  public var successorsIncludingSelf: [any NavigationModel] { [self] + successors }

  // MARK: Finding others in the window

  /// Finds the model with this id.
  public func find(id: String) -> (any NavigationModel)? {
    guard let model = graph?.model(id), model.isAttached else { return nil }
    return model
  }

  /// Finds the stack or the presented model with this name.
  public func find(named name: String) -> (any NavigationModel)? { graph?.model(named: name) }

  /// Finds the first model of this type, parents first.
  public func find<Model: NavigationModel>(_ type: Model.Type) -> Model? {
    graph?.attachedModels.lazy.compactMap { $0.model as? Model }.first
  }

  /// The innermost visible stack of the window.
  public var currentStack: (any StackRootNavigationModel)? { graph?.currentStack }

  /// The stack that this model navigates: the nearest one around it, within its layer.
  public var stack: (any StackRootNavigationModel)? { graph?.stack(of: self) }

  var graph: NavigationGraph? {
    _node.graph?.ask()
    return _node.graph
  }
}
