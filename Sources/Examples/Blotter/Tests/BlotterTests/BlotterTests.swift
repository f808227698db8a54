import Foundation
import Oriel
import OrielTesting
import Synchronization
import Testing

@testable import Blotter

/// An exchange that answers at once, or not at all.
final class FakeExchange: Exchange {
  struct Down: Error {}
  struct State {
    var calls: [String] = []
    var keys: [Int: Set<String>] = [:]
    var down: Set<Int> = []
    var held: Set<Int> = []
    var waiting: [Int: CheckedContinuation<Void, any Error>] = [:]
  }
  let state = Mutex(State())

  var calls: [String] { state.withLock { $0.calls } }
  func setDown(_ orders: Set<Int>) { state.withLock { $0.down = orders } }
  func hold(_ order: Int) { state.withLock { _ = $0.held.insert(order) } }
  func release(_ order: Int, failing error: (any Error)? = nil) {
    let waiting = state.withLock { state in
      state.held.remove(order)
      return state.waiting.removeValue(forKey: order)
    }
    if let error { waiting?.resume(throwing: error) } else { waiting?.resume() }
  }

  func place(_ order: Order, key: String) async throws {
    state.withLock { state in
      state.calls.append("place \(order.id)")
      state.keys[order.id, default: []].insert(key)
    }
    if state.withLock({ $0.down.contains(order.id) }) { throw Down() }
    if state.withLock({ $0.held.contains(order.id) }) {
      try await withCheckedThrowingContinuation { waiting in state.withLock { $0.waiting[order.id] = waiting } }
    }
    if order.quantity > 10_000 { throw Rejection(reason: "too large") }
  }

  func cancel(_ order: Order, key: String) async throws {
    state.withLock { $0.calls.append("cancel \(order.id)") }
    if state.withLock({ $0.down.contains(order.id) }) { throw Down() }
  }
}

struct BlotterTests {
  let exchange = FakeExchange()
  let feed = Feed()

  private func server(hubs: Int = 1) throws -> TestServer {
    try TestServer(app: Blotter(), hubs: hubs, services: [feed, exchange, HookSecret("s3cret")])
  }

  private func open(
    _ server: TestServer, _ user: String, scene: String? = nil, role: String = "trader", desk: Tenant = "rates"
  ) throws -> TestWindow {
    try server.open(tenant: desk, user: user, roles: [role], scene: scene)
  }

  private func order(_ quantity: String, at price: String = "101.25", in ticket: TestWindow) throws {
    try ticket.type(quantity, into: "Quantity")
    try ticket.type(price, into: "Price")
    try ticket.tap("Place order")
  }

  private func states(_ server: TestServer, desk: Tenant = "rates") throws -> [Order.State] {
    try server.object(Desk.self, of: desk).orders.map(\.state)
  }

  @Test func `orders are shared by the desk, and by no other`() async throws {
    let server = try server()
    let (ann, bob) = (try open(server, "ann", scene: "ticket"), try open(server, "bob"))
    let eve = try open(server, "eve", desk: "metals")
    try order("1000", in: ann)
    try await server.settled { try states(server) == [.working] }
    #expect(bob.text.contains("101.25"))
    #expect(bob.text.contains("ann"))
    #expect(!eve.text.contains("ann"))
    #expect(exchange.calls == ["place 1"])
    #expect(server.warnings == [])
  }

  @Test func `a ticket survives a restart`() throws {
    let server = try server()
    let ann = try open(server, "ann", scene: "ticket")
    try ann.choose("OIL", in: "Instrument")
    try ann.type("500", into: "Quantity")
    try ann.type("acm", into: "Client")
    try server.restart()
    try ann.reconnect()
    #expect(ann.title == "Ticket OIL")
    #expect(ann.text.contains("acm"))
    #expect(ann.text.contains("500"))
  }

  @Test(arguments: [
    ("0", "1", "Give a quantity from 1 to 1,000,000."), ("5", "0", "Give a price from 0.01 to 10,000,000."),
  ])
  func `an order with a wrong quantity or price can't be placed`(
    _ quantity: String, _ price: String, _ message: String
  ) throws {
    let server = try server()
    let ann = try open(server, "ann", scene: "ticket")
    try order(quantity, at: price, in: ann)
    #expect(ann.text.contains(message))
    #expect(try states(server) == [])
  }

  @Test func `a failed order is tried again with the same key, and others go on`() async throws {
    let server = try server()
    let ann = try open(server, "ann", scene: "ticket")
    exchange.setDown([1])
    try order("10", in: ann)
    try order("20", in: ann)
    try await server.settled { try states(server) == [.waiting, .working] }
    for seconds in [1, 2, 4, 8] {
      try server.advance(by: .seconds(seconds))
      try await server.settled()
    }
    #expect(exchange.calls.filter { $0 == "place 1" }.count == 5)
    exchange.setDown([])
    try server.advance(by: .seconds(16))
    try await server.settled { try states(server) == [.working, .working] }
    #expect(exchange.state.withLock { $0.keys[1]?.count } == 1)
    #expect(exchange.calls.filter { $0 == "place 2" }.count == 1)
  }

  @Test func `a retry goes on after a restart, with the same key`() async throws {
    let server = try server()
    let ann = try open(server, "ann", scene: "ticket")
    exchange.setDown([1])
    try order("10", in: ann)
    try await server.settled { exchange.calls.count == 1 }
    try server.advance(by: .seconds(1))
    try server.restart()
    exchange.setDown([])
    try ann.reconnect()
    try server.advance(by: .seconds(60))
    try await server.settled { try states(server) == [.working] }
    #expect(exchange.state.withLock { $0.keys[1]?.count } == 1)
  }

  @Test func `a slow order holds up no other`() async throws {
    let server = try server()
    let ann = try open(server, "ann", scene: "ticket")
    exchange.hold(1)
    try order("10", in: ann)
    try order("20", in: ann)
    try await server.settled { try states(server) == [.waiting, .working] }
    exchange.release(1)
    try await server.settled { try states(server) == [.working, .working] }
  }

  @Test func `an order is sent only when it is saved`() async throws {
    let server = try server()
    let ann = try open(server, "ann", scene: "ticket")
    try server.pauseSaving()
    try order("10", in: ann)
    try await server.settled()
    #expect(exchange.calls == [])
    try server.restart()
    try ann.reconnect()
    try server.advance(by: .zero)
    try await server.settled()
    #expect(exchange.calls == [])
    #expect(try states(server) == [])
  }

  @Test func `a rejected order is marked, and not tried again`() async throws {
    let server = try server()
    let (ann, bob) = (try open(server, "ann", scene: "ticket"), try open(server, "bob"))
    try order("20000", in: ann)
    try await server.settled { try states(server) == [.rejected] }
    try server.advance(by: .seconds(100))
    #expect(exchange.calls == ["place 1"])
    #expect(bob.text.contains("rejected: too large"))
  }

  @Test func `a waiting order is cancelled`() async throws {
    let server = try server()
    let (ann, bob) = (try open(server, "ann", scene: "ticket"), try open(server, "bob"))
    exchange.setDown([1])
    try order("10", in: ann)
    try await server.settled { exchange.calls == ["place 1"] }
    try bob.tap("Cancel 1")
    exchange.setDown([])
    try server.advance(by: .seconds(100))
    try await server.settled { try states(server) == [.cancelled] }
    #expect(exchange.calls.last == "cancel 1")
    #expect(exchange.calls.filter { $0 == "place 1" }.count == 1)
  }

  @Test func `a cancellation waits for the order that is under way`() async throws {
    let server = try server()
    let (ann, bob) = (try open(server, "ann", scene: "ticket"), try open(server, "bob"))
    exchange.hold(1)
    try order("10", in: ann)
    try await server.settled { exchange.calls == ["place 1"] }
    try bob.tap("Cancel 1")
    try server.advance(by: .seconds(1))
    #expect(exchange.calls == ["place 1"])
    exchange.release(1)
    try await server.settled { try states(server) == [.cancelled] }
    #expect(exchange.calls == ["place 1", "cancel 1"])
    #expect(server.warnings == [])
  }

  @Test func `an order under way that fails after its cancellation is not tried again`() async throws {
    let server = try server()
    let (ann, bob) = (try open(server, "ann", scene: "ticket"), try open(server, "bob"))
    exchange.hold(1)
    try order("10", in: ann)
    try await server.settled { exchange.calls == ["place 1"] }
    try bob.tap("Cancel 1")
    exchange.release(1, failing: FakeExchange.Down())
    try await server.settled { try states(server) == [.cancelled] }
    try server.advance(by: .seconds(100))
    #expect(exchange.calls == ["place 1", "cancel 1"])
  }

  @Test func `a fill that comes twice counts once`() async throws {
    let server = try server()
    let (ann, bob) = (try open(server, "ann", scene: "ticket"), try open(server, "bob"))
    try order("100", in: ann)
    try await server.settled { try states(server) == [.working] }
    for _ in 1...2 {
      let fill = try server.request(
        .post, "/hooks/rates/fills", headers: ["webhook-id": "f1", "x-fill-secret": "s3cret"],
        body: #"{"order": 1, "quantity": 60}"#)
      #expect(fill.response == Endpoint.Response(204))
    }
    #expect(bob.text.contains("filled 60 of 100"))
    let wrong = try server.request(
      .post, "/hooks/rates/fills", headers: ["webhook-id": "f2", "x-fill-secret": "guess"],
      body: #"{"order": 1, "quantity": 40}"#)
    #expect(wrong.response?.status == 401)
    try server.request(
      .post, "/hooks/rates/fills", headers: ["webhook-id": "f2", "x-fill-secret": "s3cret"],
      body: #"{"order": 1, "quantity": 40}"#)
    #expect(try states(server) == [.filled])
  }

  @Test func `all windows of the desk show the halt until trading is resumed`() throws {
    let server = try server()
    let (ann, ticket) = (try open(server, "ann"), try open(server, "ann", scene: "ticket"))
    let sue = try open(server, "sue", scene: "supervisor", role: "supervisor")
    let eve = try open(server, "eve", desk: "metals")
    try sue.tap("Halt trading")
    let words = "No orders are taken until the supervisor resumes trading."
    for window in [ann, ticket, sue] { #expect(window.text.contains(words)) }
    #expect(!eve.text.contains(words))
    #expect(try ann.dismiss() == .rejected(.notExecutable, "This can't be dismissed"))
    #expect(throws: (any Error).self) { try ann.tap("Resume trading") }
    #expect(try open(server, "bob").text.contains(words))
    try server.restart()
    for window in [ann, ticket, sue] {
      try window.reconnect()
      #expect(window.text.contains(words))
    }
    try sue.tap("Resume trading")
    for window in [ann, ticket, sue] { #expect(!window.text.contains(words)) }
  }

  @Test func `the supervisor takes a ticket over with what is half typed`() throws {
    let server = try server()
    let ann = try open(server, "ann", scene: "ticket")
    try ann.type("acm", into: "Client")
    try ann.event("input", of: "Quantity", value: "50")
    let sue = try open(server, "sue", scene: "supervisor", role: "supervisor")
    try sue.tap("Take over from ann")
    #expect(!ann.isAttached)
    let taken = try sue.openWindow()
    #expect(taken.text.contains("acm"))
    #expect(taken.text.contains("50"))
    try taken.event("input", of: "Quantity", value: "500")
    try taken.type("101.25", into: "Price")
    try taken.tap("Place order")
    #expect(try server.object(Desk.self, of: "rates").orders.map(\.quantity) == [500])
  }

  @Test func `10,000 orders are a table`() async throws {
    let server = try server()
    let ann = try open(server, "ann")
    let desk = try server.object(Desk.self, of: "rates")
    try ann.run {
      for id in 1...10_000 {
        desk.orders.append(
          Order(
            id: id, trader: "ann", symbol: "GOLD", quantity: id, cents: 10_105, client: "A, \"B\"", state: .filled,
            filled: id))
      }
    }
    let answer = try await server.request(
      .get, "/orders.csv", user: "ann", roles: ["trader"], claims: ["desk": "rates"]
    )
    .answered()
    let lines = String(decoding: answer.body, as: UTF8.self).split(whereSeparator: \.isNewline)
    #expect(lines.count == 10_001)
    #expect(lines[1] == #"1,ann,GOLD,1,101.05,filled,1,"A, ""B""""#)
    let stranger = try server.request(.get, "/orders.csv")
    #expect(stranger.response?.status == 401)
  }

  @Test func `prices of the one feed are in the windows of all desks, and a chart has 60`() async throws {
    let server = try server()
    let (ann, eve) = (try open(server, "ann"), try open(server, "eve", desk: "metals"))
    let chart = try server.open(tenant: "rates", user: "ann", roles: ["trader"], scene: "chart", value: "OIL")
    for cents in 1...70 { await feed.received([Quote(symbol: "OIL", cents: 7_000 + cents)]) }
    try await server.settled { ann.text.contains("70.70") && eve.text.contains("70.70") && chart.text == ["70.70"] }
    let market = try server.object(Market.self, of: "rates")
    #expect(market["OIL"]?.history == Array(7_011...7_070))
  }

  @Test func `a trader signs in with a password`() async throws {
    let server = try server()
    let page = try server.open(scene: "enter")
    try await server.settled { try server.object(Accounts.self).all.count == 5 }
    try page.type("ann", into: "Name")
    try page.type("wrong", into: "Password")
    try page.tap("Sign in")
    try await server.settled()
    #expect(page.text.contains("The name or the password is wrong."))
    try page.type("pw-ann", into: "Password")
    try page.tap("Sign in")
    try await server.settled()
    try page.followSignIn()
    #expect(page.user == "ann")
    #expect(page.title == "Blotter")
  }
}
