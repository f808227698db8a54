extension JSONWriter {
  mutating func appendQuoted(_ text: String) {
    append(UInt8(ascii: "\""))
    let isWritten: Void? = text.utf8.withContiguousStorageIfAvailable { appendEscaped($0) }
    if isWritten == nil { Array(text.utf8).withUnsafeBufferPointer { appendEscaped($0) } }
    append(UInt8(ascii: "\""))
  }

  private mutating func appendEscaped(_ text: UnsafeBufferPointer<UInt8>) {
    var start = 0
    while start < text.count {
      let end = StringBytes.endOfPlainRun(in: UnsafeRawBufferPointer(text), from: start).end
      append(UnsafeBufferPointer(rebasing: text[start..<end]))
      guard end < text.count else { return }
      appendEscape(of: text[end])
      start = end + 1
    }
  }

  /// Appends an escape. Only the quotation mark, the reverse solidus and control characters must be escaped (RFC 8259
  /// §7).
  private mutating func appendEscape(of byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""): append("\\\"")
    case UInt8(ascii: "\\"): append("\\\\")
    case UInt8(ascii: "\n"): append("\\n")
    case UInt8(ascii: "\r"): append("\\r")
    case UInt8(ascii: "\t"): append("\\t")
    default:
      append("\\u00")
      append(hexDigit(byte >> 4))
      append(hexDigit(byte & 15))
    }
  }

  private func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }

  mutating func appendDigits(of value: Int) {
    if value < 0 { append(UInt8(ascii: "-")) }
    var rest = value.magnitude
    if rest < 10 { return append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest)) }
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
      var position = 20
      while rest > 0 {
        position -= 1
        digits[position] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
        rest /= 10
      }
      append(UnsafeBufferPointer(rebasing: UnsafeBufferPointer(digits)[position...]))
    }
  }

  mutating func appendNumber(_ value: Double) {
    guard value.isFinite else { return append(UInt8(ascii: "0")) }
    if value.magnitude < 0x1p53, let integer = Int(whole: value) {
      if integer == 0, value.sign == .minus { append(UInt8(ascii: "-")) }
      return appendDigits(of: integer)
    }
    var text = value.description
    text.withUTF8 { append($0) }
  }
}
