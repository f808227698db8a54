/// Reads a value from a model's environment, as in SwiftUI.
///
/// With a type, it reads an object returned by the app's `environment(for:)` or `prepare()`. With a key path,
/// it reads a fact reported by the client (`\.locale`, `\.colorScheme`, `\.size`, …), `\.user` or `\.window`. It is
/// never saved.
@propertyWrapper
public struct Environment<Value> {
  private enum Source {
    case object((EnvironmentValues) -> Value)
    case keyPath(KeyPath<EnvironmentValues, Value>)
  }

  private let source: Source
  /// The object that must be there.
  package let required: RequiredObject?

  /// Reads the object of this type.
  ///
  /// A screen whose object is missing is not shown: an error is in its place, the log names the type, and nothing of the
  /// model is called. Reading a missing object elsewhere, as in the model's `init`, is a fatal error, as in SwiftUI. Make
  /// the property optional if the object may be missing.
  public init(_ type: Value.Type) where Value: AnyObject {
    self.init(RequiredObject("\(type)") { $0[type] != nil }) { $0[type] }
  }

  /// Reads the last object that conforms to this protocol, so that a test can give another one.
  ///
  /// ```swift
  /// protocol Exchange: AnyObject, Sendable {
  ///   func place(_ order: Order, key: String) async throws
  /// }
  ///
  /// @SavedState final class Desk {
  ///   @Environment((any Exchange).self) var exchange
  /// }
  /// ```
  /// If there is none, the same applies as for a class.
  @_disfavoredOverload
  public init(_ type: Value.Type) {
    self.init(RequiredObject("\(type)") { $0.conforming(to: type) != nil }) { $0.objects.conforming(to: type) }
  }

  /// Reads the last object that conforms to this protocol, or `nil` if the environment has none.
  @_disfavoredOverload
  public init<Conformance>(_ type: Conformance.Type) where Value == Conformance? {
    required = nil
    source = .object { $0.objects.conforming(to: type) }
  }

  private init(_ required: RequiredObject, _ read: @escaping (EnvironmentValues) -> Value?) {
    self.required = required
    source = .object { values in
      guard let object = read(values) else { fatalError(values.reasonForMissing(required.name)) }
      return object
    }
  }

  /// Reads the object of this type, or `nil` if the environment has none.
  public init<Object: AnyObject>(_ type: Object.Type) where Value == Object? {
    required = nil
    source = .object { $0[type] }
  }

  /// Reads a fact about the client, its user, or this window. A `body` that reads it is evaluated again when it
  /// changes.
  public init(_ keyPath: KeyPath<EnvironmentValues, Value>) {
    required = nil
    source = .keyPath(keyPath)
  }

  @_disfavoredOverload
  @available(*, unavailable, message: "an object is found by its type: '@Environment(Service.self) var service'")
  public init(_ keyPath: KeyPath<_UnknownEnvironmentValues, Value>) { fatalError("unavailable") }

  public static subscript<Owner: HubObject>(
    _enclosingInstance owner: Owner,
    wrapped wrappedKeyPath: KeyPath<Owner, Value>,
    storage storageKeyPath: KeyPath<Owner, Environment<Value>>
  ) -> Value {
    let environment = owner._node.environment
    return switch owner[keyPath: storageKeyPath].source {
    case .object(let read): read(environment)
    case .keyPath(let keyPath): (owner._node.visitorEnvironment ?? environment)[keyPath: keyPath]
    }
  }

  @available(*, unavailable, message: "@Environment works in a @NavigationModel or @SavedState class")
  public var wrappedValue: Value { fatalError("unavailable") }
}

/// A property that reads an object which must be there.
package protocol RequiringObject {
  var required: RequiredObject? { get }
}

/// An object that a model can't be without.
package struct RequiredObject: Sendable {
  let name: String
  // Guard: it knows nothing but a type.
  nonisolated(unsafe) let isIn: (EnvironmentObjects) -> Bool

  init(_ name: String, isIn: @escaping (EnvironmentObjects) -> Bool) { (self.name, self.isIn) = (name, isIn) }
}

extension Environment: RequiringObject {}

extension EnvironmentValues {
  func reasonForMissing(_ type: String) -> String {
    tenant == .everywhere
      ? "No \(type) in the environment: windows of an .everywhere scene see services only"
      : "No \(type) in the environment: return one from the app's environment(for:) or prepare()"
  }
}

/// Stands for any name that the environment does not have, so that the compiler can say how objects are found.
@dynamicMemberLookup
public struct _UnknownEnvironmentValues {
  private init() {}

  /// Any name.
  public subscript<Value>(dynamicMember name: String) -> Value { fatalError("unavailable") }
  /// Any name, if nothing determines the type of its value.
  public subscript(dynamicMember name: String) -> Never { fatalError("unavailable") }
}

// The methods of a model do what SwiftUI's environment does.
extension EnvironmentValues {
  @available(*, unavailable, message: "call 'self.dismissSelf()', or 'self.back()'")
  public var dismiss: () -> Void { fatalError("unavailable") }

  @available(*, unavailable, message: "call 'self.dismissSelf()', or read 'self.isPresented'")
  public var presentationMode: () -> Void { fatalError("unavailable") }

  @available(*, unavailable, message: "call 'self.openWindow(id)'")
  public var openWindow: (String) -> Void { fatalError("unavailable") }

  @available(*, unavailable, message: "call 'self.dismissWindow(id)'")
  public var dismissWindow: (String) -> Void { fatalError("unavailable") }

  @available(*, unavailable, message: "call 'self.openURL(url)'")
  public var openURL: (String) -> Void { fatalError("unavailable") }

  @available(*, unavailable, message: "read '@Environment(\\.isVisible) var isVisible'")
  public var scenePhase: Bool { fatalError("unavailable") }
}
