struct KeyedValueDecoder<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let object: JSONObject
  let path: CodingSteps
  let userInfo: [CodingUserInfoKey: any Sendable]
  private let positions: KeyPositions

  init(object: JSONObject, path: CodingSteps, userInfo: [CodingUserInfoKey: any Sendable]) {
    (self.object, self.path, self.userInfo) = (object, path, userInfo)
    positions = KeyPositions(object)
  }

  var codingPath: [any CodingKey] { path.keys }
  var allKeys: [Key] { object.members.compactMap { Key(stringValue: $0.key) } }

  func contains(_ key: Key) -> Bool { positions[key.stringValue] != nil }

  func decodeNil(forKey key: Key) throws -> Bool { try value(key).isNull }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try decoded(type, from: try value(key), at: path.appending(key), userInfo)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try decoder(try value(key), key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try decoder(try value(key), key).unkeyedContainer()
  }

  /// Returns the superclass's decoder. If the superclass encoded nothing, there is no member for it; its decoder then
  /// holds `null`, and a superclass that decodes nothing still succeeds.
  func superDecoder() -> any Decoder {
    decoder(positions[CodingStep.super.stringValue].map { object.members[$0].value } ?? .null, CodingStep.super)
  }

  func superDecoder(forKey key: Key) throws -> any Decoder { decoder(try value(key), key) }

  private func value(_ key: Key) throws -> JSONValue {
    guard let position = positions[key.stringValue] else {
      let context = DecodingError.Context(codingPath: codingPath, debugDescription: "No member \"\(key.stringValue)\".")
      throw DecodingError.keyNotFound(key, context)
    }
    return object.members[position].value
  }

  private func decoder(_ value: JSONValue, _ key: any CodingKey) -> ValueDecoder {
    ValueDecoder(json: value, path: path.appending(key), info: userInfo)
  }
}

/// The indices of the members. A large object gets a hash table, because decoding a large dictionary would otherwise
/// take quadratic time.
private enum KeyPositions {
  case few(JSONObject)
  case many([ScalarKey: Int])

  init(_ object: JSONObject) {
    guard object.count > 16 else {
      self = .few(object)
      return
    }
    let keys = object.members.enumerated().lazy.map { (ScalarKey($1.key), $0) }
    self = .many(Dictionary(keys, uniquingKeysWith: { first, _ in first }))
  }

  subscript(key: String) -> Int? {
    switch self {
    case .few(let object): object.position(of: key)
    case .many(let positions): positions[ScalarKey(key)]
    }
  }
}

struct UnkeyedValueDecoder: UnkeyedDecodingContainer {
  let elements: [JSONValue]
  let path: CodingSteps
  let userInfo: [CodingUserInfoKey: any Sendable]
  private(set) var currentIndex = 0

  init(elements: [JSONValue], path: CodingSteps, userInfo: [CodingUserInfoKey: any Sendable]) {
    (self.elements, self.path, self.userInfo) = (elements, path, userInfo)
  }

  var codingPath: [any CodingKey] { path.keys }
  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex >= elements.count }

  mutating func decodeNil() throws -> Bool {
    guard try peek(JSONValue.self).isNull else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let value = try decoded(type, from: try peek(type), at: here, userInfo)
    currentIndex += 1
    return value
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> {
    let container = try decoder(type).container(keyedBy: type)
    currentIndex += 1
    return container
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let container = try decoder([JSONValue].self).unkeyedContainer()
    currentIndex += 1
    return container
  }

  mutating func superDecoder() throws -> any Decoder {
    let decoder = try decoder(JSONValue.self)
    currentIndex += 1
    return decoder
  }

  private var here: CodingSteps { path.appending(CodingStep(intValue: currentIndex)) }

  private func peek(_ type: Any.Type) throws -> JSONValue {
    guard !isAtEnd else {
      let context = DecodingError.Context(codingPath: here.keys, debugDescription: "The array has no more elements.")
      throw DecodingError.valueNotFound(type, context)
    }
    return elements[currentIndex]
  }

  private func decoder(_ type: Any.Type) throws -> ValueDecoder {
    ValueDecoder(json: try peek(type), path: here, info: userInfo)
  }
}

struct SingleValueDecoder: SingleValueDecodingContainer {
  let json: JSONValue
  let path: CodingSteps
  let userInfo: [CodingUserInfoKey: any Sendable]

  var codingPath: [any CodingKey] { path.keys }

  func decodeNil() -> Bool { json.isNull }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try decoded(type, from: json, at: path, userInfo)
  }
}
