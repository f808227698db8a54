/// Frames as a page sends them: final and masked (RFC 6455 §5.3).
enum ClientFrame {
  static func text(_ text: String) -> [UInt8] { frame(0x81, Array(text.utf8)) }
  static func pong(_ payload: UnsafeRawBufferPointer) -> [UInt8] { frame(0x8A, Array(payload)) }

  /// Always the same key: it is there to have the server unmask, not to protect a proxy from scripts (§10.3).
  private static let key: [UInt8] = [0x37, 0xFA, 0x21, 0x3D]

  private static func frame(_ first: UInt8, _ payload: [UInt8]) -> [UInt8] {
    var bytes = [first]
    if payload.count < 126 {
      bytes.append(0x80 | UInt8(payload.count))
    } else {
      bytes += [0x80 | 126, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF)]
    }
    bytes += key
    for (index, byte) in payload.enumerated() { bytes.append(byte ^ key[index & 3]) }
    return bytes
  }
}

/// Frames as a server sends them.
enum ServerFrame {
  /// A whole frame of the given number of bytes that begins like a patch.
  static func patch(count: Int) -> [UInt8] {
    let header = count < 128 ? 2 : 4
    let text = #"{"patch":""#
    let filler = count - header - text.utf8.count - 2
    let payload = Array((text + String(repeating: "x", count: max(filler, 0)) + "\"}").utf8)
    guard header == 4 else { return [0x81, UInt8(payload.count)] + payload }
    return [0x81, 126, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF)] + payload
  }
}
