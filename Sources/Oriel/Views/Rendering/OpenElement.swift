import OrielDocument

/// An element on its way into the document.
struct OpenElement: ~Copyable {
  var members: MemberList
  var id: String?
  var events = ElementEvents()
  /// For assistive technology, and for most controls what stands beside them. A modifier's wins.
  var label: String?
  /// What the element itself says about its looks, over what modifiers say.
  var style = Style()
  /// Whether the user can do something with it, so that it shows when it is disabled.
  var isControl = false
  /// Whether the path was made longer to have an id of its own.
  var isDescended = false

  /// - Parameter old: what stood at its place the last time.
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

  /// Sets nothing if the number is not finite: JSON has no word for one.
  mutating func set(_ name: String, _ value: Double) {
    if value.isFinite { members.append(name, .number(value)) }
  }

  mutating func set(_ name: String, _ elements: [JSONValue]) {
    members.append(name, .array(elements))
  }

  mutating func on(_ event: String, _ handler: ElementHandler) {
    events.append(ElementEvent(name: event, handler: handler))
  }

  mutating func takeEvents() -> ElementEvents {
    var taken = ElementEvents()
    swap(&taken, &events)
    return taken
  }
}
