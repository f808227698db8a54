import OrielGateway

/// Where a server listens, and how much it takes. Times are milliseconds, sizes bytes.
package struct WebSocketServerConfiguration: Sendable {
  /// An IP address, or a name that stands for one.
  package var host = "127.0.0.1"
  /// 0 picks a free one; `start` says which.
  package var port: UInt16 = 8080
  /// Connections that the kernel keeps until they are accepted.
  package var backlog: Int32 = 1024
  /// The maximum number of connections, HTTP and WebSocket. Further ones are closed.
  package var connections = 100_000
  /// Where a request comes from these, it tells for whom.
  package var trustedProxies = TrustedProxies()

  /// The subprotocols that a handshake may be accepted with.
  package var subprotocols = ["oriel.v1"]
  /// Header fields that every answer carries: pages, refusals, and 101.
  package var headers: HTTPHeaders = [:]

  /// The request line and the header fields of one request; above it is 431.
  package var headBytes = 16_384
  /// From the connection, or a further request's first byte, to the end of the head. However slowly it drips.
  package var headDeadline: Int64 = 10_000
  /// From the end of the head to the end of the body; of one that is streamed, from one piece to the next.
  package var bodyDeadline: Int64 = 30_000
  /// A body that is streamed may be as slow as this, and no slower.
  package var bodyBytesPerSecond = 4096
  /// How long a connection may wait between two requests.
  package var keepAlive: Int64 = 60_000
  /// How long an answer may stand still.
  package var answerDeadline: Int64 = 30_000

  /// One message of a client, counted over its fragments; above it is 1009.
  package var messageBytes = 65_536
  /// The maximum number of bytes queued for a back-pressured socket; above it the connection is cut.
  package var queuedBytes = 4 << 20
  /// After so much silence a client is pinged.
  package var pingAfter: Int64 = 25_000
  /// After so much silence a connection is closed with 4001.
  package var reapAfter: Int64 = 60_000
  /// From our close frame to the client's; then the connection is cut.
  package var closeDeadline: Int64 = 5_000
  /// From the beginning of a shutdown to its end at the latest: whose end libwebsockets has not told by then is cut with it.
  package var shutdownDeadline: Int64 = 5_000

  package init() {}
}
