/// Reads a value from a model's environment, as in SwiftUI.
///
/// By type it finds an object that the app's `environment(for:)` has given; by key path it reads what the client says of
/// itself (`\.locale`, `\.colorScheme`, `\.size`, …), `\.user` or `\.window`. It is never saved.
@propertyWrapper
public struct Environment<Value> {
  private enum Source {
    case object((EnvironmentValues) -> Value)
    case keyPath(KeyPath<EnvironmentValues, Value>)
  }

  private let source: Source

  /// The object of this type. One that `environment(for:)` doesn't give ends the process, as in SwiftUI; make the
  /// property optional where it may be missing.
  public init(_ type: Value.Type) where Value: AnyObject {
    source = .object { values in
      guard let object = values[type] else {
        fatalError("No \(type) in the environment: return one from the app's environment(for:) or sharedEnvironment()")
      }
      return object
    }
  }

  /// The object of this type; `nil` where `environment(for:)` doesn't give one.
  public init<Object: AnyObject>(_ type: Object.Type) where Value == Object? {
    source = .object { $0[type] }
  }

  /// What the client says of itself, who its user is, or which window this is. A `body` that reads it is evaluated
  /// again when the client says something else.
  public init(_ keyPath: KeyPath<EnvironmentValues, Value>) {
    source = .keyPath(keyPath)
  }

  public static subscript<Model: NavigationModel>(
    _enclosingInstance model: Model,
    wrapped wrappedKeyPath: KeyPath<Model, Value>,
    storage storageKeyPath: KeyPath<Model, Environment<Value>>
  ) -> Value {
    let environment = model._node.environment
    return switch model[keyPath: storageKeyPath].source {
    case .object(let read): read(environment)
    case .keyPath(let keyPath): environment[keyPath: keyPath]
    }
  }

  @available(*, unavailable, message: "@Environment works in a @NavigationModel class")
  public var wrappedValue: Value { fatalError("unavailable") }
}
