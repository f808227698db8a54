/// Follows the frames of a client's byte stream far enough to see that each is masked (RFC 6455 §5.1). It reads headers
/// and skips payloads, however the stream is cut into pieces.
struct FrameScanner: Equatable {
  private var payloadLeft: UInt64 = 0
  /// Bytes of the header that were read.
  private var position: UInt8 = 0
  /// How long the header's length field is, beyond its seven bits: 0, 2 or 8.
  private var lengthBytes: UInt8 = 0

  /// Whether everything is masked so far. After a `false` the scanner is of no use.
  mutating func areMasked(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var index = 0
    while index < bytes.count {
      if payloadLeft > 0, position == 0 {
        let skipped = min(payloadLeft, UInt64(bytes.count - index))
        payloadLeft -= skipped
        index += Int(skipped)
      } else {
        guard takeHeader(bytes[index]) else { return false }
        index += 1
      }
    }
    return true
  }

  private mutating func takeHeader(_ byte: UInt8) -> Bool {
    position += 1
    switch position {
    case 1: payloadLeft = 0
    case 2:
      guard byte & 0x80 != 0 else { return false }
      takeShortLength(byte & 0x7F)
    case 3..<(3 + lengthBytes): payloadLeft = payloadLeft << 8 | UInt64(byte)
    default: break
    }
    let maskBytes: UInt8 = 4
    if position == 2 + lengthBytes + maskBytes {
      position = 0
      lengthBytes = 0
    }
    return true
  }

  private mutating func takeShortLength(_ length: UInt8) {
    switch length {
    case 126: lengthBytes = 2
    case 127: lengthBytes = 8
    default: payloadLeft = UInt64(length)
    }
  }
}
