/// A type that maps to a JSON value directly and needs no containers, so that no encoder or decoder is created for it.
///
/// There is only one protocol, because checking a value of unknown type for a conformance takes one cached lookup,
/// while trying one type after another takes a dozen.
package protocol PlainValue {
  /// The JSON value; `nil` for a number that JSON cannot represent.
  var json: JSONValue? { get }

  /// Creates a value from JSON; `nil` if the JSON value has another kind or is out of range.
  init?(json: JSONValue)
}

extension String: PlainValue {
  package var json: JSONValue? { .string(self) }

  package init?(json: JSONValue) {
    guard case .string(let value) = json else { return nil }
    self = value
  }
}

extension Bool: PlainValue {
  package var json: JSONValue? { .bool(self) }

  package init?(json: JSONValue) {
    guard case .bool(let value) = json else { return nil }
    self = value
  }
}

extension JSONValue: PlainValue {
  package var json: JSONValue? { self }
  package init?(json: JSONValue) { self = json }
}

extension PlainValue where Self: FixedWidthInteger {
  /// The JSON number. A number that doesn't fit an `Int` becomes a string, because many JSON readers would round it.
  package var json: JSONValue? { Int(exactly: self).map(JSONValue.integer) ?? .string(description) }

  package init?(json: JSONValue) {
    if case .string(let text) = json {
      guard Int(text) == nil else { return nil }
      self.init(text)
    } else {
      guard let value = json.integerValue else { return nil }
      self.init(exactly: value)
    }
  }
}

extension Int: PlainValue {}
extension Int8: PlainValue {}
extension Int16: PlainValue {}
extension Int32: PlainValue {}
extension Int64: PlainValue {}
extension UInt: PlainValue {}
extension UInt8: PlainValue {}
extension UInt16: PlainValue {}
extension UInt32: PlainValue {}
extension UInt64: PlainValue {}

extension Double: PlainValue {
  package var json: JSONValue? { isFinite ? .number(self) : nil }

  package init?(json: JSONValue) {
    guard let value = json.numberValue else { return nil }
    self = value
  }
}

extension Float: PlainValue {
  package var json: JSONValue? { Double(self).json }

  package init?(json: JSONValue) {
    guard let value = json.numberValue.map(Float.init), value.isFinite else { return nil }
    self = value
  }
}

extension JSONObject: PlainValue {
  package var json: JSONValue? { .object(self) }

  package init?(json: JSONValue) {
    guard case .object(let value) = json else { return nil }
    self = value
  }
}
