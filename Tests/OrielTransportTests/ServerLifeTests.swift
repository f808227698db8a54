import Glibc
import OrielGateway
import OrielHub
import OrielTransport
import Testing

@Suite(.ownThread) struct ServerLifeTests {
  @Test func `a shutdown ends two hundred connections, each told`() async throws {
    let server = try await TestServer()
    let clients = try (0..<200).map { _ in try RawClient.webSocket(port: server.port) }
    #expect(await server.server.counts().webSockets == 200)
    let idle = try RawClient(port: server.port)
    await server.stop()
    #expect(
      await server.events.next(400) == Array(repeating: .opened, count: 200)
        + Array(repeating: .closed(nil), count: 200))
    for client in clients {
      #expect(try client.readFrame() == .close(1001, "going away"))
      #expect(try client.readToEnd() == [])
    }
    #expect(try idle.readToEnd() == [])
  }

  @Test func `a choked connection does not hold a shutdown up`() async throws {
    let flood = String(repeating: "a", count: 8 << 20)
    let server = try await TestServer(react: { _, connection, _ in connection.send(.text(flood)) })
    let client = try RawClient.webSocket(port: server.port, receiveBuffer: 65_536)
    try client.send(.text("go"))
    #expect(await server.events.next(2) == [.opened, .received("go")])
    await server.stop()
    #expect(await server.events.next() == .closed(nil))
  }

  @Test func `a shutdown may be asked for twice, and before the start`() async throws {
    let server = try await TestServer()
    async let first: Void = server.server.shutdown()
    async let second: Void = server.server.shutdown()
    _ = await (first, second)
    await server.stop()
  }

  @Test func `a loop can have another server after the first`() async throws {
    let first = try await TestServer()
    let client = try RawClient.webSocket(port: first.port)
    await first.server.shutdown()
    #expect(try client.readFrame().opcode == 8)
    let second = try await TestServer(on: first.loop, first.hub)
    let other = try RawClient.webSocket(port: second.port)
    try other.send(.text("hello"))
    #expect(try other.readFrame() == .text("hello"))
    await second.stop()
  }

  @Test func `what is decided about requests after their server is gone changes nothing`() async throws {
    try await withLoop { loop, _ in
      let hub = try makeHub(on: loop)
      let (asked, ask) = AsyncStream.makeStream(of: Undecided.self)
      var configuration = WebSocketServerConfiguration()
      configuration.port = 0
      var server: WebSocketServer? = WebSocketServer(
        configuration, loop: loop, hub: hub, log: { _, _ in }
      ) { _ in UndecidedHandler(ask) }
      let port = try await server!.start()
      let clients = [try RawClient(port: port), try RawClient(port: port)]
      try clients[0].send("GET /place HTTP/1.1\r\nHost: x\r\n\r\n")
      try clients[1].send("GET /answer HTTP/1.1\r\nHost: x\r\n\r\n")
      var decisions: [Undecided] = []
      for await undecided in asked.prefix(2) { decisions.append(undecided) }
      await server?.shutdown()
      weak let former = server
      server = nil
      for decision in decisions { await hub.perform { _ in decision.decide() } }
      decisions = []
      #expect(former == nil)
      for client in clients { #expect(try client.readToEnd() == []) }
    }
  }

  @Test func `a draining server lets no connection stay`() async throws {
    try await with(TestServer()) { server in
      await server.server.stopAccepting()
      let client = try RawClient(port: server.port)
      let answer = try client.ask("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(answer.status == 200)
      #expect(answer.headers["connection"] == "close")
    }
  }

  @Test func `a server that cannot listen says why`() async throws {
    try await with(TestServer()) { server in
      await #expect(throws: TransportError.addressInUse(host: "127.0.0.1", port: server.port)) {
        _ = try await TestServer({ $0.port = server.port }, on: server.loop, server.hub)
      }
      await #expect(throws: TransportError.addressNotAvailable(host: "192.0.2.1", port: 0)) {
        _ = try await TestServer({ $0.host = "192.0.2.1" }, on: server.loop, server.hub)
      }
      await #expect(throws: TransportError.alreadyStarted) { _ = try await server.server.start() }
    }
  }

  @Test func `a signal reaches the loop`() async throws {
    try await withLoop { loop, _ in
      let (stream, got) = AsyncStream.makeStream(of: Bool.self)
      await loop.onSignal(SIGUSR2) { got.yield(loop.executor.isIsolatingCurrentContext() == true) }
      kill(getpid(), SIGUSR2)
      var iterator = stream.makeAsyncIterator()
      #expect(await iterator.next() == true)
    }
  }
}

/// In a process of its own: it takes all descriptors.
@Suite struct DescriptorTests {
  @Test func `a server survives that descriptors run out`() async throws {
    await #expect(processExitsWith: .success) {
      let server = try await TestServer()
      var limit = rlimit(rlim_cur: 64, rlim_max: 64)
      try #require(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
      var clients: [RawClient] = []
      while let client = try? RawClient(port: server.port) { clients.append(client) }
      // Nothing is left: what connected last waits, or was turned away.
      #expect(clients.count > 10)
      clients.removeAll()
      #expect(try await answerAfterAll(server.port))
      await server.stop()
    }
  }
}

/// Those who were in the queue may still be turned away; soon somebody is served again.
private func answerAfterAll(_ port: UInt16) async throws -> Bool {
  for _ in 0..<200 {
    let client = try RawClient(port: port)
    if let answer = try? client.ask("GET / HTTP/1.1\r\nHost: x\r\n\r\n"), answer.status == 200 { return true }
  }
  return false
}

/// What a handler has not decided yet. Guard of `@unchecked`: used on the loop only.
private final class Undecided: @unchecked Sendable {
  let decide: () -> Void

  init(_ decide: @escaping () -> Void) { self.decide = decide }
}

/// Decides when a test lets it: about the place of a request, or its answer.
private final class UndecidedHandler: RequestHandler {
  private let asked: AsyncStream<Undecided>.Continuation

  init(_ asked: AsyncStream<Undecided>.Continuation) { self.asked = asked }

  func plan(for request: HTTPRequest, length: Int, hub: WindowHub) -> BodyPlan { .gather(limit: 0) }

  func place(
    of request: HTTPRequest, isHandshake: Bool, _ attempt: RouteAttempt, hub: WindowHub
  ) -> RequestPlace {
    guard request.path == "/place" else { return .here }
    let later = Later<RequestPlace>()
    asked.yield(Undecided { later.decide(.here) })
    return .later(later)
  }

  func respond(to request: HTTPRequest, hub: WindowHub, reply: @escaping (HTTPResponse) -> Void) {
    asked.yield(Undecided { reply(.text(200, "late")) })
  }

  func upgrade(_ request: HTTPRequest, hub: WindowHub) -> UpgradeDecision { .refuse(.text(404, "none")) }
}
