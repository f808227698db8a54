/// Goes back to a checkpoint (F110): dismisses what is presented over it and pops what is pushed above it.
public struct ReturnToCheckpointCommand: NavigationCommand {
  let key: CheckpointKey
  let value: Any?

  init<Value>(_ checkpoint: NavigationCheckpoint<Value>, _ value: Value?) {
    key = checkpoint.key
    self.value = value
  }

  public func plan(for caller: any NavigationModel) -> CommandPlan {
    guard let graph = caller._node.graph else { return .notExecutable(.notAttached) }
    guard let found = graph.checkpoint(key, from: caller) else { return .notExecutable(.noCheckpoint(key.name)) }
    return .change {
      graph.goBack(to: found.place)
      let model = graph.model(at: found.place)
      let isDelivered = value != nil && found.handler != nil
      graph.note(
        .returned, model, "returns to \"\(key.name)\"", ["checkpoint": key.name, "delivered": "\(isDelivered)"])
      if let value { found.handler?(value) }
    }
  }

  /// Whether somebody would hear the value (U11).
  func delivers(for caller: any NavigationModel) -> Bool {
    value != nil && caller._node.graph?.checkpoint(key, from: caller)?.handler != nil
  }
}

/// What came of returning to a checkpoint.
public struct CheckpointResult: Equatable, Sendable {
  /// What `execute` answered.
  public let result: CommandResult
  /// Whether a handler of the checkpoint has heard the value (U11).
  public let isDelivered: Bool

  /// As commands of your own return it.
  public init(_ result: CommandResult, isDelivered: Bool = false) {
    self.result = result
    self.isDelivered = isDelivered
  }
}

extension NavigationCommand where Self == ReturnToCheckpointCommand {
  /// Without a value; a handler is called only if the checkpoint's takes none (U11).
  public static func returnToCheckpoint<Value>(_ checkpoint: NavigationCheckpoint<Value>) -> Self {
    Self(checkpoint, () as? Value)
  }

  /// With a value for the handler of the checkpoint that is found, and for no other (F111).
  public static func returnToCheckpoint<Value>(_ checkpoint: NavigationCheckpoint<Value>, value: Value) -> Self {
    Self(checkpoint, value)
  }
}

extension NavigationModel {
  /// Goes back to the nearest such checkpoint that has something above it, across layers, never across tabs (B43, U11).
  ///
  /// A handler is called only if the checkpoint's takes no value. Locks do not stop it.
  @discardableResult
  public func returnToCheckpoint<Value>(_ checkpoint: NavigationCheckpoint<Value>) -> CheckpointResult {
    returned(.returnToCheckpoint(checkpoint))
  }

  /// Goes back and hands the value to the handler of the checkpoint that was found, and to no other (F111).
  @discardableResult
  public func returnToCheckpoint<Value>(
    _ checkpoint: NavigationCheckpoint<Value>, value: Value
  ) -> CheckpointResult {
    returned(.returnToCheckpoint(checkpoint, value: value))
  }

  private func returned(_ command: ReturnToCheckpointCommand) -> CheckpointResult {
    _node.graph?.updateStructure()
    let isHeard = command.delivers(for: self)
    let result = execute(command)
    return CheckpointResult(result, isDelivered: result == .executed && isHeard)
  }

  /// Whether there is such a checkpoint to return to (F112). A `body` that asks is evaluated again when the answer may be
  /// another.
  public func canReturnToCheckpoint<Value>(_ checkpoint: NavigationCheckpoint<Value>) -> Bool {
    _node.graph?.ask()
    return canExecute(.returnToCheckpoint(checkpoint))
  }

  /// Declares a checkpoint where this model stands (F109). To be called in `start()`; in a `body` the modifier of the
  /// same name does the same.
  public func navigationCheckpoint<Value>(_ checkpoint: NavigationCheckpoint<Value>) {
    declare(CheckpointDeclaration(checkpoint, nil))
  }

  /// Declares a checkpoint; `handler` hears the value that somebody returns with.
  public func navigationCheckpoint<Value>(
    _ checkpoint: NavigationCheckpoint<Value>, _ handler: @escaping (Value) -> Void
  ) {
    declare(CheckpointDeclaration(checkpoint, handler))
  }

  private func declare(_ checkpoint: CheckpointDeclaration) {
    guard let graph = _node.graph, let entry = graph.entries[_node.id] else { return }
    entry.declared.add(checkpoint)
    graph.note(checkpoint, of: self)
  }
}

extension View {
  /// Declares a checkpoint where the model of this screen stands (F109, B41).
  public func navigationCheckpoint<Value>(_ checkpoint: NavigationCheckpoint<Value>) -> some View {
    DeclaringView(content: self) { $0.add(CheckpointDeclaration(checkpoint, nil)) }
  }

  /// Declares a checkpoint; `handler` hears the value that somebody returns with (B42).
  public func navigationCheckpoint<Value>(
    _ checkpoint: NavigationCheckpoint<Value>, _ handler: @escaping (Value) -> Void
  ) -> some View {
    DeclaringView(content: self) { $0.add(CheckpointDeclaration(checkpoint, handler)) }
  }
}
