import Logging
import Oriel
import OrielDocument
import OrielHub
import OrielTesting
import Testing

@testable import OrielGateway

import class OrielWire.Frame

/// Pages whose socket is on one loop and whose window on another.
struct RelayTests {
  private let street: Street
  init() throws { street = try Street() }

  @Test func `a page is attached, heard and answered across loops`() throws {
    let page = try street.arrive("ann")
    try page.say(page.attach())
    #expect(street.row.relayed.load(ordering: .relaxed) == 1)
    try street.pass()
    #expect(page.has(#""attached":"#) && page.has(#""state":"#))
    try page.tap(1)
    try street.pass()
    #expect(page.has(#""patch":"#) && page.has(#""applied":1"#))
    #expect(street.windows == 1)
  }

  @Test func `what a page says before it is attached is handled after it, in order`() throws {
    let page = try street.arrive("ann")
    try page.say(page.attach())
    for number in 1...3 { try page.tap(number) }
    try street.pass()
    #expect(page.has(#""applied":3"#))
    #expect(page.closed == nil)
  }

  @Test func `a page that ends is detached, and its window stays`() throws {
    let page = try street.arrive("ann")
    try page.say(page.attach())
    try street.pass()
    #expect(street.attached == 1)
    try page.end()
    try street.pass()
    #expect([street.attached, street.windows] == [0, 1])
    #expect(street.row.relayed.load(ordering: .relaxed) == 0)
  }

  @Test func `a malformed message closes a page from the loop of its window`() throws {
    let page = try street.arrive("ann")
    try page.say(page.attach())
    try street.pass()
    try page.say("nonsense")
    try street.pass()
    #expect(page.closed == 4400)
  }

  @Test func `messages on the way are limited in bytes`() throws {
    let page = try street.arrive("ann")
    try page.say(page.attach())
    try street.pass()
    let text =
      #"{"event": {"id": 1, "model": "m1", "name": "tap", "value": "\#(String(repeating: "x", count: 60_000))"}}"#
    for _ in 1...17 { try page.say(text) }
    #expect(page.closed == nil)
    try page.say(text)
    #expect(page.closed == 4429)
  }

  @Test func `a page whose frames are not taken gets no more, and the document when they are`() throws {
    let page = try street.arrive("ann")
    try page.say(page.attach())
    try street.pass()
    // Its frames stay with the window's loop, which has a tick without an end.
    for number in 1...20 {
      try page.tap(number, with: "Grow")
      try street.pass(endingTickOf: street.accepting)
    }
    #expect(page.patches == 0)
    try street.pass()
    // The patches of 256 KiB, and then the document.
    #expect([page.patches, page.states] == [5, 2])
    #expect(page.has(#""applied":20"#))
  }

  @Test func `a page whose socket takes nothing is sent no more until it does`() throws {
    let page = try street.arrive("ann")
    try page.say(page.attach())
    try street.pass()
    page.isChoked = true
    try page.tap(1)
    try street.pass()
    for number in 2...5 {
      try page.tap(number)
      try street.pass()
    }
    #expect(page.patches == 1)
    page.isChoked = false
    try page.unchoke()
    try street.pass()
    #expect(page.patches == 2)
    #expect(page.has(#""applied":5"#))
  }

  @Test func `frames that no loop takes have no room at last, and the connection is cut`() {
    let row = GatewayRow(HubRow(2))
    let (channel, other) = (RelayChannel(origin: 0), RelayChannel(origin: 0))
    let frame = Frame { $0.raw(Array(repeating: UInt8(ascii: "x"), count: 1 << 20)) }
    var passed = 0
    while row.mayPass(frame, over: channel) { passed += 1 }
    #expect(passed == GatewayRow.frameLimit / frame.count)
    #expect(!row.mayPass(frame, over: other))
    #expect(row.took(frame, of: channel) == passed * frame.count)
    #expect(row.mayPass(frame, over: other))
  }

  @Test func `pages on their way to a loop that takes none have a limit, as they are in memory`() throws {
    let value = JSONValue.array(Array(repeating: .array([1]), count: 50))
    let attach = RelayedSocket.attach("ann", value: value)
    let street = try Street(allWaitingBytes: 2 * (attach.utf8.count + value.heapBytes))
    let pages = try (1...3).map { _ in try street.arrive("ann") }
    for page in pages { try page.say(attach) }
    #expect(pages.map(\.closed) == [nil, nil, 1013])
    try street.pass()
    let another = try street.arrive("ann")
    try another.say(another.attach())
    try street.pass()
    #expect(another.has(#""attached":"#))
  }

  @Test func `what a page says before it is attached has no room, and the page is closed`() throws {
    let street = try Street(allWaitingBytes: 200)
    let page = try street.arrive("ann")
    try page.say(page.attach())
    for number in 1...3 { try page.tap(number) }
    #expect(page.closed == nil)
    try street.pass()
    #expect(page.closed == 4429)
  }

  @Test func `all messages on the way have a limit together`() {
    let row = GatewayRow(HubRow(2))
    var limits = GatewayLimits()
    limits.allWaitingBytes = 100
    let (channel, other) = (RelayChannel(origin: 0), RelayChannel(origin: 0))
    #expect([row.mayPass(60, over: channel, limits), row.mayPass(41, over: other, limits)] == [true, false])
    #expect(row.mayPass(40, over: other, limits))
    row.took(60, of: channel)
    #expect(row.mayPass(60, over: other, limits))
  }
}

/// Two gateways, each on the hub of a loop. Sockets are accepted by the one that does not have the windows.
private final class Street {
  let server: TestServer
  let row: GatewayRow
  let gateways: [Gateway]
  let accepting: Int
  private let home: Int

  init(allWaitingBytes: Int = 256 << 20) throws {
    server = try TestServer(app: GrowingApp(), hubs: 2)
    var limits = GatewayLimits()
    limits.allWaitingBytes = allWaitingBytes
    home = server.hub(of: .app)
    accepting = 1 - home
    let row = GatewayRow(server.row)
    self.row = row
    var logger = Logger(label: "street")
    logger.logLevel = .critical
    gateways = [0, 1].map { [server, limits] index in
      Gateway(
        version: "1", limits: limits, row: row, index: index,
        authentication: Authentication(
          sign: { $0 }, isEqual: { $0 == $1 }, random: { [1] }, adminToken: nil, secureCookies: false),
        origins: AllowedOrigins(),
        pages: Pages(page: Asset(contentType: "text/html", body: [], compress: { $0 }, digest: { $0 }), files: [:]),
        routes: [], scheduler: WorkClock(server.clock), logger: logger, compress: { $0 })
    }
  }

  func arrive(_ user: String) throws -> RelayedSocket {
    let gateway = gateways[accepting]
    let signature = gateway.authentication.signature(of: user, as: "cookie")
    let request = HTTPRequest(
      path: "/connect",
      headers: [
        "host": "x", "origin": "http://x", "sec-websocket-protocol": "oriel.v1", "cookie": "oriel=\(user).\(signature)",
      ])
    let socket = RelayedSocket(self, user)
    let decision = try server.step((gateway, request), on: accepting) { hub, asked in asked.0.upgrade(asked.1, hub: hub)
    }
    guard case .accept(_, let open) = decision else { throw Refused() }
    socket.delegate = open(socket)
    return socket
  }

  /// Ends ticks until all has arrived.
  ///
  /// - Parameter only: The one loop whose tick ends; by default both.
  func pass(endingTickOf only: Int? = nil) throws {
    for _ in 0..<6 {
      for index in [0, 1] where only.map({ $0 == index }) ?? true {
        try server.step(gateways[index], on: index) { _, gateway in gateway.tickEnds() }
      }
      try server.advance(by: .milliseconds(50))
    }
  }

  var windows: Int { server.sum { $0.windows.count } }
  var attached: Int { server.sum { $0.metrics.facts.openAttachments } }
  struct Refused: Error {}
}

private final class RelayedSocket: Connection {
  var delegate: (any ConnectionDelegate)!
  private(set) var frames: [String] = []
  private(set) var closed: UInt16?
  var isChoked = false
  private unowned let street: Street
  private let user: String

  init(_ street: Street, _ user: String) { (self.street, self.user) = (street, user) }

  func send(_ frame: Frame) { frames.append(String(decoding: frame.message, as: UTF8.self)) }
  func close(_ code: UInt16, reason: String) { closed = code }

  var states: Int { frames.count { $0.contains(#""state":"#) } }
  var patches: Int { frames.count { $0.contains(#""patch":"#) } }

  func has(_ part: String) -> Bool { frames.contains { $0.contains(part) } }

  func attach() -> String { Self.attach(user) }

  static func attach(_ user: String, value: JSONValue? = nil) -> String {
    let value = value.map { #", "value": \#($0)"# } ?? ""
    return #"{"attach": {"instance": "\#(user)", "environment": {}, "capabilities": {}\#(value)}}"#
  }

  func tap(_ event: Int, with element: String = "Add") throws {
    try say(#"{"event": {"id": \#(event), "model": "m1", "element": "\#(element)", "name": "tap"}}"#)
  }

  func say(_ text: String) throws {
    try street.server.step((delegate!, Array(text.utf8)), on: street.accepting) { hub, said in
      said.1.withUnsafeBytes { said.0.received($0, hub: hub) }
    }
  }

  func end() throws {
    try street.server.step(delegate!, on: street.accepting) { hub, delegate in delegate.closed(code: 1000, hub: hub) }
  }

  func unchoke() throws {
    try street.server.step(delegate!, on: street.accepting) { hub, delegate in delegate.unchoked(hub: hub) }
  }
}

private struct GrowingApp: WindowApp {
  var body: some Scene {
    WindowGroup("Growing") { GrowingModel() }
  }
}

@NavigationModel
private final class GrowingModel {
  var count = 0
  var size = 0

  var body: some View {
    Text("\(count)").id("count")
    Text(String(repeating: "\(size % 10)", count: size * 20_000)).id("size")
    Button("Add") { self.count += 1 }.id("Add")
    Button("Grow") { self.size += 1 }.id("Grow")
  }
}
