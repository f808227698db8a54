import Oriel
import OrielHub
import OrielTesting
import Testing

@testable import OrielHub

/// The objects of a tenant: when they are created, started, saved and unloaded.
struct TenantObjectTests {
  let store = TestStore(outlivesProcess: true)

  private func server(_ tenancy: Tenancy = .single) throws -> TestServer {
    try TestServer(app: CashApp(tenancy), store: store)
  }

  @Test func `S7: what users share is saved with the turn that changed it`() throws {
    let server = try server()
    let (ann, bob) = (try server.open(user: "ann"), try server.open(user: "bob"))
    try ann.tap("Pay")
    try bob.tap("Pay")
    try server.restart()
    try ann.reconnect()
    #expect(ann.text.first == "2 paid by bob")
  }

  @Test func `S6: saved objects are restored before they start, in the order of the array`() throws {
    let server = try server()
    try server.open().tap("Pay")
    #expect(server.look(Self.book)?.starts == ["ledger with 0", "second"])
    try server.restart()
    #expect(server.look(Self.book)?.starts == ["ledger with 1", "second"])
  }

  @Test func `S6: a new tenant starts when its first visitor has been admitted, a known one when it is loaded`() throws
  {
    let server = try server(.path { user, _ in user.id == "eve" ? nil : user })
    #expect(throws: TestError.refused(.noAccess)) { try server.open(user: "eve", url: "/a") }
    #expect(server.look(in: "a") { $0.homes["a"] == nil })
    let ann = try server.open(user: "ann", url: "/a")
    try ann.tap("Pay")
    #expect(server.look(in: "a") { Self.book($0, of: "a")?.starts } == ["ledger with 0", "second"])
    try ann.disconnect()
    try server.advance(by: .seconds(1801))
    #expect(server.look(in: "a") { $0.homes["a"] == nil })
    #expect(throws: TestError.refused(.noAccess)) { try server.open(user: "eve", url: "/a") }
    try ann.reconnect()
    #expect(ann.text.first == "1 paid by ann")
  }

  @Test func `a window wakes in its own tenant`() throws {
    let server = try server(.claim("room"))
    let windows = try ["a", "b"].map { try server.open(tenant: Tenant($0)!, user: "ann") }
    try windows[0].tap("Pay")
    try server.restart()
    for window in windows { try window.reconnect() }
    #expect(windows.map(\.text.first) == ["1 paid by ann", "0 paid by "])
    #expect(store.windowCount == 2)
  }

  @Test func `S6: the environment has the member's objects, then the tenant's, then the services`() throws {
    let window = try server().open()
    #expect(window.text.last == "rate 3 of the user, 2 of the tenant, 1 of the services")
  }

  @Test func `S6: a member's object reads the tenant's objects and the services`() throws {
    let window = try TestServer(app: CashApp()).open(user: "ann")
    #expect(window.text.contains("rate 12 in the purse"))
  }

  @Test func `a tenant that sleeps leaves nothing in memory, and neither do its members`() throws {
    let server = try TestServer(app: CashApp(.claim("room")))
    weak var book: CashBook?
    weak var purse: Purse?
    do {
      let window = try server.open(tenant: "a", user: "ann")
      try window.tap("Pay")
      book = try server.object(CashBook.self, of: "a")
      purse = server.look(in: "a") { hub in
        hub.users[User(id: "ann", tenant: "a")]?.objects.all.lazy.compactMap { $0 as? Purse }.first
      }
      #expect(book != nil && purse != nil)
      try server.sleep("a")
    }
    #expect(book == nil)
    #expect(purse == nil)
  }

  @Test func `S12: work of a tenant's object goes on without a window, and ends when the tenant is unloaded`() throws {
    let server = try server(.claim("room"))
    let window = try server.open(tenant: "a", user: "ann")
    try window.tap("Tick")
    try window.disconnect()
    try server.advance(by: .seconds(60))
    #expect(server.look(in: "a") { Self.book($0, of: "a")?.ticks } == 60)
    try server.advance(by: .seconds(1800))
    #expect(server.look(in: "a") { $0.homes["a"] == nil })
    try window.reconnect()
    #expect(server.look(in: "a") { Self.book($0, of: "a")?.ticks } == 1799)
    try server.advance(by: .seconds(10))
    #expect(server.look(in: "a") { Self.book($0, of: "a")?.ticks } == 1799)
  }

  @Test func `a damaged object is kept aside, and a new one takes its place`() throws {
    let server = try server()
    try server.open().tap("Pay")
    store.commit([Self.damaged()]) { _ in }
    try server.restart()
    #expect(try server.open(user: "bob").text.first == "0 paid by ")
    #expect(server.warnings.contains { $0.contains("A saved object is damaged; the record is kept aside: CashBook: ") })
  }

  private static func damaged() -> StoredTurn {
    var turn = StoredTurn()
    turn.objects = [
      StoredObject(user: "", type: TypeName.of(CashBook.self).mangled, value: Array(#"{"type":"x"}"#.utf8))
    ]
    return turn
  }

  private static func book(_ hub: WindowHub) -> CashBook? { book(hub, of: .app) }
  private static func book(_ hub: WindowHub, of tenant: Tenant) -> CashBook? {
    hub.homes[tenant]?.environment[CashBook.self]
  }
}

private struct CashApp: WindowApp {
  let tenancy: Tenancy

  init() { self.init(.single) }
  init(_ tenancy: Tenancy) { self.tenancy = tenancy }

  var body: some Scene {
    WindowGroup("Ledger", id: "main") { CashModel() }
  }

  func prepare() async throws -> Services { [ServiceRate()] }
  func environment(for tenant: Tenant) async throws -> EnvironmentValues { [CashBook(), SecondBook(), TenantRate()] }
  func environment(for user: User) -> EnvironmentValues { [UserRate(), Purse()] }
}

private final class ServiceRate: Sendable {
  let rate = 1
}

@Observable
private final class TenantRate {
  var rate = 2
}

@Observable
private final class UserRate {
  var rate = 3
}

@SavedState
final class CashBook {
  var paid = 0
  var last = ""
  var ticks = 0
  @Transient var starts: [String] = []

  init() {}

  func start() { starts.append("ledger with \(paid)") }

  func tick() { every(.seconds(1)) { self.ticks += 1 } }
}

@SavedState
final class SecondBook {
  var some = 0
  @Environment(CashBook.self) var ledger

  init() {}

  func start() { ledger.starts.append("second") }
}

@SavedState
final class Purse {
  var paid = 0
  @Environment(ServiceRate.self) fileprivate var service
  @Environment(TenantRate.self) fileprivate var tenant

  init() {}

  var rate: Int { service.rate * 10 + tenant.rate }
}

@NavigationModel
final class CashModel {
  @Environment(Purse.self) var purse
  @Environment(CashBook.self) var ledger
  @Environment(ServiceRate.self) fileprivate var service
  @Environment(TenantRate.self) fileprivate var tenant
  @Environment(UserRate.self) fileprivate var own
  @Environment(\.user) var user

  init() {}

  var body: some View {
    Text("\(ledger.paid) paid by \(ledger.last)")
    Button("Pay") {
      self.ledger.paid += 1
      self.ledger.last = self.user.id
    }
    Button("Tick") { self.ledger.tick() }
    Text("rate \(purse.rate) in the purse")
    Text("rate \(own.rate) of the user, \(tenant.rate) of the tenant, \(service.rate) of the services")
  }
}
