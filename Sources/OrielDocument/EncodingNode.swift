/// The value that an encoder or a nested container has built so far.
///
/// Containers are values that share a target. A nested container may be written to after its parent has continued, so
/// it has a node of its own, which is asked for its value at the end.
final class EncodingNode {
  private enum Content {
    case nothing
    case value(JSONValue)
    case object(JSONObject)
    case array([JSONValue])
  }

  private var content = Content.nothing
  private var index = MemberIndex()
  private var nested: [(position: Int, node: EncodingNode)] = []

  /// The encoded value. If nothing was written, it is an empty object, because an `Encodable` type may encode nothing.
  var value: JSONValue {
    switch content {
    case .nothing: return .object(JSONObject())
    case .value(let value): return value
    case .object(var object):
      for (position, node) in nested { object.members[position].value = node.value }
      return .object(object)
    case .array(var elements):
      for (position, node) in nested { elements[position] = node.value }
      return .array(elements)
    }
  }

  var count: Int {
    if case .array(let elements) = content { elements.count } else { 0 }
  }

  func set(_ value: JSONValue) { content = .value(value) }

  func becomeObject() {
    if case .nothing = content { content = .object(JSONObject()) }
  }

  func becomeArray() {
    if case .nothing = content { content = .array([]) }
  }

  /// Sets a member. If a key is encoded twice, the last value counts.
  func put(_ key: String, _ value: JSONValue) {
    _ = position(of: key, value)
  }

  func append(_ value: JSONValue) {
    guard case .array(var elements) = content else { return }
    content = .nothing
    elements.append(value)
    content = .array(elements)
  }

  func nest(_ key: String) -> EncodingNode {
    let node = EncodingNode()
    if let position = position(of: key, .null) { nested.append((position, node)) }
    return node
  }

  func nest() -> EncodingNode {
    let node = EncodingNode()
    nested.append((count, node))
    append(.null)
    return node
  }

  private func position(of key: String, _ value: JSONValue) -> Int? {
    guard case .object(var object) = content else { return nil }
    content = .nothing
    defer { content = .object(object) }
    guard let position = index.position(of: key, in: object.members) else {
      object.append(key, value)
      return object.count - 1
    }
    nested.removeAll { $0.position == position }
    object.members[position].value = value
    return position
  }
}
