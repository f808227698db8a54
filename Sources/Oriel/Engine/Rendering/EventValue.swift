import OrielDocument

/// Reads the value of a client's event. It is untrusted: a value that the element doesn't take is refused.
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
