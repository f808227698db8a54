import OrielHub
import OrielWire

/// One WebSocket, as the Gateway sees it. The Transport is behind it, a test's double may be.
///
/// Lives on the hub's loop, and is only used there.
package protocol Connection: AnyObject {
  /// Queues a frame; all frames of one tick of the loop leave in one write. Ignored once the connection is closing.
  func send(_ frame: Frame)

  /// Sends what is queued, then a close frame with `code` (RFC 6455 §7.4), and hangs up when the peer has answered
  /// or after the Transport's own deadline.
  func close(_ code: UInt16, reason: String)

  /// Whether the socket has not taken all it was given. Nothing should be sent until `drained`: what is queued by then
  /// is out of date anyway.
  var isChoked: Bool { get }
}

/// What the Transport tells the Gateway about one connection, always on the hub's loop.
package protocol ConnectionDelegate: AnyObject {
  /// A whole text message, valid UTF-8, within the size limit. The bytes are valid during the call only.
  func received(_ message: UnsafeRawBufferPointer, hub: isolated WindowHub)

  /// The socket has taken everything; `isChoked` is false again.
  func drained(hub: isolated WindowHub)

  /// The connection is gone; the last call. `code` is the peer's close code, where it sent one.
  func closed(code: UInt16?, hub: isolated WindowHub)
}

/// The server's answer to a WebSocket handshake.
package enum UpgradeDecision {
  /// Answers 101 with this subprotocol; the delegate is made as soon as the connection is open.
  case accept(subprotocol: String, open: (any Connection) -> any ConnectionDelegate)
  case refuse(HTTPResponse)
}

/// What stands behind a listening socket: plain HTTP and handshakes, on the hub's loop.
package protocol RequestHandler: AnyObject {
  /// How many bytes of body this request may have, decided when its head is there; `nil` where nothing takes one.
  func bodyLimit(for request: HTTPRequest, hub: isolated WindowHub) -> Int?

  /// Answers a request, at once or later; `reply` is called exactly once, on the loop.
  func respond(
    to request: HTTPRequest, hub: isolated WindowHub, reply: @escaping (HTTPResponse) -> Void)

  /// Answers a handshake. The Transport has checked the form (GET, `Upgrade: websocket`, a key); version, subprotocol,
  /// origin and credentials are the Gateway's.
  func upgrade(_ request: HTTPRequest, hub: isolated WindowHub) -> UpgradeDecision
}
