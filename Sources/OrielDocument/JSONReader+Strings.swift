extension JSONReader {
  /// Reads a string, from its opening quotation mark through its closing one.
  mutating func string() throws(JSONError) -> String {
    offset += 1
    let start = offset
    try skipRun()
    if bytes[offset] == UInt8(ascii: "\"") {
      offset += 1
      return text(start..<offset - 1)
    }
    var unescaped = Array(bytes[start..<offset])
    while bytes[offset] != UInt8(ascii: "\"") {
      try appendEscape(to: &unescaped)
      let start = offset
      try skipRun()
      unescaped.append(contentsOf: bytes[start..<offset])
    }
    offset += 1
    return String(decoding: unescaped, as: UTF8.self)
  }

  private func text(_ range: Range<Int>) -> String {
    String(decoding: UnsafeRawBufferPointer(rebasing: bytes[range]), as: UTF8.self)
  }

  /// Skips bytes up to the next quotation mark or reverse solidus.
  private mutating func skipRun() throws(JSONError) {
    let (end, isASCII) = StringBytes.endOfPlainRun(in: bytes, from: offset)
    if !isASCII, let broken = StringBytes.firstBrokenScalar(in: bytes, offset..<end) {
      throw .invalidUTF8(offset: broken)
    }
    offset = end
    guard end < bytes.count else { throw .unexpectedEnd }
    guard bytes[end] >= 0x20 else { throw .unexpectedByte(bytes[end], offset: end) }
  }

  private mutating func appendEscape(to text: inout [UInt8]) throws(JSONError) {
    let start = offset
    offset += 1
    let byte = try next()
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"): text.append(contentsOf: UTF8.encode(try escapedScalar(from: start))!)
    default: throw .unexpectedByte(byte, offset: offset - 1)
    }
  }

  /// Reads an escaped scalar. A scalar outside the basic multilingual plane is escaped as two surrogates (RFC 8259 §7);
  /// one surrogate alone is an error.
  private mutating func escapedScalar(from start: Int) throws(JSONError) -> Unicode.Scalar {
    let first = try hexUnit()
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard first < 0xDC00, offset + 1 < bytes.count, bytes[offset] == UInt8(ascii: "\\"),
      bytes[offset + 1] == UInt8(ascii: "u")
    else { throw .loneSurrogate(offset: start) }
    offset += 2
    let second = try hexUnit()
    let value = 0x10000 + (UInt32(first) - 0xD800) << 10 + (UInt32(second) & 0x3FF)
    guard 0xDC00...0xDFFF ~= second, let scalar = Unicode.Scalar(value) else { throw .loneSurrogate(offset: start) }
    return scalar
  }

  private mutating func hexUnit() throws(JSONError) -> UInt16 {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      let byte = try next()
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): unit = unit << 4 | UInt16(byte - UInt8(ascii: "0"))
      case UInt8(ascii: "a")...UInt8(ascii: "f"): unit = unit << 4 | UInt16(byte - UInt8(ascii: "a") + 10)
      case UInt8(ascii: "A")...UInt8(ascii: "F"): unit = unit << 4 | UInt16(byte - UInt8(ascii: "A") + 10)
      default: throw .unexpectedByte(byte, offset: offset - 1)
      }
    }
    return unit
  }

  private mutating func next() throws(JSONError) -> UInt8 {
    guard offset < bytes.count else { throw .unexpectedEnd }
    offset += 1
    return bytes[offset - 1]
  }
}
