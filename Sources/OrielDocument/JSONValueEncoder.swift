/// Encodes `Encodable` values as JSON values, without converting them to text.
///
/// An integer that is too large for an `Int` becomes a string of its digits, which ``JSONValueDecoder`` accepts. A
/// number that is not finite throws an `EncodingError`, because JSON cannot represent it.
public struct JSONValueEncoder: Sendable {
  /// The `userInfo` for the encoded types.
  public var userInfo: [CodingUserInfoKey: any Sendable]

  /// Creates an encoder.
  ///
  /// - Parameter userInfo: The `userInfo` for the encoded types.
  public init(userInfo: [CodingUserInfoKey: any Sendable] = [:]) { self.userInfo = userInfo }

  /// Encodes a value.
  ///
  /// - Throws: `EncodingError`, with the path to the value that JSON cannot represent.
  public func encode(_ value: some Encodable) throws -> JSONValue {
    try encoded(value, at: .root, userInfo)
  }

  /// Encodes a value, without any `userInfo`.
  ///
  /// - Throws: `EncodingError`, with the path to the value that JSON cannot represent.
  public static func encode(_ value: some Encodable) throws -> JSONValue {
    try JSONValueEncoder().encode(value)
  }
}

/// Encodes a value. A `PlainValue` needs neither an encoder nor a path.
func encoded<Value: Encodable>(
  _ value: Value, at path: @autoclosure () -> CodingSteps, _ userInfo: [CodingUserInfoKey: any Sendable]
) throws -> JSONValue {
  if let plain = value as? any PlainValue {
    if let json = plain.json { return json }
    let context = EncodingError.Context(codingPath: path().keys, debugDescription: "JSON cannot represent this number.")
    throw EncodingError.invalidValue(value, context)
  }
  let encoder = ValueEncoder(node: EncodingNode(), path: path(), info: userInfo)
  try value.encode(to: encoder)
  return encoder.node.value
}

/// The encoder passed to `encode(to:)`. If a type requests several containers of the same kind, they write to the same
/// node.
struct ValueEncoder: Encoder {
  let node: EncodingNode
  let path: CodingSteps
  let info: [CodingUserInfoKey: any Sendable]

  var codingPath: [any CodingKey] { path.keys }
  var userInfo: [CodingUserInfoKey: Any] { info }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(KeyedValueEncoder(node: node, path: path, userInfo: info))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    UnkeyedValueEncoder(node: node, path: path, userInfo: info)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    SingleValueEncoder(node: node, path: path, userInfo: info)
  }
}
