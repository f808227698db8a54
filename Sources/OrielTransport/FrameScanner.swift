/// Scans a client's byte stream before libwebsockets reads it, in pieces of any size. Checks that each frame is masked
/// (RFC 6455 §5.1), and removes pings.
///
/// libwebsockets would answer only one of several pings, and only when the socket is next writable, which is after the
/// reply to a later message.
struct FrameScanner: Equatable {
  private var payloadLeft: UInt64 = 0
  /// The number of header bytes read so far.
  private var position: UInt8 = 0
  /// The length of the header's extended length field: 0, 2 or 8 bytes.
  private var lengthBytes: UInt8 = 0
  /// The bytes of the current ping read so far.
  private var ping: [UInt8] = []
  private var isClose = false
  /// Whether libwebsockets keeps reading. It stops after a close frame, and after a frame that it or the scanner
  /// refuses.
  private var goesOn = true

  /// The reason why the connection fails (RFC 6455 §7.1.7). The scanner can't be used afterwards.
  enum Violation: String, Error {
    case notMasked = "not masked"
    /// A ping has more than 125 bytes of payload, the maximum for a control frame (§5.5).
    case longPing = "ping too long"
    /// A close frame has one byte of payload. It must have either none or at least the two bytes of a code (§5.5.1).
    case shortClose = "close code cut short"
  }

  /// Calls `pinged` with the unmasked payload of each ping that ends in these bytes, in order, and removes the pings
  /// from the bytes.
  ///
  /// - Returns: The number of bytes left for libwebsockets, at the beginning of `bytes`.
  /// - Throws: `Violation` if the client broke the protocol.
  mutating func scan(
    _ bytes: UnsafeMutableRawBufferPointer, pinged: ([UInt8]) -> Void
  ) throws(Violation) -> Int {
    var index = 0
    var left = 0
    while index < bytes.count {
      let isPing = !ping.isEmpty || beginsPing(bytes[index])
      let end = try index + advance(over: bytes[index...])
      let piece = UnsafeMutableRawBufferPointer(rebasing: bytes[index..<end])
      index = end
      if isPing {
        ping.append(contentsOf: piece)
        if isBetweenFrames { pinged(drainPing()) }
      } else {
        if left + piece.count < index {
          UnsafeMutableRawBufferPointer(rebasing: bytes[left...]).copyMemory(from: UnsafeRawBufferPointer(piece))
        }
        left += piece.count
      }
    }
    return left
  }

  private var isBetweenFrames: Bool { position == 0 && payloadLeft == 0 }

  private func beginsPing(_ byte: UInt8) -> Bool { byte == 0x89 && isBetweenFrames && goesOn }

  /// Reads the rest of a payload or one byte of a header, and returns the number of bytes read.
  private mutating func advance(over bytes: Slice<UnsafeMutableRawBufferPointer>) throws(Violation) -> Int {
    guard position == 0, payloadLeft > 0 else {
      try parseHeader(bytes[bytes.startIndex])
      return 1
    }
    let skipped = min(payloadLeft, UInt64(bytes.count))
    payloadLeft -= skipped
    return Int(skipped)
  }

  private mutating func drainPing() -> [UInt8] {
    defer { ping = [] }
    let mask = ping[2..<6]
    return ping[6...].enumerated().map { index, byte in byte ^ mask[2 + index % 4] }
  }
}

extension FrameScanner {
  private mutating func parseHeader(_ byte: UInt8) throws(Violation) {
    position += 1
    switch position {
    case 1: begin(byte)
    case 2:
      guard byte & 0x80 != 0 else { throw .notMasked }
      try parseShortLength(byte & 0x7F)
    case 3..<(3 + lengthBytes): payloadLeft = payloadLeft << 8 | UInt64(byte)
    default: break
    }
    let maskBytes: UInt8 = 4
    if position == 2 + lengthBytes + maskBytes {
      position = 0
      lengthBytes = 0
    }
  }

  private mutating func begin(_ byte: UInt8) {
    payloadLeft = 0
    isClose = byte == 0x88 && goesOn
    switch byte {
    // Continuation frames, text frames, pings and pongs.
    case 0x00, 0x80, 0x01, 0x81, 0x89, 0x8A: break
    default: goesOn = false
    }
  }

  private mutating func parseShortLength(_ length: UInt8) throws(Violation) {
    guard ping.isEmpty || length <= 125 else { throw .longPing }
    guard !isClose || length != 1 else { throw .shortClose }
    switch length {
    case 126: lengthBytes = 2
    case 127: lengthBytes = 8
    default: payloadLeft = UInt64(length)
    }
  }
}
