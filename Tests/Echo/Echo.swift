import Glibc
import Logging
import Oriel
import OrielGateway
import OrielHub
import OrielSQLite
import OrielSystem
import OrielTransport
import OrielWire

/// Says every message back: the server that a WebSocket conformance suite wants to talk to. It is the Transport as it
/// is, with a larger limit for messages.
@main
struct Echo {
  static func main() async throws {
    let loop = try EventLoop()
    let hub = try HubActor(
      app: NoApp(), executor: loop.executor, scheduler: loop.timers,
      store: try SQLiteWindowStore(), randomness: SystemRandomness(), logger: Logger(label: "echo"))
    loop.start()
    var configuration = WebSocketServerConfiguration()
    configuration.port = 0
    configuration.messageBytes = 32 << 20
    configuration.queuedBytes = 64 << 20
    let server = WebSocketServer(configuration, loop: loop, hub: hub, log: { _, _ in }) { _ in EchoHandler() }
    print("listening on http://127.0.0.1:\(try await server.start())")
    fflush(nil)
    await loop.ended()
  }
}

private final class EchoHandler: RequestHandler {
  func plan(for request: HTTPRequest, length: Int, hub: WindowHub) -> BodyPlan { .gather(limit: 0) }

  func respond(to request: HTTPRequest, hub: WindowHub, reply: @escaping (HTTPResponse) -> Void) {
    reply(.text(404, "Only WebSockets"))
  }

  func upgrade(_ request: HTTPRequest, hub: WindowHub) -> UpgradeDecision {
    .accept(subprotocol: "oriel.v1") { EchoDelegate($0) }
  }
}

private final class EchoDelegate: ConnectionDelegate {
  private let connection: any Connection

  init(_ connection: any Connection) { self.connection = connection }

  func received(_ message: UnsafeRawBufferPointer, hub: WindowHub) {
    connection.send(Frame { $0.raw(Array(message)) })
  }

  func unchoked(hub: WindowHub) {}
  func closed(code: UInt16?, hub: WindowHub) {}
}

private struct NoApp: WindowApp {
  var body: some Scene {
    WindowGroup("Nothing") { NothingModel() }
  }
}

@NavigationModel
private final class NothingModel {
  var body: some View { Text("Nothing") }
}
