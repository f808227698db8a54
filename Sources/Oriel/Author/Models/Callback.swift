/// A closure as part of a value, such as a destination. It is equal only to its copies, and never saved, so a value
/// that contains one can't be restored.
public struct Callback<Value>: Hashable, Codable {
  private let identity: CallbackIdentity
  private let action: (Value) throws -> Void

  /// - Parameters:
  ///   - id: The identity for comparisons. Without an id, a callback is equal only to its copies.
  ///   - action: The closure, which runs where it is called.
  public init(id: String? = nil, _ action: @escaping (Value) throws -> Void) {
    identity = CallbackIdentity(id)
    self.action = action
  }

  /// Calls the closure.
  ///
  /// - Throws: Any error that the closure throws.
  public func callAsFunction(_ value: Value) throws { try action(value) }

  public static func == (one: Self, other: Self) -> Bool { one.identity == other.identity }
  public func hash(into hasher: inout Hasher) { hasher.combine(identity) }
  public init(from decoder: any Decoder) throws { throw CallbackIdentity.unsaved(decoder.codingPath) }
  public func encode(to encoder: any Encoder) throws { throw CallbackIdentity.unsaved(self, encoder.codingPath) }
}

/// An asynchronous ``Callback``. It runs on its caller's hub.
public struct AsyncCallback<Value>: Hashable, Codable {
  private let identity: CallbackIdentity
  private let action: nonisolated(nonsending) (Value) async throws -> Void

  /// - Parameters:
  ///   - id: The identity for comparisons. Without an id, a callback is equal only to its copies.
  ///   - action: The closure, which runs where it is called.
  public init(id: String? = nil, _ action: nonisolated(nonsending) @escaping (Value) async throws -> Void) {
    identity = CallbackIdentity(id)
    self.action = action
  }

  /// Calls the closure, and waits for it.
  ///
  /// - Throws: Any error that the closure throws.
  public nonisolated(nonsending) func callAsFunction(_ value: Value) async throws { try await action(value) }

  public static func == (one: Self, other: Self) -> Bool { one.identity == other.identity }
  public func hash(into hasher: inout Hasher) { hasher.combine(identity) }
  public init(from decoder: any Decoder) throws { throw CallbackIdentity.unsaved(decoder.codingPath) }
  public func encode(to encoder: any Encoder) throws { throw CallbackIdentity.unsaved(self, encoder.codingPath) }
}

/// The identity of a callback.
private enum CallbackIdentity: Hashable {
  final class Token {}

  case named(String)
  case token(Token)

  init(_ id: String?) { self = id.map(Self.named) ?? .token(Token()) }

  static func == (one: Self, other: Self) -> Bool {
    switch (one, other) {
    case (.named(let name), .named(let otherName)): name == otherName
    case (.token(let token), .token(let otherToken)): token === otherToken
    default: false
    }
  }

  func hash(into hasher: inout Hasher) {
    switch self {
    case .named(let name): hasher.combine(name)
    case .token(let token): hasher.combine(ObjectIdentifier(token))
    }
  }

  private static let reason = "A closure is not saved"

  static func unsaved(_ path: [any CodingKey]) -> DecodingError {
    .dataCorrupted(.init(codingPath: path, debugDescription: reason))
  }

  static func unsaved(_ value: Any, _ path: [any CodingKey]) -> EncodingError {
    .invalidValue(value, .init(codingPath: path, debugDescription: reason))
  }
}
