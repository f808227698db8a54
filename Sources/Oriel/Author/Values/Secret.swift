/// A value that is never saved, sent in a document or written to a log.
///
/// Read it with ``revealed``. As a property of a model, it is empty again after a restart.
public struct Secret<Value> {
  /// The secret value.
  public var revealed: Value

  /// Wraps a value.
  public init(_ value: Value) {
    revealed = value
  }
}

extension Secret: Equatable where Value: Equatable {}
extension Secret: Hashable where Value: Hashable {}
extension Secret: Sendable where Value: Sendable {}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  public var description: String { "•••" }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension Secret: ExpressibleByUnicodeScalarLiteral, ExpressibleByExtendedGraphemeClusterLiteral,
  ExpressibleByStringLiteral
where Value == String {
  public init(stringLiteral value: String) { self.init(value) }
}

/// Saving it only records that it was there.
extension Secret: Codable where Value == String {
  public init(from decoder: any Decoder) throws { self.init("") }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode("")
  }
}
