/// A JSON value (RFC 8259).
///
/// Two values are equal if they are the same JSON: strings scalar by scalar and never normalised, `1` and `1.0` alike, the
/// members of an object in any order.
public enum JSONValue: Sendable {
  /// The value `null`, which never occurs in documents and messages: absent members are omitted.
  case null
  /// One of the words `true` and `false`.
  case bool(Bool)
  /// A whole number.
  case integer(Int)
  /// A number that need not be an integer. JSON has no word for one that is not finite: it is written as `0`.
  case number(Double)
  /// Scalars, compared one by one and never normalised.
  case string(String)
  /// Values in their order.
  case array([JSONValue])
  /// Members by their names.
  case object(JSONObject)
}

extension JSONValue {
  /// Whether it is the word `null`.
  public var isNull: Bool {
    if case .null = self { true } else { false }
  }

  /// The truth value; `nil` of anything else.
  public var boolValue: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  /// The integer, also where it is written as `1.0`.
  public var integerValue: Int? {
    switch self {
    case .integer(let value): value
    case .number(let value): Int(whole: value)
    default: nil
    }
  }

  /// The number, whole or not; `nil` of anything else.
  public var numberValue: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value
    default: nil
    }
  }

  /// The text; `nil` of anything else.
  public var stringValue: String? {
    if case .string(let value) = self { value } else { nil }
  }

  /// The elements; `nil` of anything else.
  public var arrayValue: [JSONValue]? {
    if case .array(let value) = self { value } else { nil }
  }

  /// The members; `nil` of anything else.
  public var objectValue: JSONObject? {
    if case .object(let value) = self { value } else { nil }
  }

  /// The member of that name; `nil` if there is none or this is no object.
  public subscript(key: String) -> JSONValue? {
    if case .object(let object) = self { object[key] } else { nil }
  }

  /// The element at that place; `nil` if there is none or this is no array.
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
  /// Where a key stands twice, the later value counts.
  public init(dictionaryLiteral elements: (String, JSONValue)...) { self = .object(JSONObject(elements)) }
}

extension JSONValue: CustomStringConvertible {
  /// Its JSON text, without spaces.
  public var description: String {
    var writer = JSONWriter()
    writer.write(self)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}
