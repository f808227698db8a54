/// Writes JSON text without spaces directly into bytes.
///
/// Code that writes a known type calls the streaming functions and never builds a value. The writer inserts the commas.
/// The caller must alternate keys and values, and must end every object and array that it begins.
package struct JSONWriter {
  package private(set) var bytes: [UInt8]
  private var needsComma = false

  /// Creates a writer.
  ///
  /// - Parameter room: The number of zero bytes to put before the text, for a header that the caller fills in later.
  package init(reserving room: Int = 0) {
    bytes = []
    bytes.reserveCapacity(room + 118)
    bytes.append(contentsOf: repeatElement(0, count: room))
  }

  /// Returns the bytes and empties the writer, so that the caller has the only reference to them.
  package mutating func drain() -> [UInt8] {
    var taken: [UInt8] = []
    swap(&taken, &bytes)
    needsComma = false
    return taken
  }

  package mutating func write(_ value: JSONValue) {
    switch value {
    case .null: null()
    case .bool(let value): bool(value)
    case .integer(let value): integer(value)
    case .number(let value): number(value)
    case .string(let value): string(value)
    case .array(let elements): write(elements)
    case .object(let object): write(object)
    }
  }

  package mutating func write(_ elements: [JSONValue]) {
    beginArray()
    for element in elements { write(element) }
    endArray()
  }

  package mutating func write(_ object: JSONObject) {
    beginObject()
    for member in object.members {
      key(member.key)
      write(member.value)
    }
    endObject()
  }

  package mutating func beginObject() { open(UInt8(ascii: "{")) }
  package mutating func endObject() { close(UInt8(ascii: "}")) }
  package mutating func beginArray() { open(UInt8(ascii: "[")) }
  package mutating func endArray() { close(UInt8(ascii: "]")) }

  package mutating func key(_ key: String) {
    separate()
    appendQuoted(key)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  /// Writes a key that needs no escaping.
  package mutating func key(_ key: StaticString) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    append(key)
    append("\":")
    needsComma = false
  }

  package mutating func string(_ text: String) {
    separate()
    appendQuoted(text)
  }

  package mutating func integer(_ value: Int) {
    separate()
    appendDigits(of: value)
  }

  /// Writes the shortest text that reads back as the same number, without `.0`. A number that is not finite is written
  /// as `0`.
  package mutating func number(_ value: Double) {
    separate()
    appendNumber(value)
  }

  package mutating func bool(_ value: Bool) {
    separate()
    append(value ? "true" : "false")
  }

  package mutating func null() {
    separate()
    append("null")
  }

  /// Writes one value that is already JSON text.
  package mutating func raw(_ text: [UInt8]) {
    separate()
    bytes.append(contentsOf: text)
  }

  /// Makes room for this many bytes more, so that a long text is not copied while it grows.
  package mutating func reserve(_ count: Int) { bytes.reserveCapacity(bytes.count + count) }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
  }

  private mutating func open(_ bracket: UInt8) {
    separate()
    bytes.append(bracket)
    needsComma = false
  }

  private mutating func close(_ bracket: UInt8) {
    bytes.append(bracket)
    needsComma = true
  }

  mutating func append(_ text: StaticString) {
    bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  mutating func append(_ byte: UInt8) { bytes.append(byte) }

  mutating func append(_ run: UnsafeBufferPointer<UInt8>) { bytes.append(contentsOf: run) }
}
