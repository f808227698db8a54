import OrielDocument

/// The value of a client's event. It is untrusted: a value that the element doesn't take is refused.
package struct EventValue {
  package let json: JSONValue?
  /// The text over which a text was typed, if the client has said so.
  package let over: TextBase?

  package init(_ json: JSONValue?, over: TextBase? = nil) {
    (self.json, self.over) = (json, over)
  }

  func bool() throws(EventRefusal) -> Bool {
    guard let bool = json?.boolValue else { throw .invalid("Expected true or false") }
    return bool
  }

  func number(_ member: String? = nil) throws(EventRefusal) -> Double {
    let json = member.map { self.json?[$0] } ?? self.json
    guard let number = json?.numberValue, number.isFinite else { throw .invalid("Expected a number") }
    return number
  }

  func text() throws(EventRefusal) -> String {
    guard let text = json?.stringValue else { throw .invalid("Expected a string") }
    return text
  }
}
