import Logging
import Oriel
import OrielHub
import OrielTesting
import Testing

@testable import OrielGateway

/// The loops that handshakes are handed to.
struct LoopChoiceTests {
  private let server: TestServer
  private let gateways: [Gateway]

  init() throws {
    server = try TestServer(app: RoomsByPathApp(), hubs: 2)
    var logger = Logger(label: "choice")
    logger.logLevel = .critical
    var limits = GatewayLimits()
    limits.handshakesPerMinute = 1
    gateways = [0, 1].map { [server] index in
      Gateway(
        version: "1", limits: limits, group: server.group, index: index,
        authentication: Authentication(
          sign: { $0 }, isEqual: { $0 == $1 }, random: { [1] }, adminToken: nil, secureCookies: false),
        origins: AllowedOrigins(),
        pages: Pages(page: Asset(contentType: "text/html", body: [], compress: { $0 }, digest: { $0 }), files: [:]),
        routes: [], scheduler: WorkClock(server.clock), logger: logger, compress: { $0 })
    }
  }

  private func handshake() -> HTTPRequest {
    let signature = gateways[0].authentication.signature(of: "ann", as: "cookie")
    return HTTPRequest(
      path: "/connect", query: "page=%2Froom",
      headers: [
        "host": "x", "origin": "http://x", "sec-websocket-protocol": "oriel.v1", "cookie": "oriel=ann.\(signature)",
      ], remoteAddress: "192.0.2.1")
  }

  /// The loops that each of the two hands a request to.
  private func loops(for request: HTTPRequest) throws -> [Int?] {
    try [0, 1].map { index in
      try server.step((gateways[index], request), on: index) { hub, asked in
        asked.0.loop(for: asked.1, isHandshake: true, hub: hub)
      }
    }
  }

  @Test func `a handshake is handed to the loop of the tenant that it asks for`() throws {
    let home = server.hub(of: "room")
    #expect(try loops(for: handshake()) == [home == 1 ? 1 : nil, home == 0 ? 0 : nil])
  }

  @Test func `a handshake that would be refused asks for no loop`() throws {
    var requests = Array(repeating: handshake(), count: 5)
    requests[0].path = "/elsewhere"
    requests[1].headers["origin"] = "http://other"
    requests[2].headers["origin"] = nil
    requests[3].headers["sec-websocket-protocol"] = "other"
    requests[4].headers["cookie"] = nil
    for request in requests { #expect(try loops(for: request) == [nil, nil]) }
    #expect(try loops(for: handshake()) != [nil, nil])
    for gateway in gateways { _ = gateway.networks.admitHandshake(of: RemoteNetwork(of: "192.0.2.1"), now: 0) }
    #expect(try loops(for: handshake()) == [nil, nil])
  }
}

/// Each room is a tenant, which the path names.
struct RoomsByPathApp: WindowApp {
  var tenancy: Tenancy { .path { user, _ in user } }

  var body: some Scene {
    WindowGroup("Board", id: "board") { BoardModel() }
  }
}

@NavigationModel
final class BoardModel {
  var body: some View { Text("Board") }
}
