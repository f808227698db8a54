/// A named place in a window's navigation, to which models above it can return, with a value or without one.
///
/// ```swift
/// extension NavigationCheckpoint where Value == Int { static var settings: Self { Self("settings") } }
/// ```
/// A model declares a checkpoint with `navigationCheckpoint`, and models above it return there with
/// `returnToCheckpoint`. A checkpoint's place is that of its model: a stack and a depth in it, or the bottom of a
/// layer. It moves with its model, disappears when the model finishes, and is there again after a restart.
public struct NavigationCheckpoint<Value>: Hashable, Sendable {
  /// The name, which identifies the checkpoint together with the type of its value.
  public let name: String

  /// - Parameter name: Unique together with the type of the value: the same name with another type is a different
  ///   checkpoint.
  public init(_ name: String) {
    self.name = name
  }

  var key: CheckpointKey { CheckpointKey(name: name, valueType: TypeName.of(Value.self).readable) }
}

/// The identity of a checkpoint.
struct CheckpointKey: Hashable, Codable, Sendable {
  let name: String
  let valueType: String
}

/// A checkpoint declared by a model.
struct CheckpointDeclaration {
  let key: CheckpointKey
  /// Receives the value of a return. The value has the key's type.
  let handler: ((Any) -> Void)?

  init<Value>(_ checkpoint: NavigationCheckpoint<Value>, _ handler: ((Value) -> Void)?) {
    key = checkpoint.key
    self.handler = handler.map { handler in { value in (value as? Value).map(handler) } }
  }
}
