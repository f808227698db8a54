import Logging
import Oriel
import OrielHub
import OrielTesting
import Testing

@testable import OrielGateway

import class OrielWire.Frame

/// Pages that come to another loop than their window's.
struct SentOnTests {
  private let street: Street
  init() throws { street = try Street() }

  @Test func `a page is told which loop has its window, and is served there`() throws {
    let page = try street.arrive(on: street.other)
    try page.attach()
    #expect(page.closed == 1012)
    #expect(
      page.frames == [
        #"""
        {"closing":{"code":1012,"message":"The window is on another event loop","retryAfter":0,"at":"\#(street.home)"}}
        """#
      ])
    let again = try street.arrive(on: street.home, at: "\(street.home)")
    try again.attach()
    #expect(again.frames.count == 2)
    #expect(again.frames[0].contains(#""attached":"#) && again.closed == nil)
    #expect(street.windows == 1)
  }

  @Test func `a page that is sent on has opened no window, and none waits for it`() throws {
    for _ in 1...3 {
      let page = try street.arrive(on: street.other)
      try page.attach()
      try page.end()
    }
    #expect([street.windows, street.attached] == [0, 0])
  }

  @Test func `a page that was sent to a loop which does not have its window tries again later`() throws {
    let page = try street.arrive(on: street.other, at: "\(street.other)")
    try page.attach()
    #expect(page.closed == 1013)
    #expect(
      page.frames == [
        #"{"closing":{"code":1013,"message":"The window can't be shown right now","retryAfter":2000}}"#
      ])
  }

  @Test(arguments: ["", "2", "-1", "x", "1x", "999999999999999999999999"])
  func `a place that no loop named is ignored`(place: String) throws {
    let page = try street.arrive(on: street.other, at: place)
    try page.attach()
    #expect(page.closed == 1012)
  }

  @Test func `a handshake is handed to the loop that it names, before the one of its page`() throws {
    let request = street.handshake(query: "page=%2F&at=\(street.other)")
    #expect(try street.loop(for: request, on: street.home) == street.other)
    #expect(try street.loop(for: request, on: street.other) == nil)
    #expect(try street.loop(for: street.handshake(query: "page=%2F"), on: street.other) == street.home)
  }

  @Test func `a page returns to a window that another loop has in memory`() throws {
    let page = try street.arrive(on: street.home)
    try page.attach()
    try page.end()
    let window = try #require(page.window)
    let again = try street.arrive(on: street.other)
    try again.attach(window: window)
    try street.pass()
    #expect(again.closed == 1012)
    #expect(again.frames.last?.contains(#""at":"\#(street.home)""#) == true)
    let back = try street.arrive(on: street.home, at: "\(street.home)")
    try back.attach(window: window)
    #expect([back.window, back.closed.map(String.init)] == [window, nil])
    #expect([street.windows, street.attached] == [1, 1])
  }
}

/// Two gateways, each on the hub of a loop. The app's windows are on one of them.
private final class Street {
  let server: TestServer
  let gateways: [Gateway]
  let home: Int
  var other: Int { 1 - home }

  init() throws {
    server = try TestServer(app: StreetApp(), hubs: 2)
    home = server.hub(of: .app)
    var logger = Logger(label: "street")
    logger.logLevel = .critical
    gateways = [0, 1].map { [server] index in
      Gateway(
        version: "1", group: server.group, index: index,
        authentication: Authentication(
          sign: { $0 }, isEqual: { $0 == $1 }, random: { [1] }, adminToken: nil, secureCookies: false),
        origins: AllowedOrigins(),
        pages: Pages(page: Asset(contentType: "text/html", body: [], compress: { $0 }, digest: { $0 }), files: [:]),
        routes: [], scheduler: WorkClock(server.clock), logger: logger, compress: { $0 })
    }
  }

  func handshake(query: String?) -> HTTPRequest {
    let signature = gateways[0].authentication.signature(of: "ann", as: "cookie")
    return HTTPRequest(
      path: "/connect", query: query,
      headers: [
        "host": "x", "origin": "http://x", "sec-websocket-protocol": "oriel.v1", "cookie": "oriel=ann.\(signature)",
      ])
  }

  func arrive(on index: Int, at place: String? = nil) throws -> ArrivingSocket {
    let request = handshake(query: place.map { "at=\($0)" })
    let socket = ArrivingSocket(self, on: index)
    let decision = try server.step((gateways[index], request), on: index) { hub, asked in
      asked.0.upgrade(asked.1, hub: hub)
    }
    guard case .accept(_, let open) = decision else { throw Refused() }
    socket.delegate = open(socket)
    return socket
  }

  func loop(for request: HTTPRequest, on index: Int) throws -> Int? {
    try server.step((gateways[index], request), on: index) { hub, asked in
      asked.0.loop(for: asked.1, isHandshake: true, hub: hub)
    }
  }

  func pass() throws { try server.advance(by: .milliseconds(50)) }

  var windows: Int { server.sum { $0.windows.count } }
  var attached: Int { server.sum { $0.metrics.facts.pages } }
  struct Refused: Error {}
}

private final class ArrivingSocket: Connection {
  var delegate: (any ConnectionDelegate)!
  private(set) var frames: [String] = []
  private(set) var closed: UInt16?
  let isChoked = false
  private unowned let street: Street
  private let index: Int

  init(_ street: Street, on index: Int) { (self.street, self.index) = (street, index) }

  func send(_ frame: Frame) { frames.append(String(decoding: frame.message, as: UTF8.self)) }
  func close(_ code: UInt16, reason: String) { closed = code }
  func stopReading(for milliseconds: Int64) {}

  var window: String? {
    frames.lazy.compactMap { $0.firstMatch(of: /"window":"([^"]+)"/) }.first.map { String($0.1) }
  }

  func attach(window: String? = nil) throws {
    let window = window.map { #""window": "\#($0)", "# } ?? ""
    let text = #"{"attach": {\#(window)"instance": "page", "environment": {}, "capabilities": {}}}"#
    try street.server.step((delegate!, Array(text.utf8)), on: index) { hub, said in
      said.1.withUnsafeBytes { said.0.received($0, hub: hub) }
    }
  }

  func end() throws {
    try street.server.step(delegate!, on: index) { hub, delegate in delegate.closed(code: 1000, hub: hub) }
  }
}

private struct StreetApp: WindowApp {
  var body: some Scene {
    WindowGroup("Street") { StreetModel() }
  }
}

@NavigationModel
private final class StreetModel {
  var body: some View { Text("Street") }
}
