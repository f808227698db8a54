/// The properties that all three containers share: the target node and the path.
protocol ValueEncodingContainer {
  var node: EncodingNode { get }
  var path: CodingSteps { get }
  var userInfo: [CodingUserInfoKey: any Sendable] { get }
}

extension ValueEncodingContainer {
  var codingPath: [any CodingKey] { path.keys }
}

struct KeyedValueEncoder<Key: CodingKey>: KeyedEncodingContainerProtocol, ValueEncodingContainer {
  let node: EncodingNode
  let path: CodingSteps
  let userInfo: [CodingUserInfoKey: any Sendable]

  init(node: EncodingNode, path: CodingSteps, userInfo: [CodingUserInfoKey: any Sendable]) {
    (self.node, self.path, self.userInfo) = (node, path, userInfo)
    node.becomeObject()
  }

  mutating func encodeNil(forKey key: Key) { node.put(key.stringValue, .null) }
  mutating func encode(_ value: Bool, forKey key: Key) { node.put(key.stringValue, .bool(value)) }
  mutating func encode(_ value: String, forKey key: Key) { node.put(key.stringValue, .string(value)) }
  mutating func encode(_ value: Int, forKey key: Key) { node.put(key.stringValue, .integer(value)) }

  mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    node.put(key.stringValue, try encoded(value, at: path.appending(key), userInfo))
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    KeyedEncodingContainer(
      KeyedValueEncoder<Nested>(node: node.nest(key.stringValue), path: path.appending(key), userInfo: userInfo))
  }

  mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    UnkeyedValueEncoder(node: node.nest(key.stringValue), path: path.appending(key), userInfo: userInfo)
  }

  mutating func superEncoder() -> any Encoder { superEncoder(CodingStep.super) }
  mutating func superEncoder(forKey key: Key) -> any Encoder { superEncoder(key) }

  private func superEncoder(_ key: any CodingKey) -> any Encoder {
    ValueEncoder(node: node.nest(key.stringValue), path: path.appending(key), info: userInfo)
  }
}

struct UnkeyedValueEncoder: UnkeyedEncodingContainer, ValueEncodingContainer {
  let node: EncodingNode
  let path: CodingSteps
  let userInfo: [CodingUserInfoKey: any Sendable]

  init(node: EncodingNode, path: CodingSteps, userInfo: [CodingUserInfoKey: any Sendable]) {
    (self.node, self.path, self.userInfo) = (node, path, userInfo)
    node.becomeArray()
  }

  var count: Int { node.count }
  private var next: CodingSteps { path.appending(CodingStep(intValue: count)) }

  mutating func encodeNil() { node.append(.null) }
  mutating func encode(_ value: Bool) { node.append(.bool(value)) }
  mutating func encode(_ value: String) { node.append(.string(value)) }
  mutating func encode(_ value: Int) { node.append(.integer(value)) }
  mutating func encode<Value: Encodable>(_ value: Value) throws { node.append(try encoded(value, at: next, userInfo)) }

  mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
    let path = next
    return KeyedEncodingContainer(KeyedValueEncoder<Nested>(node: node.nest(), path: path, userInfo: userInfo))
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    let path = next
    return UnkeyedValueEncoder(node: node.nest(), path: path, userInfo: userInfo)
  }

  mutating func superEncoder() -> any Encoder {
    let path = next
    return ValueEncoder(node: node.nest(), path: path, info: userInfo)
  }
}

struct SingleValueEncoder: SingleValueEncodingContainer, ValueEncodingContainer {
  let node: EncodingNode
  let path: CodingSteps
  let userInfo: [CodingUserInfoKey: any Sendable]

  mutating func encodeNil() { node.set(.null) }
  mutating func encode<Value: Encodable>(_ value: Value) throws { node.set(try encoded(value, at: path, userInfo)) }
  mutating func encode(_ value: Bool) { node.set(.bool(value)) }
  mutating func encode(_ value: String) { node.set(.string(value)) }
  mutating func encode(_ value: Int) { node.set(.integer(value)) }
}
