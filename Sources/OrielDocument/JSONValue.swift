/// Two values are equal if they represent the same JSON. Strings are compared scalar by scalar without normalisation,
/// `1` equals `1.0`, and the order of an object's members doesn't matter.
public enum JSONValue: Sendable {
  /// The value `null`. Documents and messages never contain it: absent members are omitted.
  case null
  /// A Boolean.
  case bool(Bool)
  /// A whole number.
  case integer(Int)
  /// A number that is not necessarily whole. JSON cannot represent a number that is not finite; it is written as `0`.
  case number(Double)
  /// A string, compared scalar by scalar without normalisation.
  case string(String)
  /// An array.
  case array([JSONValue])
  /// An object.
  case object(JSONObject)
}

extension JSONValue {
  /// Whether this is `null`.
  public var isNull: Bool {
    if case .null = self { true } else { false }
  }

  /// The Boolean; `nil` for any other value.
  public var boolValue: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  /// The integer, even if it is written as `1.0`; `nil` for any other value.
  public var integerValue: Int? {
    switch self {
    case .integer(let value): value
    case .number(let value): Int(whole: value)
    default: nil
    }
  }

  /// The number, whole or not; `nil` for any other value.
  public var numberValue: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value
    default: nil
    }
  }

  /// The string; `nil` for any other value.
  public var stringValue: String? {
    if case .string(let value) = self { value } else { nil }
  }

  /// The array's elements; `nil` for any other value.
  public var arrayValue: [JSONValue]? {
    if case .array(let value) = self { value } else { nil }
  }

  /// The object; `nil` for any other value.
  public var objectValue: JSONObject? {
    if case .object(let value) = self { value } else { nil }
  }

  /// The value of the member with this name; `nil` if there is none, or if this is not an object.
  public subscript(key: String) -> JSONValue? {
    if case .object(let object) = self { object[key] } else { nil }
  }

  /// The element at this index; `nil` if there is none, or if this is not an array.
  public subscript(index: Int) -> JSONValue? {
    guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
    return elements[index]
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
  public init(stringLiteral value: String) { self = .string(value) }
}

extension JSONValue: ExpressibleByIntegerLiteral {
  public init(integerLiteral value: Int) { self = .integer(value) }
}

extension JSONValue: ExpressibleByFloatLiteral {
  public init(floatLiteral value: Double) { self = .number(value) }
}

extension JSONValue: ExpressibleByBooleanLiteral {
  public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension JSONValue: ExpressibleByArrayLiteral {
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
}

extension JSONValue: ExpressibleByDictionaryLiteral {
  /// Creates an object. If a key occurs twice, the later value replaces the earlier one.
  public init(dictionaryLiteral elements: (String, JSONValue)...) { self = .object(JSONObject(elements)) }
}

extension JSONValue: CustomStringConvertible {
  /// The JSON text, without spaces.
  public var description: String {
    var writer = JSONWriter()
    writer.write(self)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}
