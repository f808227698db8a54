import Logging
import Observation
import Oriel
import OrielDocument
import OrielHub
import OrielTesting
import class OrielWire.Frame

@testable import OrielGateway

/// A gateway and a hub, on a clock that a test moves, and on which work takes as long as a test says.
final class House {
  let server: TestServer
  let gateway: Gateway
  let clock: WorkClock
  let work: Work

  init(_ networks: NetworkLimits? = nil, limits: GatewayLimits = GatewayLimits()) throws {
    let work = Work()
    self.work = work
    server = try TestServer(app: WorkApp(work: { work }))
    clock = WorkClock(server.clock)
    work.clock = clock
    var logger = Logger(label: "house")
    logger.logLevel = .critical
    gateway = Gateway(
      version: "1", limits: limits, networks: networks,
      authentication: Authentication(
        sign: { $0 }, isEqual: { $0 == $1 }, random: { [1] }, adminToken: nil, secureCookies: false),
      origins: AllowedOrigins(),
      pages: Pages(page: Asset(contentType: "text/html", body: [], compress: { $0 }, digest: { $0 }), files: [:]),
      routes: [], scheduler: clock, logger: logger, compress: { Array("packed ".utf8) + $0 })
  }

  var done: [String] { work.done }
  /// The users whose events were handled, each with the number in a row.
  var turns: [String] {
    var turns: [(user: String, count: Int)] = []
    for user in done {
      if turns.last?.user == user { turns[turns.count - 1].count += 1 } else { turns.append((user, 1)) }
    }
    return turns.map { "\($0.user) \($0.count)" }
  }
  var waiting: Int { server.look { $0.backlog.count } }

  func enter(_ user: String) throws -> Page {
    let page = try connect(user)
    try pass(milliseconds: 1000)
    return page
  }

  func arrive(_ user: String, from address: String) throws -> Page {
    let page = Page(self)
    guard case .accept(_, let open) = try handshake(user, from: address) else { throw Refused() }
    page.delegate = open(page)
    return page
  }

  func connect(
    _ user: String, from address: String = "127.0.0.1", scene: String? = nil, window: String? = nil
  ) throws -> Page {
    let page = try arrive(user, from: address)
    try page.say(page.attach(user, scene: scene, window: window))
    return page
  }

  func handshake(_ user: String, from address: String) throws -> UpgradeDecision {
    let authentication = gateway.authentication
    let request = HTTPRequest(
      path: "/connect",
      headers: [
        "host": "x", "origin": "http://x", "sec-websocket-protocol": "oriel.v1",
        "cookie": "oriel=\(user).\(authentication.signature(of: user, as: "cookie"))",
      ], remoteAddress: address)
    return try server.step((gateway, request)) { hub, asked in asked.0.upgrade(asked.1, hub: hub) }
  }

  func pass(milliseconds: Int64) throws { try server.advance(by: .milliseconds(milliseconds)) }

  func drain() throws { try server.step(gateway) { hub, gateway in gateway.drain(hub: hub) } }

  struct Refused: Error {}
}

final class Page: Connection {
  var delegate: (any ConnectionDelegate)!
  private(set) var frames: [String] = []
  private(set) var closed: UInt16?
  private var lastEvent = 0
  private unowned let house: House
  let isChoked = false
  /// For how long nothing was read each time, in milliseconds.
  private(set) var pauses: [Int64] = []

  init(_ house: House) { self.house = house }

  func send(_ frame: Frame) { frames.append(String(decoding: frame.message, as: UTF8.self)) }
  func close(_ code: UInt16, reason: String) { closed = code }
  func stopReading(for milliseconds: Int64) { pauses.append(milliseconds) }

  var isAttached: Bool { frames.contains { $0.contains("\"attached\":") } }
  var answers: Int { frames.count { $0.contains("\"applied\":") && !$0.contains("\"applied\":0") } }

  var window: String? {
    frames.lazy.compactMap { $0.firstMatch(of: /"window":"([^"]+)"/) }.first.map { String($0.1) }
  }

  func attach(_ user: String, scene: String? = nil, window: String? = nil) -> String {
    let place = [("scene", scene), ("window", window)].compactMap { name, value in
      value.map { #""\#(name)": "\#($0)", "# }
    }
    return #"{"attach": {\#(place.joined())"instance": "\#(user)", "environment": {}, "capabilities": {}}}"#
  }

  func sayAndHangUp(_ text: String) throws {
    try house.server.step((delegate!, Array(text.utf8))) { hub, said in
      said.1.withUnsafeBytes { said.0.received($0, hub: hub) }
      said.0.closed(code: nil, hub: hub)
    }
  }

  func tap(_ element: String, padding: Int = 0) throws {
    lastEvent += 1
    try say(
      #"""
      {"event": {"id": \#(lastEvent), "model": "m1", "element": "\#(element)", "name": "tap", "value": "\#(
        String(repeating: "x", count: padding))"}}
      """#)
  }

  func say(_ text: String) throws {
    try house.server.step((delegate!, Array(text.utf8))) { hub, said in
      said.1.withUnsafeBytes { said.0.received($0, hub: hub) }
    }
  }

  func cut() throws { try house.server.step(delegate!) { hub, delegate in delegate.closed(code: nil, hub: hub) } }
}

/// Guard of `@unchecked`: used on the test's thread, which is also the hub's.
final class WorkClock: Scheduler, @unchecked Sendable {
  private let clock: TestClock

  init(_ clock: TestClock) { self.clock = clock }

  var nanoseconds: Int64 { clock.nanoseconds }
  var iteration: Int { clock.iteration }
  var now: Int64 { nanoseconds / 1_000_000 }
  var wallTime: Int64 { clock.wallTime }
  func schedule(after delay: Int64, _ action: @escaping () -> Void) -> ScheduledTimer {
    clock.schedule(after: delay, action)
  }
  func work(_ milliseconds: Int64) { clock.work(milliseconds) }
}

@Observable final class Work {
  var clock: WorkClock?
  var done: [String] = []

  private var waiting: [CheckedContinuation<Void, Never>] = []

  func wait() async { await withCheckedContinuation { waiting.append($0) } }

  func release() {
    for each in waiting { each.resume() }
    waiting = []
  }

  func work(_ milliseconds: Int64, for user: String) {
    clock?.work(milliseconds)
    done.append(user)
  }
}

private struct WorkApp: WindowApp {
  /// Guard of `@unchecked`: used on the test's thread, which is also the hub's.
  private struct Shared: @unchecked Sendable { let work: () -> Work }
  private let shared: Shared

  init() { self.init(work: { Work() }) }
  init(work: @escaping () -> Work) { shared = Shared(work: work) }

  var body: some Scene {
    WindowGroup("Work") { WorkModel() }
    WindowGroup("Slow", id: "slow") { WorkModel(begins: 2000) }.tenancy(.perUser)
    WindowGroup("Tall", id: "tall") { .stacked((1...8).map { _ in FloorModel() }) }
  }

  /// The tenants of slow windows are there when the test lets them.
  func environment(for tenant: Tenant) async throws -> EnvironmentValues {
    if tenant != .app { await shared.work().wait() }
    return []
  }

  func environment(for user: User) -> EnvironmentValues { [shared.work()] }
}

@NavigationModel
private final class WorkModel {
  @Environment(Work.self) var work
  @Environment(\.user) var user

  var begins: Int64
  init(begins: Int64 = 0) { self.begins = begins }

  func start() { if begins > 0 { work.work(begins, for: user.id) } }

  private func button(_ name: String, _ milliseconds: Int64) -> some View {
    Button(name) { self.work.work(milliseconds, for: self.user.id) }.id(name)
  }

  var body: some View {
    button("Nothing", 0)
    button("4 ms", 4)
    button("10 ms", 10)
    button("100 ms", 100)
    button("A minute", 60_000)
    Button("Later") {
      await self.work.wait()
      self.work.work(2000, for: self.user.id)
    }.id("Later")
    Button("Once") { try await self.once { _ in await self.work.wait() } }.id("Once")
  }
}

/// A screen that takes long to render.
@NavigationModel
private final class FloorModel {
  @Environment(Work.self) var work
  @Environment(\.user) var user

  private func rendered() -> String {
    work.clock?.work(4)
    return "A floor"
  }

  var body: some View { Text(rendered()).navigationTitle("A floor’s title") }
}
