/// A closure as part of a value, such as a destination. It is equal only to its copies, and never saved, so a value
/// that contains one can't be restored.
public struct Callback<Value>: Hashable, Codable {
  private let closure: NamedClosure<(Value) throws -> Void>

  /// - Parameters:
  ///   - id: The identity for comparisons. Without an id, a callback is equal only to its copies.
  ///   - action: The closure, which runs where it is called.
  public init(id: String? = nil, _ action: @escaping (Value) throws -> Void) {
    closure = NamedClosure(id, action)
  }

  /// Calls the closure.
  ///
  /// - Throws: Any error that the closure throws.
  public func callAsFunction(_ value: Value) throws { try closure.action(value) }
}

/// An asynchronous ``Callback``. It runs on its caller's hub.
public struct AsyncCallback<Value>: Hashable, Codable {
  private let closure: NamedClosure<nonisolated(nonsending) (Value) async throws -> Void>

  /// - Parameters:
  ///   - id: The identity for comparisons. Without an id, a callback is equal only to its copies.
  ///   - action: The closure, which runs where it is called.
  public init(id: String? = nil, _ action: nonisolated(nonsending) @escaping (Value) async throws -> Void) {
    closure = NamedClosure(id, action)
  }

  /// Calls the closure, and waits for it.
  ///
  /// - Throws: Any error that the closure throws.
  public nonisolated(nonsending) func callAsFunction(_ value: Value) async throws { try await closure.action(value) }
}

/// A closure that is compared by its name or, without one, by its identity.
private final class NamedClosure<Action>: Hashable, Codable {
  let action: Action
  private let name: String?

  init(_ name: String?, _ action: Action) {
    self.name = name
    self.action = action
  }

  static func == (one: NamedClosure, other: NamedClosure) -> Bool {
    one === other || (one.name != nil && one.name == other.name)
  }

  func hash(into hasher: inout Hasher) {
    if let name { hasher.combine(name) } else { hasher.combine(ObjectIdentifier(self)) }
  }

  private static var reason: String { "A closure is not saved" }

  init(from decoder: any Decoder) throws {
    throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: Self.reason))
  }

  func encode(to encoder: any Encoder) throws {
    throw EncodingError.invalidValue(self, .init(codingPath: encoder.codingPath, debugDescription: Self.reason))
  }
}
