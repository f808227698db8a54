import OrielDocument

/// Reads what a client sent beside an event. It is untrusted: whatever is not a value that the element takes is refused.
enum EventValue {
  static func bool(_ value: JSONValue?) throws(EventRefusal) -> Bool {
    guard let bool = value?.boolValue else { throw .invalid("Expected true or false") }
    return bool
  }

  static func number(_ value: JSONValue?) throws(EventRefusal) -> Double {
    guard let number = value?.numberValue, number.isFinite else { throw .invalid("Expected a number") }
    return number
  }

  static func text(_ value: JSONValue?) throws(EventRefusal) -> String {
    guard let text = value?.stringValue else { throw .invalid("Expected a string") }
    return text
  }
}
