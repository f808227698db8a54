/// A named place in a window's navigation, to which models above it can return, with a value or without one (B40).
///
/// ```swift
/// extension NavigationCheckpoint where Value == Int { static var settings: Self { Self("settings") } }
/// ```
/// A model declares it with `navigationCheckpoint`, and whoever stands above goes there with `returnToCheckpoint`. Its
/// place is where that model stands: a stack and a depth in it, or the bottom of a layer. It goes with its model, moves
/// with it, and is there again after a restart.
public struct NavigationCheckpoint<Value>: Hashable, Sendable {
  /// Its name; together with the type of the value it says which checkpoint it is.
  public let name: String

  /// - Parameter name: Unique together with the type of the value: the same name with another type is another
  ///   checkpoint.
  public init(_ name: String) {
    self.name = name
  }

  var key: CheckpointKey { CheckpointKey(name: name, valueType: TypeName.of(Value.self).readable) }
}

/// What tells one checkpoint from another.
struct CheckpointKey: Hashable, Codable, Sendable {
  let name: String
  let valueType: String
}

/// A checkpoint as a model has declared it.
struct CheckpointDeclaration {
  let key: CheckpointKey
  /// Hears the value somebody returned with. It is of the key's type.
  let handler: ((Any) -> Void)?

  init<Value>(_ checkpoint: NavigationCheckpoint<Value>, _ handler: ((Value) -> Void)?) {
    key = checkpoint.key
    self.handler = handler.map { handler in { value in (value as? Value).map(handler) } }
  }
}
