/// A frame as a client sends it (RFC 6455 §5.2).
struct ClientFrame {
  var opcode: UInt8 = 1
  var payload: [UInt8] = []
  var isFinal = true
  var mask: [UInt8]? = [0x11, 0x22, 0x33, 0x44]
  var announced: Int?

  static func text(_ text: String, isFinal: Bool = true) -> ClientFrame {
    ClientFrame(payload: Array(text.utf8), isFinal: isFinal)
  }

  static func continuation(_ text: String, isFinal: Bool = true) -> ClientFrame {
    ClientFrame(opcode: 0, payload: Array(text.utf8), isFinal: isFinal)
  }

  var bytes: [UInt8] {
    let count = announced ?? payload.count
    let masked: UInt8 = mask == nil ? 0 : 0x80
    var bytes = [opcode | (isFinal ? 0x80 : 0)]
    if count < 126 {
      bytes.append(masked | UInt8(count))
    } else {
      let width = count < 65_536 ? 2 : 8
      bytes.append(masked | (width == 2 ? 126 : 127))
      for place in (0..<width).reversed() { bytes.append(UInt8(truncatingIfNeeded: count >> (8 * place))) }
    }
    bytes += mask ?? []
    for (index, byte) in payload.enumerated() { bytes.append(byte ^ (mask?[index % 4] ?? 0)) }
    return bytes
  }
}

/// A frame as the server sent it.
struct ServerFrame: Equatable {
  var opcode: UInt8
  var payload: [UInt8]

  static func text(_ text: String) -> ServerFrame { ServerFrame(opcode: 1, payload: Array(text.utf8)) }
  static func close(_ code: UInt16, _ reason: String) -> ServerFrame {
    ServerFrame(opcode: 8, payload: [UInt8(code >> 8), UInt8(code & 0xFF)] + reason.utf8)
  }
}

extension RawClient {
  static let handshakeHead = """
    GET /connect?x=1 HTTP/1.1\r
    Host: localhost\r
    Upgrade: websocket\r
    Connection: keep-alive, Upgrade\r
    Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r

    """

  static let handshake = handshakeHead + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: oriel.v1\r\n\r\n"

  /// Opens a WebSocket on a new connection.
  static func webSocket(port: UInt16, receiveBuffer: Int32? = nil) throws -> RawClient {
    let client = try RawClient(port: port, receiveBuffer: receiveBuffer)
    let answer = try client.ask(handshake, hasBody: false)
    guard answer.status == 101 else { throw Failure(description: "refused: \(answer)") }
    return client
  }

  func send(_ frame: ClientFrame) throws { try send(frame.bytes) }

  func readFrame() throws -> ServerFrame {
    let head = try read(exactly: 2)
    guard head[0] & 0x80 != 0, head[1] & 0x80 == 0 else { throw Failure(description: "a strange frame: \(head)") }
    let width = [126: 2, 127: 8][head[1]] ?? 0
    let length = try read(exactly: width).reduce(0) { $0 << 8 | Int($1) }
    return ServerFrame(opcode: head[0] & 0x0F, payload: try read(exactly: width == 0 ? Int(head[1]) : length))
  }

  func readFrames(_ count: Int) throws -> [ServerFrame] { try (0..<count).map { _ in try readFrame() } }
}
