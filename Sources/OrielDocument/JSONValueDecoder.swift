/// Decodes `Decodable` values from JSON values, without converting them to text.
///
/// Integers are decoded from whole numbers. Integers that do not fit an `Int` are decoded from a string of their
/// digits.
public struct JSONValueDecoder: Sendable {
  /// The `userInfo` for the decoded types.
  public var userInfo: [CodingUserInfoKey: any Sendable]

  /// Creates a decoder.
  ///
  /// - Parameter userInfo: The `userInfo` for the decoded types.
  public init(userInfo: [CodingUserInfoKey: any Sendable] = [:]) { self.userInfo = userInfo }

  /// Decodes a value of this type.
  ///
  /// - Throws: `DecodingError`, with the path to the invalid value.
  public func decode<Value: Decodable>(_ type: Value.Type, from json: JSONValue) throws -> Value {
    try decoded(type, from: json, at: .root, userInfo)
  }

  /// Decodes a value of this type, without any `userInfo`.
  ///
  /// - Throws: `DecodingError`, with the path to the invalid value.
  public static func decode<Value: Decodable>(_ type: Value.Type, from json: JSONValue) throws -> Value {
    try JSONValueDecoder().decode(type, from: json)
  }
}

func decoded<Value: Decodable>(
  _ type: Value.Type, from json: JSONValue, at path: @autoclosure () -> CodingSteps,
  _ userInfo: [CodingUserInfoKey: any Sendable]
) throws -> Value {
  guard let plain = type as? any PlainValue.Type else {
    return try Value(from: ValueDecoder(json: json, path: path(), info: userInfo))
  }
  guard let value = plain.init(json: json) as? Value else { throw mismatch(type, json, path()) }
  return value
}

func mismatch(_ type: Any.Type, _ json: JSONValue, _ path: CodingSteps) -> DecodingError {
  let context = DecodingError.Context(
    codingPath: path.keys, debugDescription: "Expected \(type), found \(json.kindName).")
  return json.isNull ? .valueNotFound(type, context) : .typeMismatch(type, context)
}

extension JSONValue {
  fileprivate var kindName: String {
    switch self {
    case .null: "null"
    case .bool: "a boolean"
    case .integer, .number: "a number that is not finite or does not fit"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}

/// The decoder passed to `init(from:)`.
struct ValueDecoder: Decoder {
  let json: JSONValue
  let path: CodingSteps
  let info: [CodingUserInfoKey: any Sendable]

  var codingPath: [any CodingKey] { path.keys }
  var userInfo: [CodingUserInfoKey: Any] { info }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard case .object(let object) = json else { throw mismatch(JSONObject.self, json, path) }
    return KeyedDecodingContainer(KeyedValueDecoder(object: object, path: path, userInfo: info))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .array(let elements) = json else { throw mismatch([JSONValue].self, json, path) }
    return UnkeyedValueDecoder(elements: elements, path: path, userInfo: info)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer {
    SingleValueDecoder(json: json, path: path, userInfo: info)
  }
}
