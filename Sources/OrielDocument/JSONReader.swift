/// Reads one JSON text (RFC 8259) strictly: it rejects anything that another reader might interpret differently.
///
/// Accepts arbitrary bytes, runs in linear time, and recurses no deeper than the limit.
package struct JSONReader {
  let bytes: UnsafeRawBufferPointer
  let limit: Int
  let allowsNull: Bool
  var offset = 0

  /// Returns the value of the whole text.
  ///
  /// - Parameters:
  ///   - bytes: The UTF-8 text.
  ///   - depth: The maximum nesting depth. The outermost array or object has depth 1.
  ///   - allowsNull: Whether the text may contain `null`.
  package static func value(
    from bytes: UnsafeRawBufferPointer, depth: Int = 32, allowsNull: Bool = true
  ) throws(JSONError) -> JSONValue {
    var reader = JSONReader(bytes: bytes, limit: depth, allowsNull: allowsNull)
    let value = try reader.value(inside: 0)
    if let byte = reader.skipSpace() { throw .unexpectedByte(byte, offset: reader.offset) }
    return value
  }

  package static func value(from bytes: [UInt8], depth: Int = 32) throws(JSONError) -> JSONValue {
    try bytes.withUnsafeBufferPointer { (bytes) throws(JSONError) in
      try value(from: UnsafeRawBufferPointer(bytes), depth: depth)
    }
  }

  package static func value(from text: String, depth: Int = 32) throws(JSONError) -> JSONValue {
    try value(from: Array(text.utf8), depth: depth)
  }

  private mutating func value(inside depth: Int) throws(JSONError) -> JSONValue {
    guard let byte = skipSpace() else { throw .unexpectedEnd }
    switch byte {
    case UInt8(ascii: "{"): return .object(try object(depth: depth + 1))
    case UInt8(ascii: "["): return .array(try array(depth: depth + 1))
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"):
      guard allowsNull else { throw .null(offset: offset) }
      return try word("null", .null)
    default: throw .unexpectedByte(byte, offset: offset)
    }
  }

  private mutating func object(depth: Int) throws(JSONError) -> JSONObject {
    guard depth <= limit else { throw .tooDeep(limit: limit) }
    offset += 1
    guard try !closes(with: UInt8(ascii: "}")) else { return JSONObject() }
    // Most objects have at most four members, so one allocation is enough.
    var object = JSONObject(reserving: 4)
    var index = MemberIndex()
    repeat {
      let (key, start) = try self.key()
      guard index.position(of: key, in: object.members) == nil else { throw .duplicateKey(key, offset: start) }
      object.append(key, try value(inside: depth))
    } while try continues(until: UInt8(ascii: "}"))
    return object
  }

  private mutating func array(depth: Int) throws(JSONError) -> [JSONValue] {
    guard depth <= limit else { throw .tooDeep(limit: limit) }
    var elements: [JSONValue] = []
    offset += 1
    guard try !closes(with: UInt8(ascii: "]")) else { return elements }
    repeat { elements.append(try value(inside: depth)) } while try continues(until: UInt8(ascii: "]"))
    return elements
  }

  private mutating func key() throws(JSONError) -> (key: String, start: Int) {
    try expect(UInt8(ascii: "\""))
    let start = offset
    let key = try string()
    try expect(UInt8(ascii: ":"))
    offset += 1
    return (key, start)
  }

  private mutating func closes(with bracket: UInt8) throws(JSONError) -> Bool {
    guard let byte = skipSpace() else { throw .unexpectedEnd }
    guard byte == bracket else { return false }
    offset += 1
    return true
  }

  private mutating func continues(until bracket: UInt8) throws(JSONError) -> Bool {
    if try closes(with: bracket) { return false }
    try expect(UInt8(ascii: ","))
    offset += 1
    return true
  }

  /// Skips white space and requires this byte next, without consuming it.
  private mutating func expect(_ expected: UInt8) throws(JSONError) {
    guard let byte = skipSpace() else { throw .unexpectedEnd }
    guard byte == expected else { throw .unexpectedByte(byte, offset: offset) }
  }

  private mutating func word(_ word: StaticString, _ value: JSONValue) throws(JSONError) -> JSONValue {
    for position in 0..<word.utf8CodeUnitCount {
      guard offset < bytes.count else { throw .unexpectedEnd }
      guard bytes[offset] == word.utf8Start[position] else { throw .unexpectedByte(bytes[offset], offset: offset) }
      offset += 1
    }
    return value
  }

  /// Skips white space and returns the next byte without consuming it; `nil` at the end.
  private mutating func skipSpace() -> UInt8? {
    while offset < bytes.count {
      let byte = bytes[offset]
      guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return byte }
      offset += 1
    }
    return nil
  }
}

extension JSONValue {
  /// Creates a value from a JSON text.
  ///
  /// The text is read strictly: duplicate keys are an error, and arrays and objects may be nested at most 512 deep.
  ///
  /// - Parameter text: The JSON text.
  /// - Throws: ``JSONError``, with the byte offset of the error.
  public init(parsing text: String) throws(JSONError) {
    self = try JSONReader.value(from: text, depth: 512)
  }
}
