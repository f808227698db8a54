/// Takes the frames of a server out of the bytes of a socket (RFC 6455 §5.2), wherever reads have cut them.
struct FrameReader {
  private var rest: [UInt8] = []

  /// A whole frame. Valid during the call it is given to.
  struct Frame {
    let opcode: UInt8
    let payload: UnsafeRawBufferPointer
    /// Of the frame with its header.
    let count: Int
  }

  init() {}

  init(_ received: ArraySlice<UInt8>) { rest = Array(received) }

  mutating func read(_ bytes: UnsafeRawBufferPointer, _ body: (Frame) throws -> Void) rethrows {
    if rest.isEmpty {
      let taken = try Self.frames(of: bytes, body)
      if taken < bytes.count { rest.append(contentsOf: bytes[taken...]) }
    } else {
      rest.append(contentsOf: bytes)
      let taken = try rest.withUnsafeBytes { try Self.frames(of: $0, body) }
      rest.removeFirst(taken)
    }
  }

  private static func frames(of bytes: UnsafeRawBufferPointer, _ body: (Frame) throws -> Void) rethrows -> Int {
    var start = 0
    while let frame = frame(UnsafeRawBufferPointer(rebasing: bytes[start...])) {
      start += frame.count
      try body(frame)
    }
    return start
  }

  private static func frame(_ bytes: UnsafeRawBufferPointer) -> Frame? {
    guard bytes.count >= 2 else { return nil }
    let width = bytes[1] < 126 ? 0 : bytes[1] == 126 ? 2 : 8
    let header = 2 + width
    guard bytes.count >= header else { return nil }
    let length = width == 0 ? Int(bytes[1]) : bytes[2..<header].reduce(0) { $0 << 8 | Int($1) }
    guard bytes.count >= header + length else { return nil }
    return Frame(
      opcode: bytes[0] & 0x0F, payload: UnsafeRawBufferPointer(rebasing: bytes[header..<header + length]),
      count: header + length)
  }
}

/// What a message of the server is about, as far as a benchmark must know: read from its first letters, without a parser.
enum Verb {
  case attached, state, patch, shared, saved, other

  init(_ message: UnsafeRawBufferPointer) {
    guard message.count > 4 else {
      self = .other
      return
    }
    // Every message of the server is an object whose first key is its verb: {"pa…
    switch (message[2], message[3]) {
    case (UInt8(ascii: "p"), UInt8(ascii: "a")): self = .patch
    case (UInt8(ascii: "s"), UInt8(ascii: "h")): self = .shared
    case (UInt8(ascii: "s"), UInt8(ascii: "a")): self = .saved
    case (UInt8(ascii: "s"), UInt8(ascii: "t")): self = .state
    case (UInt8(ascii: "a"), UInt8(ascii: "t")): self = .attached
    default: self = .other
    }
  }
}
