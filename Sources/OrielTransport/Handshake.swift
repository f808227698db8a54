import OrielGateway

/// A well-formed WebSocket handshake (RFC 6455 §4.2.1).
struct Handshake: Equatable {
  /// 16 random bytes in base64, as the client sent them.
  let key: String

  /// Whether the request asks for a WebSocket. Any other `Upgrade`, such as `h2c`, is ignored (RFC 9110 §7.8).
  static func isAskedFor(by head: RequestHead) -> Bool {
    head.request.headers.contains(token: "websocket", in: "upgrade")
  }

  init(_ head: RequestHead) throws(RequestHead.Refusal) {
    let request = head.request
    guard request.method == "GET", !head.isVersion10 else {
      throw RequestHead.Refusal(400, "A WebSocket handshake must use GET and HTTP/1.1.")
    }
    guard request.headers.contains(token: "upgrade", in: "connection") else {
      throw RequestHead.Refusal(400, "A WebSocket handshake needs Connection: Upgrade.")
    }
    guard try head.bodyLength() == 0 else { throw RequestHead.Refusal(400, "A WebSocket handshake has no body.") }
    guard request.headers["sec-websocket-version"] == "13" else {
      throw RequestHead.Refusal(426, "Only version 13 of the WebSocket protocol is supported.")
    }
    guard let key = request.headers["sec-websocket-key"], Self.isKey(key) else {
      throw RequestHead.Refusal(400, "Sec-WebSocket-Key must be 16 bytes in base64.")
    }
    self.key = key
  }

  /// The handshake that is passed to libwebsockets. It is written by us, so that libwebsockets' parser never reads a
  /// client's request.
  func canonicalRequest(subprotocol: String) -> [UInt8] {
    let lines = [
      "GET / HTTP/1.1", "Host: oriel", "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Key: \(key)",
      "Sec-WebSocket-Version: 13", "Sec-WebSocket-Protocol: \(subprotocol)", "", "",
    ]
    return Array(lines.joined(separator: "\r\n").utf8)
  }

  /// The header fields of a refusal. RFC 6455 §4.4 requires the supported version, and RFC 9110 §15.5.22 the protocol.
  static func headers(for refusal: RequestHead.Refusal) -> HTTPHeaders {
    refusal.status == 426 ? ["sec-websocket-version": "13", "upgrade": "websocket"] : [:]
  }

  private static func isKey(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard bytes.count == 24, text.hasSuffix("==") else { return false }
    return bytes.dropLast(2).allSatisfy { $0.isBase64Digit }
  }
}

extension UInt8 {
  fileprivate var isBase64Digit: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"):
      true
    default: false
    }
  }
}
