import OrielGateway
import OrielHub
import OrielTransport
import OrielWire

/// Two servers of one process, each on a loop of its own. A request says in its query which one is to handle it:
/// `?loop=1`.
final class ServerPair: Stoppable {
  let servers: [TestServerOfPair]
  let port: UInt16

  struct TestServerOfPair {
    let loop: EventLoop
    let server: WebSocketServer
  }

  init(
    _ change: (inout WebSocketServerConfiguration) -> Void = { _ in },
    whenTheLastIsMade act: @escaping @Sendable () -> Void = {}
  ) async throws {
    var configuration = WebSocketServerConfiguration()
    configuration.port = 0
    configuration.headDeadline = 600_000
    configuration.bodyDeadline = 600_000
    configuration.keepAlive = 600_000
    change(&configuration)
    let group = ServerGroup()
    servers = try (0..<2).map { index in
      let loop = try EventLoop()
      let server = WebSocketServer(
        configuration, loop: loop, hub: try makeHub(on: loop), group: group, log: { _, _ in },
        makeHandler: { _ in
          if index == 1 { act() }
          return PlaceHandler(index)
        })
      loop.start()
      return TestServerOfPair(loop: loop, server: server)
    }
    port = try await WebSocketServer.start(servers.map(\.server))
  }

  func stop() async {
    for each in servers { await each.server.shutdown() }
    for each in servers { await each.loop.stop() }
  }

  func webSocket(of loop: Int) throws -> RawClient {
    let client = try RawClient(port: port)
    let answer = try client.ask(
      RawClient.handshake.replacing("/connect?x=1", with: "/connect?loop=\(loop)"), hasBody: false)
    guard answer.status == 101 else { throw RawClient.Failure(description: "refused: \(answer)") }
    return client
  }

  /// The connections of each loop: those that speak HTTP, and the WebSockets.
  func counts() async -> [[Int]] {
    var counts: [[Int]] = []
    for each in servers {
      let count = await each.server.counts()
      counts.append([count.requests, count.webSockets])
    }
    return counts
  }
}

/// Says which loop it is on.
private final class PlaceHandler: RequestHandler {
  private let place: Int

  init(_ place: Int) { self.place = place }

  func place(of request: HTTPRequest, isHandshake: Bool, _ attempt: RouteAttempt, hub: WindowHub) -> RequestPlace {
    let asked = request.query.flatMap { $0.hasPrefix("loop=") ? Int($0.dropFirst(5)) : nil }
    return asked.map { $0 == place ? .here : .loop($0) } ?? .here
  }

  func plan(for request: HTTPRequest, length: Int, hub: WindowHub) -> BodyPlan { .gather(limit: 100) }

  func respond(to request: HTTPRequest, hub: WindowHub, reply: @escaping (HTTPResponse) -> Void) {
    reply(.text(200, "loop \(place): \(String(decoding: request.body, as: UTF8.self))"))
  }

  func upgrade(_ request: HTTPRequest, hub: WindowHub) -> UpgradeDecision {
    .accept(subprotocol: "oriel.v1") { [place] connection in PlaceDelegate(connection, place) }
  }
}

private final class PlaceDelegate: ConnectionDelegate {
  private let connection: any Connection
  private let place: Int

  init(_ connection: any Connection, _ place: Int) {
    self.connection = connection
    self.place = place
  }

  func received(_ message: UnsafeRawBufferPointer, hub: WindowHub) { connection.send(.text("loop \(place)")) }
  func unchoked(hub: WindowHub) {}
  func closed(code: UInt16?, hub: WindowHub) {}
}
