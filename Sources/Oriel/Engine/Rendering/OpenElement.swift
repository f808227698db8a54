import OrielDocument

/// An element being written.
struct OpenElement: ~Copyable {
  var members: MemberList
  var id: String?
  var events = ElementEvents()
  /// The accessibility label, which most controls also show beside them. That of a modifier wins.
  var label: String?
  /// The element's own style, which overrides that of modifiers.
  var style = Style()
  /// Whether it is a control, which shows when it is disabled.
  var isControl = false
  /// Whether the path was extended to give it an id of its own.
  var isDescended = false

  /// - Parameter old: The previous element at its position.
  init(_ type: String, after old: JSONObject?, members capacity: Int) {
    members = MemberList(after: old, reserving: capacity)
    members.append("type", type)
  }

  mutating func set(_ name: String, _ value: String) {
    members.append(name, value)
  }

  mutating func set(_ name: String, _ value: Bool) {
    members.append(name, .bool(value))
  }

  mutating func set(_ name: String, _ value: Int) {
    members.append(name, .integer(value))
  }

  /// Sets a number; omitted if it is not finite, because JSON can't represent it.
  mutating func set(_ name: String, _ value: Double) {
    if value.isFinite { members.append(name, .number(value)) }
  }

  mutating func set(_ name: String, _ elements: [JSONValue]) {
    members.append(name, .array(elements))
  }

  mutating func on(_ event: String, _ handler: ElementHandler) {
    events.append(ElementEvent(name: event, handler: handler))
  }

  mutating func drainEvents() -> ElementEvents {
    var taken = ElementEvents()
    swap(&taken, &events)
    return taken
  }
}
