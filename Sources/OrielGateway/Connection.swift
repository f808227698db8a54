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
  /// Something has to be asked first.
  case later(LaterDecision)
}

/// A decision about a handshake that may take its time. Used on the hub's loop only.
package final class LaterDecision {
  private var decision: UpgradeDecision?
  private var then: ((UpgradeDecision) -> Void)?

  package init() {}

  package func decide(_ decision: UpgradeDecision) {
    self.decision = decision
    then?(decision)
  }

  /// Hears the decision, at once if it was made.
  package func then(_ then: @escaping (UpgradeDecision) -> Void) {
    if let decision { return then(decision) }
    self.then = then
  }
}

/// What becomes of a request's body.
package enum BodyPlan {
  /// The request waits until it has it whole; up to so many bytes, and above them it is 413.
  case gather(limit: Int)
  /// It goes there piece by piece, and the answer comes from there.
  case stream(any BodyReceiver)
  /// The answer is known without it.
  case answer(HTTPResponse)
}

/// Takes a body that is not to be held in memory, always on the hub's loop.
package protocol BodyReceiver: AnyObject {
  /// The next bytes, valid during the call only. Nothing more is read until `done` was called; with an answer, nothing
  /// more at all.
  func receive(_ bytes: UnsafeRawBufferPointer, done: @escaping (HTTPResponse?) -> Void)

  /// All of it was received. `reply` is called exactly once.
  func end(reply: @escaping (HTTPResponse) -> Void)

  /// The connection has gone before it was answered; the last call.
  func cancel()
}

/// What stands behind a listening socket: plain HTTP and handshakes, on the hub's loop.
package protocol RequestHandler: AnyObject {
  /// Decides when a request's head is there, of which `length` bytes of body are said to follow.
  func plan(for request: HTTPRequest, length: Int, hub: isolated WindowHub) -> BodyPlan

  /// Answers a request, at once or later; `reply` is called exactly once, on the loop.
  func respond(
    to request: HTTPRequest, hub: isolated WindowHub, reply: @escaping (HTTPResponse) -> Void)

  /// Answers a handshake. The Transport has checked the form (GET, `Upgrade: websocket`, a key); version, subprotocol,
  /// origin and credentials are the Gateway's.
  func upgrade(_ request: HTTPRequest, hub: isolated WindowHub) -> UpgradeDecision
}
