import OrielGateway

/// The lines of a request head.
struct HeadLines {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Returns the next line without its terminator, or `nil` at the end.
  ///
  /// A carriage return or line feed that does not end a line is refused, because its meaning would be a guess (RFC 9112
  /// §2.2).
  mutating func next() throws(RequestHead.Refusal) -> ArraySlice<UInt8>? {
    guard position < bytes.count else { return nil }
    let rest = bytes[position...]
    let end = rest.firstIndex { $0 == 0x0D || $0 == 0x0A || $0 == 0 } ?? bytes.count
    guard end == bytes.count || bytes[end] == 0x0D && end + 1 < bytes.count && bytes[end + 1] == 0x0A else {
      throw RequestHead.Refusal(400, "A line does not end with CR LF.")
    }
    position = end + 2
    return rest[..<end]
  }

  /// Returns the offset of the CR LF CR LF that ends a head, searching from `start`; `nil` if there is none yet.
  static func end(of bytes: [UInt8], from start: Int) -> Int? {
    var index = max(start, 0)
    while index + 3 < bytes.count {
      if bytes[index + 3] != 0x0A {
        index += bytes[index + 3] == 0x0D ? 1 : 4
      } else if bytes[index] == 0x0D, bytes[index + 1] == 0x0A, bytes[index + 2] == 0x0D {
        return index
      } else {
        index += 2
      }
    }
    return nil
  }
}

extension UInt8 {
  /// Whether the byte may occur in a token (RFC 9110 §5.6.2).
  var isTokenCharacter: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "!"), UInt8(ascii: "#")...UInt8(ascii: "'"),
      UInt8(ascii: "*"), UInt8(ascii: "+"),
      UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "^")...UInt8(ascii: "`"), UInt8(ascii: "|"), UInt8(ascii: "~"):
      true
    default: false
    }
  }
}

extension ArraySlice<UInt8> {
  func trimmingBlanks() -> ArraySlice<UInt8> {
    guard let first = firstIndex(where: { !$0.isBlank }), let last = lastIndex(where: { !$0.isBlank }) else {
      return self[endIndex...]
    }
    return self[first...last]
  }
}
