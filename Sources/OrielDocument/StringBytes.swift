/// Scans the bytes of JSON strings, for the reader and the writer.
enum StringBytes {
  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let highs: UInt64 = 0x8080_8080_8080_8080

  /// Returns the offset of the first byte at or after `start` that must be escaped in a string (a quotation mark, a
  /// reverse solidus or a control character), or the end, and whether all bytes before it are ASCII.
  ///
  /// Examines eight bytes at a time: subtracting a constant from each byte sets the high bit of every byte that was
  /// smaller.
  static func endOfPlainRun(in bytes: UnsafeRawBufferPointer, from start: Int) -> (end: Int, isASCII: Bool) {
    var end = start
    var seen: UInt64 = 0
    while end &+ 8 <= bytes.count {
      let word = bytes.loadUnaligned(fromByteOffset: end, as: UInt64.self)
      guard !mayEndRun(word) else { break }
      seen |= word
      end &+= 8
    }
    while end < bytes.count, !endsRun(bytes[end]) {
      seen |= UInt64(bytes[end])
      end &+= 1
    }
    return (end, seen & highs == 0)
  }

  private static func mayEndRun(_ word: UInt64) -> Bool {
    let control = (word &- ones &* 0x20) & ~word
    let quote = word ^ (ones &* 0x22)
    let solidus = word ^ (ones &* 0x5C)
    let match = control | ((quote &- ones) & ~quote) | ((solidus &- ones) & ~solidus)
    return match & highs != 0
  }

  private static func endsRun(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == 0x22 || byte == 0x5C
  }

  /// The offset of the first invalid UTF-8 sequence (RFC 3629 §4); `nil` if there is none. Overlong forms, surrogates
  /// and scalars above U+10FFFF are invalid.
  static func firstBrokenScalar(in bytes: UnsafeRawBufferPointer, _ range: Range<Int>) -> Int? {
    var offset = range.lowerBound
    while offset < range.upperBound {
      guard let length = scalarLength(in: bytes, at: offset, end: range.upperBound) else { return offset }
      offset += length
    }
    return nil
  }

  private static func scalarLength(in bytes: UnsafeRawBufferPointer, at offset: Int, end: Int) -> Int? {
    let first = bytes[offset]
    if first < 0x80 { return 1 }
    let (length, second): (Int, ClosedRange<UInt8>)
    switch first {
    case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    default: return nil
    }
    guard offset + length <= end, second.contains(bytes[offset + 1]) else { return nil }
    for position in offset + 2..<max(offset + length, offset + 2) where bytes[position] & 0xC0 != 0x80 { return nil }
    return length
  }
}
