/// Writes JSON text without spaces, straight into bytes.
///
/// A typed writer calls the streaming functions and never builds a value. Commas are the writer's business; that keys and
/// values take turns and that what begins also ends is the caller's.
package struct JSONWriter {
  package private(set) var bytes: [UInt8]
  private var needsComma = false

  /// Leaves room for that many bytes, zero for now, in front of the text.
  package init(reserving room: Int = 0) {
    bytes = []
    bytes.reserveCapacity(room + 118)
    bytes.append(contentsOf: repeatElement(0, count: room))
  }

  /// Returns the bytes and releases them, so that the caller has the only copy.
  package mutating func take() -> [UInt8] {
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

  /// A key that is known to need no escape.
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

  /// The shortest text that reads as the same number, without `.0`. One that is not finite is `0`.
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

  /// One whole value that is JSON text already.
  package mutating func raw(_ text: some Collection<UInt8>) {
    separate()
    bytes.append(contentsOf: text)
  }

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
