/// Makes a JSON value of an `Encodable` one, without a detour over text.
///
/// An integer that is too large for `Int` becomes a string of its digits, which ``JSONValueDecoder`` takes back. A number that is
/// not finite is an `EncodingError`: JSON has no word for it.
public struct JSONValueEncoder: Sendable {
  /// The `userInfo` for the encoded types.
  public var userInfo: [CodingUserInfoKey: any Sendable]

  /// - Parameter userInfo: The `userInfo` for the encoded types.
  public init(userInfo: [CodingUserInfoKey: any Sendable] = [:]) { self.userInfo = userInfo }

  /// Makes the JSON of a value.
  ///
  /// - Throws: `EncodingError`, with the path to what JSON has no word for.
  public func encode(_ value: some Encodable) throws -> JSONValue {
    try encoded(value, at: .root, userInfo)
  }

  /// Makes the JSON of a value, without any `userInfo`.
  public static func encode(_ value: some Encodable) throws -> JSONValue {
    try JSONValueEncoder().encode(value)
  }
}

/// JSON's own types need no encoder, and no path.
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

/// The encoder passed to `encode(to:)`. Several containers of the same kind write to the same node.
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
