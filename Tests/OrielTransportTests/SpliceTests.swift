import Glibc
import OrielGateway
import OrielHub
import OrielTransport
import OrielWire
import Synchronization
import Testing

/// Connections that a server passes on to another node.
@Suite(.ownThread) struct SpliceTests {
  private static let ping = "GET /page?a=1 HTTP/1.1\r\nHost: localhost\r\n"

  @Test func `a request is answered by the node that it is sent on to`() async throws {
    try await with(TestServer()) { node in
      try await with(Door(to: node.port)) { door in
        let client = try RawClient(port: door.port)
        try client.send(
          Self.ping + "Connection: keep-alive, X-Hop\r\nX-Hop: 1\r\nKeep-Alive: 5\r\nTE: trailers\r\n"
            + "Oriel-Via: forged\r\nUpgrade: h2c\r\nCookie: a=1\r\nCookie: b=2\r\n\r\n")
        let answer = try client.readAnswer()
        #expect([answer.body, answer.headers["connection"]] == ["GET /page\n", "close"])
        #expect(try client.readToEnd().isEmpty)
        guard case .requested(let request) = await node.events.next() else {
          Issue.record("nothing came")
          return
        }
        #expect(request.query == "a=1")
        #expect(
          request.headers == [
            "host": "localhost", "cookie": "a=1; b=2", "oriel-via": "for=127.0.0.1", "connection": "close",
          ])
      }
    }
  }

  @Test func `an address refuses connections when the process that was there has ended`() async throws {
    var port: UInt16 = 0
    func refuses() -> Bool? { NodeAddress("127.0.0.1:\(port)", looksUpNames: false)?.refusesConnections }
    try await with(TestServer()) { node in
      port = UInt16(node.port)
      #expect(refuses() == false)
    }
    #expect(refuses() == true)
  }

  @Test func `a body is sent on, whatever its size, and however it comes`() async throws {
    let body = String(repeating: "0123456789abcdef", count: 6000)
    let node = try await TestServer(respond: { .text(200, "\($0.body.count) \($0.body.last ?? 0)") })
    try await with(node) { node in
      try await with(Door(to: node.port)) { door in
        let client = try RawClient(port: door.port)
        try client.send(
          "POST /upload HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body.prefix(1000))")
        try client.send(String(body.dropFirst(1000)))
        #expect(try client.readAnswer().body == "96000 102\n")
      }
    }
  }

  @Test func `a WebSocket goes on over the node, with its close`() async throws {
    try await with(TestServer()) { node in
      try await with(Door(to: node.port)) { door in
        let client = try RawClient.webSocket(port: door.port)
        for text in ["one", String(repeating: "x", count: 60_000)] {
          try client.send(.text(text))
          #expect(try client.readFrame() == .text(text))
        }
        #expect(await door.server.counts().splices == 1)
        #expect(await node.server.counts().webSockets == 1)
        try client.send(ClientFrame(opcode: 8, payload: [3, 0xE8]))
        #expect(try client.readFrame().opcode == 8)
        #expect(try client.readToEnd().isEmpty)
        await door.isEmpty()
      }
    }
  }

  @Test func `a page that reads slowly holds up its node, and the node in between keeps little`() async throws {
    let large = String(repeating: "x", count: 100_000)
    let node = try await TestServer(
      react: { _, connection, _ in if !connection.isChoked { connection.send(.text(large)) } })
    try await with(node) { node in
      try await with(Door(to: node.port)) { door in
        let client = try RawClient.webSocket(port: door.port, receiveBuffer: 4096)
        _ = await node.events.next()
        for _ in 0..<200 { try client.send(.text("more")) }
        // The client reads nothing until the node has been asked for 20 MB.
        for _ in 0..<200 { #expect(await node.events.nextMessage() == .received("more")) }
        let kept = await door.server.keptBytes()
        #expect(kept <= 2 * 65_536)
        for _ in 0..<20 { #expect(try client.readFrame() == .text(large)) }
      }
    }
  }

  @Test(arguments: [true, false])
  func `when one end is cut, so is the other`(isClient: Bool) async throws {
    let node = try await TestServer({ $0.shutdownDeadline = 100 })
    try await with(Door(to: node.port)) { door in
      var client: RawClient? = try RawClient.webSocket(port: door.port)
      #expect(await node.events.next() == .opened)
      if isClient {
        client = nil
        #expect(await node.events.next() == .closed(nil))
        await node.stop()
      } else {
        await node.stop()
        let frame = try client?.readFrame()
        #expect(frame?.opcode == 8)
        let rest = try client?.readToEnd()
        #expect(rest?.isEmpty == true)
      }
      client = nil
      await door.isEmpty()
    }
  }

  @Test func `a request whose node can't be reached is placed again, with what failed`() async throws {
    let former = try await TestServer()
    await former.stop()
    try await with(Door(to: former.port)) { door in
      let client = try RawClient(port: door.port)
      #expect(try client.ask(Self.ping + "\r\n").status == 503)
      #expect(try RawClient(port: door.port).ask(RawClient.handshake).status == 503)
      await door.isEmpty()
    }
  }

  @Test func `what a node would refuse or understand otherwise is refused before it is sent on`() async throws {
    try await with(TestServer()) { node in
      try await with(Door(to: node.port)) { door in
        for (request, status) in [
          (RawClient.handshake + "early", 400), (RawClient.handshakeHead + "\r\n", 426),
          ("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n", 411),
          ("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1, 2\r\n\r\n", 400),
        ] {
          let answer = try RawClient(port: door.port).ask(request)
          #expect(answer.status == status)
        }
        await door.isEmpty()
      }
    }
  }

  @Test func `connections to a node that is gone are closed`() async throws {
    try await with(TestServer()) { node in
      try await with(Door(to: node.port) { $0.pingAfter = 100 }) { door in
        let client = try RawClient.webSocket(port: door.port)
        door.node.isAlive.withLock { $0 = false }
        #expect(try client.readToEnd().isEmpty)
      }
    }
  }

  @Test func `a handshake that its node leaves unanswered is refused`() async throws {
    let silent = try SilentListener()
    try await with(Door(to: silent.port) { $0.nodeDeadline = 50 }) { door in
      let answer = try RawClient(port: door.port).ask(RawClient.handshake)
      #expect(
        [String(answer.status), answer.headers["retry-after"], answer.headers["connection"]] == ["503", "1", "close"])
      await door.isEmpty()
      #expect(door.node.unreached.withLock { $0 } == 1)
    }
  }

  @Test(arguments: [true, false])
  func `a handshake whose node ends before it answers is refused`(isRead: Bool) async throws {
    let silent = try SilentListener()
    try await with(Door(to: silent.port)) { door in
      let client = try RawClient(port: door.port)
      try client.send(RawClient.handshake)
      silent.closeNext(reading: isRead)
      #expect(try client.readAnswer().status == 503)
      await door.isEmpty()
      #expect(door.node.unreached.withLock { $0 } == 0)
    }
  }

  @Test func `the beginning of an answer is passed on, and nothing after it`() async throws {
    let silent = try SilentListener()
    try await with(Door(to: silent.port)) { door in
      let client = try RawClient(port: door.port)
      try client.send(RawClient.handshake)
      silent.closeNext(reading: true, saying: "HTTP/1.1 101 Swi")
      #expect(try client.readToEnd() == Array("HTTP/1.1 101 Swi".utf8))
    }
  }

  @Test func `a WebSocket that its node has accepted stays open past the deadline`() async throws {
    let silent = try SilentListener()
    try await with(TestServer()) { node in
      try await with(Door(to: node.port) { $0.nodeDeadline = 20 }) { door in
        let client = try RawClient.webSocket(port: door.port)
        // A handshake that began later has met a deadline that is longer.
        try await with(Door(to: silent.port) { $0.nodeDeadline = 100 }) { other in
          let answer = try RawClient(port: other.port).ask(RawClient.handshake)
          #expect(answer.status == 503)
        }
        #expect(await door.server.counts().splices == 1)
        _ = client
      }
    }
  }

  @Test func `a server that drains closes what it passes on`() async throws {
    try await with(TestServer()) { node in
      try await with(Door(to: node.port)) { door in
        let client = try RawClient.webSocket(port: door.port)
        await door.server.drain()
        #expect(try client.readToEnd().isEmpty)
        await door.isEmpty()
      }
    }
  }

  @Test func `connections that are passed on count`() async throws {
    try await with(TestServer()) { node in
      try await with(Door(to: node.port) { $0.connections = 2 }) { door in
        let clients = [try RawClient.webSocket(port: door.port), try RawClient.webSocket(port: door.port)]
        #expect(try RawClient(port: door.port).readToEnd().isEmpty)
        _ = clients
      }
    }
  }
}

/// A server that passes on everything to one node.
private final class Door: Stoppable {
  let loop: EventLoop
  let server: WebSocketServer
  let port: UInt16
  let node = Node()

  final class Node: Sendable {
    let isAlive = Mutex(true)
    /// How often it could not be reached.
    let unreached = Mutex(0)
  }

  init(to target: UInt16, _ change: (inout WebSocketServerConfiguration) -> Void = { _ in }) async throws {
    var configuration = WebSocketServerConfiguration()
    configuration.port = 0
    configuration.closeDeadline = 100
    change(&configuration)
    loop = try EventLoop()
    server = WebSocketServer(configuration, loop: loop, hub: try makeHub(on: loop), log: { _, _ in }) { [node] _ in
      DoorHandler(target, node)
    }
    loop.start()
    port = try await server.start()
  }

  /// Returns when no connection is left.
  func isEmpty() async {
    while await server.counts() != (requests: 0, webSockets: 0, splices: 0) { await Task.yield() }
  }

  func stop() async {
    await server.shutdown()
    await loop.stop()
  }
}

private final class DoorHandler: RequestHandler {
  private let port: UInt16
  private let node: Door.Node

  init(_ port: UInt16, _ node: Door.Node) { (self.port, self.node) = (port, node) }

  func place(of request: HTTPRequest, isHandshake: Bool, _ attempt: RouteAttempt, hub: WindowHub) -> RequestPlace {
    guard attempt.failed == nil else { return .refused(.text(503, "unreachable")) }
    return .node(
      NodeRoute(life: Life(number: 7), address: "127.0.0.1:\(port)", via: "for=\(request.remoteAddress)"))
  }

  func lives(_ life: Life) -> Bool { node.isAlive.withLock { $0 } }
  func recordUnreached(_ life: Life) { node.unreached.withLock { $0 += 1 } }
  func plan(for request: HTTPRequest, length: Int, hub: WindowHub) -> BodyPlan { .gather(limit: 0) }
  func respond(to request: HTTPRequest, hub: WindowHub, reply: @escaping (HTTPResponse) -> Void) {
    reply(.text(500, "not sent on"))
  }
  func upgrade(_ request: HTTPRequest, hub: WindowHub) -> UpgradeDecision { .refuse(.text(500, "not sent on")) }
}

/// A port that takes connections and says nothing.
private final class SilentListener {
  private let descriptor: Int32
  let port: UInt16

  init() throws {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    self.descriptor = descriptor
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, length) | listen(descriptor, 8) | getsockname(descriptor, $0, &length)
      }
    }
    try #require(result == 0)
    port = UInt16(bigEndian: address.sin_port)
  }

  deinit { close(descriptor) }

  /// Closes the next connection.
  ///
  /// - Parameters:
  ///   - isReading: Whether the request is read before. Otherwise the connection is reset.
  ///   - answer: What it says before.
  func closeNext(reading isReading: Bool, saying answer: String = "") {
    let connection = accept(descriptor, nil, nil)
    if isReading {
      var request = [UInt8](repeating: 0, count: 4096)
      _ = read(connection, &request, request.count)
    }
    _ = write(connection, answer, answer.utf8.count)
    close(connection)
  }
}
