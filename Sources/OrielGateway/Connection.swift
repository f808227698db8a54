import OrielHub
import OrielWire

/// A WebSocket from the Gateway's point of view, implemented by the Transport or by a test double.
///
/// Used only on the hub's loop.
package protocol Connection: AnyObject {
  /// Queues a frame; all frames of one tick of the loop leave in one write. Ignored once the connection is closing.
  func send(_ frame: Frame)

  /// Sends the queued frames and then a close frame with `code` (RFC 6455 §7.4), and hangs up when the peer has
  /// answered or after the Transport's own deadline.
  func close(_ code: UInt16, reason: String)

  /// Whether the socket is back-pressured. Send nothing until `unchoked`, because queued messages would be outdated by
  /// then.
  var isChoked: Bool { get }
}

/// Receives the events of a connection, always on the hub's loop.
package protocol ConnectionDelegate: AnyObject {
  /// A whole text message, valid UTF-8, within the size limit. The bytes are valid during the call only.
  func received(_ message: UnsafeRawBufferPointer, hub: WindowHub)

  /// The socket has taken everything; `isChoked` is false again.
  func unchoked(hub: WindowHub)

  /// The connection is gone; the last call. `code` is the peer's close code, where it sent one.
  func closed(code: UInt16?, hub: WindowHub)
}

/// The response to a WebSocket handshake.
package enum UpgradeDecision {
  /// Answers 101 with this subprotocol; the delegate is made as soon as the connection is open.
  case accept(subprotocol: String, open: (any Connection) -> any ConnectionDelegate)
  case refuse(HTTPResponse)
  /// The decision has to wait.
  case later(LaterDecision)
}

/// A pending decision about a handshake. Used on the hub's loop only.
package final class LaterDecision {
  private var decision: UpgradeDecision?
  private var then: ((UpgradeDecision) -> Void)?

  package init() {}

  package func decide(_ decision: UpgradeDecision) {
    self.decision = decision
    then?(decision)
  }

  /// Calls the closure with the decision, at once if it is already made.
  package func then(_ then: @escaping (UpgradeDecision) -> Void) {
    if let decision { return then(decision) }
    self.then = then
  }
}

/// How to handle a request's body.
package enum BodyPlan {
  /// Collects the body before handling the request. A body over the limit gets status 413.
  case gather(limit: Int)
  /// Streams the body to a receiver, which sends the response.
  case stream(any BodyReceiver)
  /// Responds without reading the body.
  case answer(HTTPResponse)
}

/// Receives a body without holding it in memory, always on the hub's loop.
package protocol BodyReceiver: AnyObject {
  /// Receives the next bytes, valid during the call only. No more are read until `done` is called; after a response,
  /// none at all.
  func receive(_ bytes: UnsafeRawBufferPointer, done: @escaping (HTTPResponse?) -> Void)

  /// The whole body was received. Call `reply` exactly once.
  func end(reply: @escaping (HTTPResponse) -> Void)

  /// The connection closed before the response; the last call.
  func cancel()
}

/// Handles the requests of a listening socket: plain HTTP and handshakes, on the hub's loop.
package protocol RequestHandler: AnyObject {
  /// Called when a request's head has arrived, which announces a body of `length` bytes.
  func plan(for request: HTTPRequest, length: Int, hub: WindowHub) -> BodyPlan

  /// Handles a request, at once or later. Call `reply` exactly once, on the loop.
  func respond(
    to request: HTTPRequest, hub: WindowHub, reply: @escaping (HTTPResponse) -> Void)

  /// Handles a handshake. The Transport has checked its form (GET, `Upgrade: websocket`, a key); version, subprotocol,
  /// origin and credentials are the Gateway's task.
  func upgrade(_ request: HTTPRequest, hub: WindowHub) -> UpgradeDecision

  /// The loop that should handle a request, as the request itself says, which is then handed over with its connection; `nil`
  /// if this one can.
  func loop(for request: HTTPRequest, isHandshake: Bool, hub: WindowHub) -> Int?

  /// Milliseconds until a request may be answered, because its network has used more than its share of the loop's time; 0
  /// if it may be now.
  func waitForTime(of request: HTTPRequest) -> Int64

  /// Requests of a client at this address have taken this time on the loop.
  func spent(_ nanoseconds: Int64, by address: String)

  /// Prepares for the end of the server.
  func drain(hub: WindowHub)
}

extension RequestHandler {
  package func loop(for request: HTTPRequest, isHandshake: Bool, hub: WindowHub) -> Int? { nil }
  package func waitForTime(of request: HTTPRequest) -> Int64 { 0 }
  package func spent(_ nanoseconds: Int64, by address: String) {}
  package func drain(hub: WindowHub) {}
}
