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

  /// Reads nothing from the peer for so long, after which reading goes on. Its pings are not answered meanwhile, and its end
  /// is not noticed. Ignored while reading is stopped.
  func stopReading(for milliseconds: Int64)

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
  /// Answers 101 with this subprotocol. The delegate is made before, so it must not send anything yet.
  case accept(subprotocol: String, open: (any Connection) -> any ConnectionDelegate)
  case refuse(HTTPResponse)
  /// The decision has to wait.
  case later(Later<UpgradeDecision>)
}

/// A pending decision about a request. Used on the hub's loop only.
package final class Later<Decision> {
  private var decision: Decision?
  private var then: ((Decision) -> Void)?

  package init() {}

  package func decide(_ decision: Decision) {
    self.decision = decision
    then?(decision)
  }

  /// Calls the closure with the decision, at once if it is already made.
  package func then(_ then: @escaping (Decision) -> Void) {
    if let decision { return then(decision) }
    self.then = then
  }
}

/// Where a request is handled.
package enum RequestPlace {
  case here
  /// On another loop of the process, which gets the connection.
  case loop(Int)
  /// On another node, to which the connection is passed on.
  case node(NodeRoute)
  case refused(HTTPResponse)
  /// That has to be found out.
  case later(Later<RequestPlace>)
}

/// The way to another node.
package struct NodeRoute: Equatable {
  package var life: Life
  /// `HOST:PORT`.
  package var address: String
  /// The value of the field that says for whom the request is sent on.
  package var via: String

  package init(life: Life, address: String, via: String) { (self.life, self.address, self.via) = (life, address, via) }

  package static let field = "oriel-via"
  /// The field in which an operator names the node that a request is for.
  package static let name = "oriel-node"
  /// The field in which a node names the operator for whom it asks another.
  package static let operatorField = "oriel-operator"
  /// The field of a request that a node sends to all others, with the id of the trigger that they may have to send.
  package static let round = "oriel-round"

  /// The answer in place of a node that gives none: the page tries again, and perhaps by another node. An answer of the
  /// operators' API is a problem document (RFC 9457).
  package static func unreachable(for request: HTTPRequest) -> HTTPResponse {
    let text = "The node that has it can't be reached from here"
    guard request.path.utf8.starts(with: "/admin/".utf8) else {
      return .text(503, text, headers: ["retry-after": "1"])
    }
    let body = #"{"type":"about:blank","title":"Service Unavailable","status":503,"detail":"\#(text)"}"#
    return HTTPResponse(
      status: 503, headers: ["content-type": "application/problem+json", "retry-after": "1"], body: Array(body.utf8))
  }
}

/// How far the search for a request's node has come.
package struct RouteAttempt {
  /// When it began, on the loop's clock.
  package var since: Int64
  /// The node that could not be reached, and its beat at the first try.
  package var failed: Life?
  package var beatAtFailure: Int64?

  package init(since: Int64) { self.since = since }
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

  /// Notes in a request that another node has sent it on, and for whom, if that is true.
  func recognizeNode(in request: inout HTTPRequest)

  /// The place that should handle a request, as the request itself says.
  ///
  /// - Parameter attempt: Called again after a node could not be reached, with that node.
  func place(of request: HTTPRequest, isHandshake: Bool, _ attempt: RouteAttempt, hub: WindowHub) -> RequestPlace

  /// A request has been refused because this node, which lives, can't be reached.
  func recordUnreached(_ node: Life)

  /// Whether another node lives.
  func lives(_ node: Life) -> Bool

  /// Whether another node is at this IP address.
  func isNode(at address: String) -> Bool

  /// A connection of a client at this address is passed on to another node.
  func beganPassingOn(for address: String)

  /// It has ended.
  func endedPassingOn(for address: String)

  /// Milliseconds until a request may be answered, because its network has used more than its share of the loop's time; 0
  /// if it may be now.
  func waitForTime(of address: String) -> Int64

  /// Requests of a client at this address have taken this time on the loop.
  func spent(_ nanoseconds: Int64, by address: String)

  /// Prepares for the end of the server.
  func drain(hub: WindowHub)
}

extension RequestHandler {
  package func recognizeNode(in request: inout HTTPRequest) {}
  package func place(
    of request: HTTPRequest, isHandshake: Bool, _ attempt: RouteAttempt, hub: WindowHub
  ) -> RequestPlace { .here }
  package func recordUnreached(_ node: Life) {}
  package func lives(_ node: Life) -> Bool { false }
  package func isNode(at address: String) -> Bool { false }
  package func beganPassingOn(for address: String) {}
  package func endedPassingOn(for address: String) {}
  package func waitForTime(of address: String) -> Int64 { 0 }
  package func spent(_ nanoseconds: Int64, by address: String) {}
  package func drain(hub: WindowHub) {}
}
