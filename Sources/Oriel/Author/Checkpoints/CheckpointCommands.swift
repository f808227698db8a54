struct ReturnToCheckpointCommand: NavigationCommand {
  let key: CheckpointKey
  let value: Any?

  init<Value>(_ checkpoint: NavigationCheckpoint<Value>, _ value: Value?) {
    key = checkpoint.key
    self.value = value
  }

  func plan(for caller: any NavigationModel) -> CommandPlan {
    guard let graph = caller._node.graph else { return .notExecutable(.notAttached) }
    guard let found = graph.checkpoint(key, from: caller) else { return .notExecutable(.noCheckpoint(key.name)) }
    return .change {
      graph.goBack(to: found.target)
      let model = graph.model(at: found.target)
      let isDelivered = value != nil && found.handler != nil
      graph.report(
        .returned, of: model, "returns to \"\(key.name)\"", ["checkpoint": key.name, "delivered": "\(isDelivered)"])
      if let value { found.handler?(value) }
    }
  }

  /// Whether a handler would receive the value.
  func delivers(for caller: any NavigationModel) -> Bool {
    value != nil && caller._node.graph?.checkpoint(key, from: caller)?.handler != nil
  }
}

/// The result of returning to a checkpoint.
public struct CheckpointResult: Equatable, Sendable {
  /// The result of `execute`.
  public let result: CommandResult
  /// Whether a handler of the checkpoint received the value.
  public let isDelivered: Bool

  /// Creates a result, for commands of your own.
  public init(_ result: CommandResult, isDelivered: Bool = false) {
    self.result = result
    self.isDelivered = isDelivered
  }
}

extension NavigationCommand where Self == AnyNavigationCommand {
  /// Returns without a value. The checkpoint's handler is called only if it takes none.
  public static func returnToCheckpoint<Value>(_ checkpoint: NavigationCheckpoint<Value>) -> Self {
    Self(ReturnToCheckpointCommand(checkpoint, () as? Value))
  }

  /// Returns with a value for the handler of the nearest checkpoint found.
  public static func returnToCheckpoint<Value>(_ checkpoint: NavigationCheckpoint<Value>, value: Value) -> Self {
    Self(ReturnToCheckpointCommand(checkpoint, value))
  }
}

extension NavigationModel {
  /// Returns to the nearest checkpoint of this kind that has anything above it, across layers but not across tabs.
  ///
  /// The checkpoint's handler is called only if it takes no value. Locks don't prevent this. See
  /// <doc:Rules#Checkpoints-are-reached-from-above>.
  @discardableResult
  public func returnToCheckpoint<Value>(_ checkpoint: NavigationCheckpoint<Value>) -> CheckpointResult {
    returned(ReturnToCheckpointCommand(checkpoint, () as? Value))
  }

  /// Returns to the nearest checkpoint and passes the value to its handler.
  @discardableResult
  public func returnToCheckpoint<Value>(
    _ checkpoint: NavigationCheckpoint<Value>, value: Value
  ) -> CheckpointResult {
    returned(ReturnToCheckpointCommand(checkpoint, value))
  }

  private func returned(_ command: ReturnToCheckpointCommand) -> CheckpointResult {
    _node.graph?.updateStructure()
    let isHeard = command.delivers(for: self)
    let result = execute(command)
    return CheckpointResult(result, isDelivered: result == .executed && isHeard)
  }

  /// Whether there is such a checkpoint to return to. A `body` that reads this is evaluated again when the answer may
  /// have changed.
  public func canReturnToCheckpoint<Value>(_ checkpoint: NavigationCheckpoint<Value>) -> Bool {
    _node.graph?.ask()
    return canExecute(.returnToCheckpoint(checkpoint))
  }

  /// Declares a checkpoint at this model. Call it in `start()`, or use the modifier of the same name in `body`.
  ///
  /// The handler receives the value that a model returns with.
  public func navigationCheckpoint<Value>(
    _ checkpoint: NavigationCheckpoint<Value>, _ handler: ((Value) -> Void)? = nil
  ) {
    guard let graph = _node.graph, let entry = graph.entries[_node.id] else { return }
    let declaration = CheckpointDeclaration(checkpoint, handler)
    entry.declared.add(declaration)
    graph.report(declaration, of: self)
  }
}

extension View {
  /// Declares a checkpoint at the model of this screen. The handler receives the value that a model returns with.
  public func navigationCheckpoint<Value>(
    _ checkpoint: NavigationCheckpoint<Value>, _ handler: ((Value) -> Void)? = nil
  ) -> some View {
    DeclaringView(content: self) { $0.add(CheckpointDeclaration(checkpoint, handler)) }
  }
}
