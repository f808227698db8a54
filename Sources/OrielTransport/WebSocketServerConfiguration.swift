import OrielGateway

/// The address that a server listens on, and its limits. Times are in milliseconds, sizes in bytes.
package struct WebSocketServerConfiguration: Sendable {
  /// The IP address to listen on, or a host name that resolves to one.
  package var host = "127.0.0.1"
  /// The port to listen on. 0 picks a free port, which `start` returns.
  package var port: UInt16 = 8080
  /// The maximum number of connections that the kernel queues until they are accepted, if its own limit is no lower
  /// (`net.core.somaxconn`, 4096 by default).
  package var backlog: Int32 = 4096
  /// The maximum number of connections, HTTP and WebSocket. Further ones are closed.
  package var connections = 100_000
  /// The maximum number of HTTP connections from one network, which is not a trusted proxy. Further ones are closed.
  package var requestsOfNetwork = 1000
  /// Whether this holds for this machine too, which may be a proxy that isn't named.
  package var limitsThisMachine = false
  /// The proxies whose `X-Forwarded-For` is trusted.
  package var trustedProxies = TrustedProxies()

  /// The subprotocols that a handshake may be accepted with.
  package var subprotocols = ["oriel.v1"]
  /// The header fields of every response: pages, refusals, and 101.
  package var headers: HTTPHeaders = [:]
  /// Further header fields of pages.
  package var pageHeaders: HTTPHeaders = [:]

  /// The maximum size of a request line with its header fields. A larger head is refused with 431.
  package var headBytes = 16_384
  /// The maximum time from the beginning of the connection, or from the first byte of a further request, to the end of
  /// the head, however slowly it arrives.
  package var headDeadline: Int64 = 10_000
  /// The maximum time from the end of the head to the end of the body or, for a streamed body, for each `bodyBytes` of it.
  package var bodyDeadline: Int64 = 30_000
  package var bodyBytes = 120 * 1024
  /// The maximum time between two requests on a connection.
  package var keepAlive: Int64 = 60_000
  /// The maximum time for each `bodyBytes` of a response, so that a client that reads slowly holds no memory for long.
  package var answerDeadline: Int64 = 30_000

  /// The maximum size of a client's message, counted over its fragments. A larger one is closed with 1009.
  package var messageBytes = 65_536
  /// The maximum number of its fragments that are empty. More are closed with 1009.
  package var emptyFragments = 100
  /// The maximum number of bytes queued for a socket that exerts back-pressure. Above it, the connection is cut.
  package var queuedBytes = 4 << 20
  /// The maximum number of bytes that are kept for all sockets, HTTP and WebSocket: what clients have not read, and what
  /// they have sent the beginning of. Above it, those with the most are cut.
  package var heldBytes = 512 << 20
  /// The time of silence after which a client is pinged.
  package var pingAfter: Int64 = 25_000
  /// The time of silence after which a connection is closed with 4001.
  package var reapAfter: Int64 = 60_000
  /// The maximum time from our close frame to the client's. After it, the connection is cut.
  package var closeDeadline: Int64 = 5_000
  /// The maximum time until another node begins to answer a handshake that was passed on to it: longer than that one lets it
  /// wait for its network's share of the time. After it, the page is told to try again.
  package var nodeDeadline: Int64 = 15_000
  /// The maximum duration of a shutdown. Connections whose end libwebsockets has not reported by then are cut.
  package var shutdownDeadline: Int64 = 5_000

  package init() {}
}
