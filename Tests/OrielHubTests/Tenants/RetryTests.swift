import Oriel
import OrielTesting
import Testing

@testable import OrielHub

/// Messages whose `once` fails, and those that wait for them.
struct RetryTests {
  let store = TestStore(outlivesProcess: true)
  let book = OrderBook()

  private func server(hubs: Int = 1, _ limits: HubLimits = HubLimits()) throws -> TestServer {
    try TestServer(app: OrderDeskApp(book: book), hubs: hubs, store: store, limits: limits)
  }

  private func failing(_ server: TestServer, in tenant: Tenant = "a") throws -> [FailingMessage] {
    let shown = try server.ask { hub in try? await hub.showTenant(tenant) }
    return try #require(shown ?? nil).failing
  }

  @Test(arguments: [1, 2])
  func `a message whose once fails is tried again after 1, 2, 4 seconds with the same key, and then handled`(hubs: Int)
    throws
  {
    book.failures["1 of ada"] = 3
    let server = try server(hubs: hubs)
    let window = try server.open(tenant: "a")
    try window.tap("ada")
    for (seconds, tries) in [(0, 1), (1, 2), (1, 2), (1, 3), (3, 3), (1, 4)] {
      try server.advance(by: .seconds(seconds))
      #expect(book.names.count == tries)
    }
    #expect(Set(book.keys).count == 1)
    #expect(window.text.first == "booked 1 of ada")
    let failed = "A message to OrderDesk failed, and is tried again in"
    #expect(server.warnings == [1, 2, 4].map { "\(failed) \($0) s: Closed()" })
    try server.restart()
    try window.reconnect()
    try server.advance(by: .seconds(100))
    #expect(window.text.first == "booked 1 of ada")
    #expect(book.names.count == 4)
  }

  @Test func `between two tries pass at most 60 seconds`() throws {
    book.failures["1 of ada"] = 100
    let server = try server()
    try server.open(tenant: "a").tap("ada")
    try server.advance(by: .seconds(63))
    #expect(book.names.count == 7)
    try server.advance(by: .seconds(59))
    #expect(book.names.count == 7)
    try server.advance(by: .seconds(1 + 60))
    #expect(book.names.count == 9)
  }

  @Test func `messages of its key wait for one that is tried again, in their order, and others do not`() throws {
    book.failures["1 of ada"] = 2
    let server = try server()
    let window = try server.open(tenant: "a")
    for name in ["ada", "bob", "ada", "ada"] { try window.tap(name) }
    try server.advance(by: .seconds(2))
    #expect(window.text.first == "booked 2 of bob")
    try server.advance(by: .seconds(1))
    #expect(window.text.first == "booked 2 of bob, 1 of ada, 3 of ada, 4 of ada")
    #expect(book.names == ["1 of ada", "2 of bob", "1 of ada", "1 of ada", "3 of ada", "4 of ada"])
  }

  @Test(arguments: [false, true])
  func `messages for the same time are handled in the order of scheduling`(restarts: Bool) throws {
    let server = try server()
    let window = try server.open(tenant: "a")
    try window.tap("Twelve for ada")
    if restarts {
      try server.restart()
      try window.reconnect()
    }
    try window.tap("ada, later")
    try server.advance(by: .seconds(10))
    #expect(book.names == (1...13).map { "\($0) of ada" })
  }

  @Test func `a message that is tried again comes at once after a restart, with the same key`() throws {
    book.failures["1 of ada"] = 6
    let server = try server()
    let window = try server.open(tenant: "a")
    try window.tap("ada")
    try window.tap("ada")
    try server.advance(by: .seconds(20))
    #expect(book.names.count == 5)
    try server.restart()
    try window.reconnect()
    #expect(book.names.count == 6)
    try server.advance(by: .seconds(1))
    #expect(window.text.first == "booked 1 of ada, 2 of ada")
    #expect(Set(book.keys).count == 2)
  }

  @Test func `a tenant with a message that is tried again stays in memory until it is handled`() throws {
    book.failures["1 of ada"] = 8
    let server = try server()
    let window = try server.open(tenant: "a")
    try window.tap("ada")
    try window.disconnect()
    #expect(!server.look(in: "a") { $0.sleep("a") })
    try server.advance(by: .seconds(183))
    #expect(book.names.count == 9)
    #expect(server.look(in: "a") { $0.sleep("a") })
    try window.reconnect()
    #expect(window.text.first == "booked 1 of ada")
  }

  @Test func `unschedule takes back a message that is tried again, and those after it go on`() throws {
    book.failures["1 of ada"] = 100
    let server = try server()
    let window = try server.open(tenant: "a")
    for name in ["ada", "ada", "ada"] { try window.tap(name) }
    try server.advance(by: .seconds(10))
    try window.tap("Take 2 back")
    try window.tap("Take 1 back")
    try server.advance(by: .zero)
    #expect(window.text.first == "booked 3 of ada")
    try server.restart()
    try window.reconnect()
    try server.advance(by: .seconds(100))
    #expect(window.text.first == "booked 3 of ada")
    #expect(book.names.count { $0 != "1 of ada" } == 1)
  }

  @Test func `unschedule while a message is in once lets it end, and it is not tried again`() async throws {
    book.isHeld = true
    book.failures["1 of ada"] = 100
    let server = try server()
    let window = try server.open(tenant: "a")
    for name in ["ada", "bob"] { try window.tap(name) }
    try server.advance(by: .zero)
    for number in 1...2 { try window.tap("Take \(number) back") }
    book.release()
    try await server.settled { window.text.first == "booked 2 of bob" }
    try server.restart()
    try window.reconnect()
    try server.advance(by: .seconds(100))
    #expect(book.names == ["1 of ada", "2 of bob"])
    #expect(server.warnings == ["A message to OrderDesk failed: Closed()"])
  }

  @Test func `a message that fails can be skipped, and those after it go on`() async throws {
    book.failures = ["1 of ada": 100, "2 of bob": 100]
    let server = try server()
    let window = try server.open(tenant: "a")
    for name in ["ada", "bob", "ada"] { try window.tap(name) }
    #expect(try failing(server).isEmpty)
    try server.advance(by: .seconds(4))
    #expect(
      try failing(server).map { "\($0.name) \($0.attempts) \($0.error)" } == [
        "OrderDesk 1 3 Closed()", "OrderDesk 2 3 Closed()",
      ])
    #expect(
      try await server.act(.skip("OrderDesk 3"), on: "a")
        == .failure(.unknownMessage("OrderDesk 3", known: ["OrderDesk 1", "OrderDesk 2"])))
    #expect(try await server.act(.skip("OrderDesk 1"), on: "a") == .success(1))
    try server.advance(by: .zero)
    #expect(window.text.first == "booked 3 of ada")
    #expect(try failing(server).map(\.name) == ["OrderDesk 2"])
    try server.restart()
    try window.reconnect()
    try server.advance(by: .seconds(100))
    #expect(book.names.count { $0 == "1 of ada" } == 3)
    #expect(window.text.first == "booked 3 of ada")
  }

  @Test(arguments: [false, true])
  func `a message that is tried just when it is skipped ends, and is not tried again`(dies: Bool) async throws {
    book.failures["1 of ada"] = 100
    let server = try server()
    let window = try server.open(tenant: "a")
    for _ in 0..<2 { try window.tap("ada") }
    try server.advance(by: .zero)
    book.isHeld = true
    try server.advance(by: .seconds(1))
    #expect(try failing(server).map(\.name) == ["OrderDesk 1"])
    #expect(try await server.act(.skip("OrderDesk 1"), on: "a") == .success(1))
    book.isHeld = false
    if dies {
      try server.restart()
      try window.reconnect()
      #expect(window.text.first == "booked 2 of ada")
    } else {
      book.release()
      try await server.settled { window.text.first == "booked 2 of ada" }
    }
    try server.restart()
    try window.reconnect()
    try server.advance(by: .seconds(100))
    #expect(book.names == ["1 of ada", "1 of ada", "2 of ada"])
    book.release()
  }

  @Test func `a message from another tenant can be skipped`() async throws {
    book.failures["1 of ada"] = 100
    let server = try server()
    let (a, b) = (try server.open(tenant: "a"), try server.open(tenant: "b"))
    for _ in 0..<2 { try a.tap("ada of b") }
    let name = try #require(failing(server, in: "b").first?.name)
    #expect(name.hasPrefix("OrderDesk post "))
    #expect(try await server.act(.skip(name), on: "b") == .success(1))
    try server.advance(by: .zero)
    #expect(b.text.first == "booked 2 of ada")
    try server.restart()
    try b.reconnect()
    try server.advance(by: .seconds(100))
    #expect(book.names.count { $0 == "1 of ada" } == 1)
  }

  @Test func `messages of the same id in the same millisecond have keys of their own`() throws {
    let server = try server()
    let window = try server.open(tenant: "a")
    for _ in 0..<2 {
      try window.tap("1 is for bob")
      try server.advance(by: .zero)
    }
    #expect(book.names == ["1 of bob", "1 of bob"])
    #expect(Set(book.keys).count == 2)
  }

  @Test func `a message that waits because others crashed the process can be replaced and taken back`() throws {
    let journal = ScriptedJournal()
    let server = try TestServer(app: OrderDeskApp(book: book), store: store, journal: journal)
    let window = try server.open(tenant: "a")
    let subject = Parked.Subject.messages("a", to: "OrderDesk")
    for event in 1...3 {
      var turn = CrashJournalEntry(.message, of: subject.text)
      turn.event = event
      journal.died(in: turn)
    }
    try server.restart()
    try window.reconnect()
    for name in ["ada", "ada", "ada"] { try window.tap(name) }
    try server.advance(by: .zero)
    try window.tap("1 is for bob")
    try window.tap("Take 2 back")
    try server.advance(by: .zero)
    #expect(book.names == [])
    #expect(try server.ask(on: server.hub(of: "a")) { hub in await hub.retryOnAllHubs(.tenant("a")) } == 1)
    try server.advance(by: .zero)
    #expect(window.text.first == "booked 3 of ada, 1 of bob")
    try server.restart()
    try window.reconnect()
    try server.advance(by: .seconds(1))
    #expect(book.names == ["3 of ada", "1 of bob"])
  }

  @Test func `messages of other tenants that waited are handled in their order`() {
    var inbox = Inbox()
    for number in [3, 1, 2] as [Int64] {
      inbox.park(.post(StoredPost(number: number, to: "a", from: "b", type: "T", message: [])))
    }
    inbox.retryParked()
    let taken = (1...3).compactMap { _ in inbox.popNext(at: 0, isStarted: true)?.key }
    #expect(taken == ["post:1", "post:2", "post:3"])
  }

  @Test func `a message of the same id replaces one that is tried again`() throws {
    book.failures["1 of ada"] = 100
    let server = try server()
    let window = try server.open(tenant: "a")
    for _ in 0..<2 { try window.tap("ada") }
    try server.advance(by: .seconds(10))
    try window.tap("1 is for bob")
    try server.advance(by: .zero)
    #expect(window.text.first == "booked 2 of ada, 1 of bob")
    try server.restart()
    try window.reconnect()
    try server.advance(by: .seconds(100))
    #expect(window.text.first == "booked 2 of ada, 1 of bob")
    #expect(book.names.count { $0 != "1 of ada" } == 2)
  }

  @Test func `a message of the same id and another key is kept when the one in once ends`() async throws {
    book.isHeld = true
    let server = try server()
    let window = try server.open(tenant: "a")
    try window.tap("ada")
    try server.advance(by: .zero)
    try window.tap("1 is for bob")
    try server.advance(by: .zero)
    #expect(book.names == ["1 of ada", "1 of bob"])
    book.release(first: 1)
    try await server.settled { window.text.first == "booked 1 of ada" }
    book.isHeld = false
    try server.restart()
    try window.reconnect()
    #expect(window.text.first == "booked 1 of ada, 1 of bob")
  }

  @Test func `a receive that catches the error of once has handled the message, with what it changes`() throws {
    book.failures["1 of wary"] = 1
    let server = try server()
    let window = try server.open(tenant: "a")
    try window.tap("wary")
    try server.advance(by: .zero)
    #expect(window.text.first == "booked 1 of wary refused")
    try server.restart()
    try window.reconnect()
    try server.advance(by: .seconds(100))
    #expect(book.names == ["1 of wary"])
    #expect(server.warnings == [])
  }

  @Test func `a receive that fails after its once is logged, and the message is gone`() throws {
    let server = try server()
    let window = try server.open(tenant: "a")
    try window.tap("careless")
    try server.advance(by: .seconds(100))
    #expect(book.names == ["1 of careless"])
    #expect(server.warnings == ["A message to OrderDesk failed: Closed()"])
    try server.restart()
    try window.reconnect()
    #expect(book.names == ["1 of careless"])
  }

  @Test func `at most 16 messages of different keys are in once at the same time`() async throws {
    book.isHeld = true
    let server = try server()
    let window = try server.open(tenant: "a")
    try window.tap("Forty")
    try server.advance(by: .zero)
    #expect(book.names.count == 16)
    #expect(window.text.first == "booked")
    book.isHeld = false
    book.release()
    try await server.settled { book.names.count == 40 }
    try await server.settled { window.text.first?.split(separator: ",").count == 40 }
    #expect(Set(book.names).count == 40)
  }

  @Test func `messages that are tried again count for the limit of scheduled ones`() throws {
    var limits = HubLimits()
    limits.scheduledMessages = 3
    for number in 1...4 { book.failures["\(number) of ada"] = 100 }
    let server = try server(limits)
    let window = try server.open(tenant: "a")
    for _ in 0..<4 { try window.tap("ada") }
    #expect(
      server.warnings.filter { $0.contains("schedule") } == [
        "OrderDesk could not schedule \"4\": the tenant has 3 scheduled messages"
      ])
    try window.tap("Take 1 back")
    try window.tap("ada")
    #expect(server.warnings.count { $0.contains("schedule") } == 1)
  }

  @Test func `a tenant reads no more of the messages that are posted to it than a number while they wait`() throws {
    book.failures["1 of ada"] = 4
    var limits = HubLimits()
    limits.messagesReadAtOnce = 3
    let server = try server(limits)
    let (a, b) = (try server.open(tenant: "a"), try server.open(tenant: "b"))
    for _ in 0..<20 { try a.tap("ada of b") }
    let waiting = server.look(in: "b") { $0.homes["b"]?.inbox.lanes.posts }
    #expect(try #require(waiting) <= 6)
    try server.advance(by: .seconds(60))
    #expect(b.text.first == "booked " + (1...20).map { "\($0) of ada" }.joined(separator: ", "))
    #expect(book.names.count == 24)
  }

  @Test func `a time in the past is now, after what was scheduled before`() throws {
    let server = try server()
    let window = try server.open(tenant: "a")
    try server.pauseSaving()
    try window.tap("ada")
    try window.tap("ada, long ago")
    try server.resumeSaving()
    try server.advance(by: .zero)
    #expect(book.names == ["1 of ada", "2 of ada"])
  }

  @Test(arguments: [1, 2]) func `a message from another tenant is tried again before those that came later`(hubs: Int)
    throws
  {
    book.failures["1 of ada"] = 2
    let server = try server(hubs: hubs)
    let (a, b) = (try server.open(tenant: "a"), try server.open(tenant: "b"))
    for name in ["ada", "bob", "ada"] { try a.tap("\(name) of b") }
    #expect(b.text.first == "booked 2 of bob")
    try server.advance(by: .seconds(1))
    #expect(b.text.first == "booked 2 of bob")
    try server.restart()
    for window in [a, b] { try window.reconnect() }
    #expect(b.text.first == "booked 2 of bob, 1 of ada, 3 of ada")
    #expect(Set(book.keys).count == 3)
    try server.restart()
    try b.reconnect()
    #expect(book.names.count == 5)
  }
}

/// Stands for another system, which may be closed.
final class OrderBook: @unchecked Sendable {
  private(set) var names: [String] = []
  private(set) var keys: [String] = []
  /// How often each order is refused.
  var failures: [String: Int] = [:]
  var isHeld = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  func enter(_ name: String, key: String) async throws {
    names.append(name)
    keys.append(key)
    if isHeld { await withCheckedContinuation { waiting.append($0) } }
    guard let left = failures[name], left > 0 else { return }
    failures[name] = left - 1
    throw Closed()
  }

  func release(first count: Int = .max) {
    let first = waiting.prefix(count)
    waiting.removeFirst(first.count)
    for each in first { each.resume() }
  }
}

private struct Closed: Error {}

struct OrderDeskApp: WindowApp {
  var tenancy: Tenancy { .claim("room") }
  var book = OrderBook()

  var body: some Scene {
    WindowGroup("Orders", id: "main") { OrderDeskModel() }
  }

  func environment(for tenant: Tenant) async throws -> EnvironmentValues { [OrderDesk(), book] }
}

struct BookOrder: NavigationMessage, Codable {
  let number: Int
  let customer: String
  var orderingKey: String { customer }
}

@SavedState
final class OrderDesk {
  var booked: [String] = []
  var last = 0
  @Environment(OrderBook.self) private var book

  init() {}

  func place(for customer: String, after delay: Duration = .zero) {
    last += 1
    schedule(BookOrder(number: last, customer: customer), id: "\(last)", after: delay)
  }

  func receive(_ message: any NavigationMessage, from sender: Tenant) async throws {
    guard let order = message as? BookOrder else { return }
    let name = "\(order.number) of \(order.customer)"
    do {
      try await once { key in try await self.book.enter(name, key: key) }
    } catch  where order.customer == "wary" {
      return booked.append("\(name) refused")
    }
    if order.customer == "careless" { throw Closed() }
    booked.append(name)
  }
}

@NavigationModel
final class OrderDeskModel {
  var sent = 0
  @Environment(OrderDesk.self) var desk

  init() {}

  var body: some View {
    Text(desk.booked.isEmpty ? "booked" : "booked " + desk.booked.joined(separator: ", "))
    ForEach(["ada", "bob", "wary", "careless"], id: \.self) { name in
      Button(name) { self.desk.place(for: name) }
      Button("\(name) of b") {
        self.sent += 1
        self.post(BookOrder(number: self.sent, customer: name), to: OrderDesk.self, of: "b")
      }
    }
    ForEach([1, 2], id: \.self) { number in Button("Take \(number) back") { self.desk.unschedule("\(number)") } }
    Button("Twelve for ada") {
      for _ in 0..<12 { self.desk.place(for: "ada", after: .seconds(10)) }
    }
    Button("ada, long ago") { self.desk.place(for: "ada", after: .seconds(-100)) }
    Button("ada, later") { self.desk.place(for: "ada", after: .seconds(10)) }
    Button("1 is for bob") { self.desk.schedule(BookOrder(number: 1, customer: "bob"), id: "1", after: .zero) }
    Button("Forty") {
      for number in 0..<40 { self.desk.place(for: "customer \(number)") }
    }
  }
}
