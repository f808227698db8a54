import OrielGateway
import OrielHub
import OrielTransport
import OrielWire
import Synchronization

/// What happened behind the socket.
enum Event: Equatable, Sendable {
  case opened
  case received(String)
  case unchoked
  case closed(UInt16?)
  case requested(HTTPRequest)
  /// What a body that is streamed did.
  case piece(Int)
  case ended
  case cancelled
}

/// Events in order, for a test that waits for the next one.
final class Events: Sendable {
  private struct State {
    var unseen: [Event] = []
    var waiting: CheckedContinuation<Event, Never>?
  }

  private let state = Mutex(State())

  func add(_ event: Event) {
    let waiting = state.withLock { state in
      defer { state.waiting = nil }
      if state.waiting == nil { state.unseen.append(event) }
      return state.waiting
    }
    waiting?.resume(returning: event)
  }

  func next() async -> Event {
    await withCheckedContinuation { waiting in
      let event = state.withLock { state -> Event? in
        if !state.unseen.isEmpty { return state.unseen.removeFirst() }
        state.waiting = waiting
        return nil
      }
      if let event { waiting.resume(returning: event) }
    }
  }

  /// The next event beside those that a connection may write again.
  func nextMessage() async -> Event {
    while true {
      let event = await next()
      if event != .unchoked { return event }
    }
  }

  func next(_ count: Int) async -> [Event] {
    var events: [Event] = []
    for _ in 0..<count { events.append(await next()) }
    return events
  }
}

/// What a test does with a message; most echo.
typealias Reaction = @Sendable (String, any Connection, WindowHub) -> Void

extension Frame {
  static func text(_ text: String) -> Frame { Frame { $0.raw(Array(text.utf8)) } }
}

/// A hub, a server on any free port, and a handler that tells what it is asked.
final class TestServer: Sendable {
  let loop: EventLoop
  let hub: HubActor
  let server: WebSocketServer
  let events = Events()
  let port: UInt16

  /// `respond` answers requests, of which the first waits for as many milliseconds as are owed, `react` messages; `opening` is called when a handshake is accepted.
  init(
    _ change: (inout WebSocketServerConfiguration) -> Void = { _ in }, on loop: EventLoop? = nil,
    _ hub: HubActor? = nil, sliceTime: Int64? = nil, answerLater: Bool = false, owing: Int64 = 0,
    respond: @escaping @Sendable (HTTPRequest) -> HTTPResponse = { .text(200, "\($0.method) \($0.path)") },
    refusal: HTTPResponse? = nil, streamed: BodyTaker.Behaviour = .takes,
    opening: @escaping @Sendable () -> Void = {},
    react: @escaping Reaction = { message, connection, _ in connection.send(.text(message)) }
  ) async throws {
    var configuration = WebSocketServerConfiguration()
    configuration.port = 0
    configuration.headers = ["content-security-policy": "default-src 'self'"]
    // On a busy machine a test may rest for long between two of its steps. Each that is about a deadline sets its own.
    for deadline in [
      \WebSocketServerConfiguration.headDeadline, \.bodyDeadline, \.keepAlive, \.answerDeadline, \.pingAfter,
      \.reapAfter, \.closeDeadline,
    ] {
      configuration[keyPath: deadline] = 600_000
    }
    change(&configuration)
    self.loop = try loop ?? EventLoop()
    self.hub = try hub ?? makeHub(on: self.loop, sliceTime: sliceTime)
    let events = events
    let timers = self.loop.timers
    server = WebSocketServer(configuration, loop: self.loop, hub: self.hub, log: { _, _ in }) { _ in
      TestHandler(
        events, later: answerLater ? timers : nil, owing: owing, respond: respond, refusal: refusal, streamed: streamed,
        opening: opening, react: react)
    }
    if loop == nil { self.loop.start() }
    port = try await server.start()
  }

  func stop() async {
    await server.shutdown()
    await loop.stop()
  }
}

protocol Stoppable { func stop() async }

extension TestServer: Stoppable {}
extension UploadServer: Stoppable {}

/// Runs `body` with a server, and stops it whatever comes.
func with<Server: Stoppable>(_ server: Server, _ body: (Server) async throws -> Void) async throws {
  do {
    try await body(server)
  } catch {
    await server.stop()
    throw error
  }
  await server.stop()
}

final class TestHandler: RequestHandler {
  private let events: Events
  /// Where an answer waits that is not given at once.
  private let later: (any Scheduler)?
  private let answer: @Sendable (HTTPRequest) -> HTTPResponse
  private let refusal: HTTPResponse?
  private let streamed: BodyTaker.Behaviour
  private let opening: () -> Void
  private let react: Reaction
  /// How long the first request has to wait, in milliseconds.
  private var owing: Int64

  init(
    _ events: Events, later: (any Scheduler)?, owing: Int64, respond: @escaping @Sendable (HTTPRequest) -> HTTPResponse,
    refusal: HTTPResponse?, streamed: BodyTaker.Behaviour, opening: @escaping () -> Void,
    react: @escaping Reaction
  ) {
    self.events = events
    self.later = later
    self.owing = owing
    answer = respond
    self.refusal = refusal
    self.streamed = streamed
    self.opening = opening
    self.react = react
  }

  func plan(for request: HTTPRequest, length: Int, hub: WindowHub) -> BodyPlan {
    switch request.path {
    case "/stream": .stream(BodyTaker(events, streamed))
    case "/closed": .answer(.text(404, "closed"))
    default: .gather(limit: request.path == "/upload" ? 100_000 : 0)
    }
  }

  func waitForTime(of address: String) -> Int64 {
    defer { owing = 0 }
    return owing
  }

  func respond(to request: HTTPRequest, hub: WindowHub, reply: @escaping (HTTPResponse) -> Void) {
    events.add(.requested(request))
    if request.path == "/wait" {
      request.client?.onLeave { self.events.add(.cancelled) }
      return
    }
    guard let later else { return reply(answer(request)) }
    _ = later.schedule(after: 1) { reply(self.answer(request)) }
  }

  func upgrade(_ request: HTTPRequest, hub: WindowHub) -> UpgradeDecision {
    if let refusal { return .refuse(refusal) }
    return .accept(subprotocol: "oriel.v1") { connection in
      self.events.add(.opened)
      self.opening()
      return TestDelegate(connection, self.events, self.react)
    }
  }
}

final class TestDelegate: ConnectionDelegate {
  private let connection: any Connection
  private let events: Events
  private let react: Reaction

  init(_ connection: any Connection, _ events: Events, _ react: @escaping Reaction) {
    self.connection = connection
    self.events = events
    self.react = react
  }

  func received(_ message: UnsafeRawBufferPointer, hub: WindowHub) {
    let text = String(decoding: message, as: UTF8.self)
    events.add(.received(text))
    react(text, connection, hub)
  }

  func unchoked(hub: WindowHub) { events.add(.unchoked) }

  func closed(code: UInt16?, hub: WindowHub) { events.add(.closed(code)) }
}
