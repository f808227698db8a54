import Oriel
import OrielDocument
import OrielTesting
import Testing

@testable import OrielHub

/// What operators do to tenants.
struct TenantActTests {
  private func rows(_ server: TestServer, _ text: String = "", after: Tenant? = nil, limit: Int = 10) async throws
    -> [String]
  {
    var rows: [String] = []
    var more: [Bool] = []
    for index in server.hubIndices {
      let found = try server.ask(on: index) { hub in
        try? await hub.listTenants(text, after: after, limit: limit)
      }
      guard case let (tenants, hasMore)?? = found else { continue }
      // Each tenant's own hub knows what is in memory.
      rows += tenants.filter { server.hub(of: $0.tenant) == index }.map {
        "\($0.tenant.name) \($0.state) \($0.members) \($0.windows) \($0.attached) \($0.rows)"
      }
      more.append(hasMore)
    }
    try await server.settled { more.count == server.hubIndices.count }
    return rows.sorted() + (more.contains(true) ? ["more"] : [])
  }

  private func desks(
    _ tenants: String..., hubs: Int? = nil
  ) throws -> (server: TestServer, windows: [TestWindow]) {
    let server = try TestServer(app: Desks(), hubs: hubs)
    let windows = try tenants.map { try server.open(user: "ann", claims: ["desk": $0]) }
    for window in windows { try window.tap("Add") }
    return (server, windows)
  }

  @Test func `tenants in memory and in the store are listed, without the operators'`() async throws {
    let (server, _) = try desks("b", "a", "b")
    #expect(try await rows(server) == ["a open 1 1 1 1", "b open 1 2 2 2"])
    #expect(try await rows(server, "B") == ["b open 1 2 2 2"])
    #expect(try await rows(server, limit: 1) == ["a open 1 1 1 1", "more"])
    #expect(try await rows(server, after: "a") == ["b open 1 2 2 2"])
    #expect(server.look(in: "b") { $0.rowSizes["b"].rows } == 2)
  }

  @Test func `a tenant put to sleep leaves the memory, and is as it was for its next visitor`() async throws {
    let (server, windows) = try desks("a", "b")
    #expect(try await server.act(.sleep, on: "a") == .success(1))
    #expect(server.tenants == ["b"])
    #expect(try await rows(server) == ["a asleep 0 1 0 1", "b open 1 1 1 1"])
    #expect(windows.map(\.isAttached) == [false, true])
    #expect(try await server.act(.sleep, on: "a") == .failure(.already(.asleep)))
    try windows[0].reconnect()
    #expect(windows[0].text.first == "1 in a")
  }

  @Test func `a closed tenant keeps everything and lets no page in, until it is reopened`() async throws {
    let (server, windows) = try desks("a", "b")
    #expect(try await server.act(.close, on: "a") == .success(1))
    #expect(try await rows(server) == ["a closed 0 1 0 1", "b open 1 1 1 1"])
    for _ in 0..<2 {
      #expect(throws: TestError.refused(.tenantClosed)) { try windows[0].reconnect() }
      #expect(throws: TestError.refused(.tenantClosed)) { try server.open(user: "eve", claims: ["desk": "a"]) }
      try server.restart()
    }
    #expect(try await server.act(.close, on: "a") == .failure(.already(.closed)))
    #expect(try await server.act(.reopen, on: "a") == .success(1))
    try windows[0].reconnect()
    #expect(windows[0].text.first == "1 in a")
    #expect(try await server.act(.reopen, on: "a") == .failure(.already(.open)))
  }

  @Test func `an old page does not bring a deleted tenant back`() async throws {
    let (server, windows) = try desks("a", "b")
    #expect(try await server.act(.delete, on: "a") == .success(1))
    #expect(throws: TestError.refused(.windowDismissed)) { try windows[0].reconnect() }
    #expect(throws: TestError.refused(.nothingHere)) { try server.open(user: "ann", claims: ["desk": "a"]) }
    #expect(try await rows(server) == ["a deleted 0 0 0 0", "b open 1 1 1 1"])
    #expect(try await server.act(.close, on: "a") == .failure(.already(.deleted)))
    #expect(try await server.act(.reopen, on: "a") == .success(0))
    #expect(try server.open(user: "ann", claims: ["desk": "a"]).text.first == "0 in a")
  }

  @Test func `a renamed tenant is found under its new name, with its windows`() async throws {
    // Its new name may lead to another hub, so with several none is renamed.
    let (server, windows) = try desks("a", "b", hubs: 1)
    #expect(try await server.act(.rename("b"), on: "a") == .failure(.nameInUse))
    #expect(try await server.act(.rename("c"), on: "a") == .success(1))
    #expect(try await rows(server) == ["b open 1 1 1 1", "c asleep 0 1 0 1"])
    windows[0].request.user = User(id: "ann", claims: ["desk": "c"])
    try windows[0].reconnect()
    #expect(windows[0].text.first == "1 in c")
  }

  @Test func `acts on what is no tenant are refused`() async throws {
    let (server, _) = try desks("a")
    #expect(try await server.act(.close, on: "x") == .failure(.unknown))
    #expect(try await server.act(.delete, on: .operators) == .failure(.unknown))
    #expect(try await server.act(.rename(.operators), on: "a") == .failure(.nameInUse))
  }

  // MARK: While a message is handled

  /// A desk in which the handler of a message waits for another system.
  private func waiting(_ message: String, for outside: Outside) throws -> (server: TestServer, window: TestWindow) {
    let server = try TestServer(
      app: NoteDeskApp(tenancy: .claim("room"), outside: outside), store: TestStore(outlivesProcess: true))
    let window = try server.open(tenant: "a")
    outside.isHeld = true
    try window.tap(message)
    try server.advance(by: .seconds(1))
    #expect(window.text.first == "received")
    return (server, window)
  }

  @Test(arguments: [("Order", "received ticket 1 of a"), ("Slow", "received slow of a")])
  func `an act on a tenant waits for a handler of a message, and the message is handled once`(
    message: String, received: String
  ) async throws {
    let outside = Outside()
    let (server, window) = try waiting(message, for: outside)
    var result: Result<Int, TenantRefusal>?
    try server.begin(.sleep, on: "a") { result = $0 }
    try server.advance(by: .seconds(5))
    #expect(result == nil)
    outside.release()
    try await server.settled()
    try server.advance(by: .milliseconds(100))
    #expect(result == .success(1))
    #expect(server.look(in: "a") { $0.homes["a"] == nil })
    for _ in 0..<2 {
      try window.reconnect()
      #expect(window.text.first == received)
      try server.restart()
    }
    #expect(outside.keys.count == (message == "Order" ? 1 : 0))
  }

  @Test func `an act that has waited for too long leaves the tenant as it is, and the message to its handler`()
    async throws
  {
    let outside = Outside()
    let (server, window) = try waiting("Order", for: outside)
    var result: Result<Int, TenantRefusal>?
    try server.begin(.close, on: "a") { result = $0 }
    try server.advance(by: .seconds(11))
    #expect(result == .failure(.running))
    try window.reconnect()
    outside.release()
    try await server.settled { window.text.first == "received ticket 1 of a" }
    #expect(outside.keys.count == 1)
  }

  @Test func `a message comes again after a crash in an act that waits for it, and counts once`() async throws {
    let outside = Outside()
    let (server, window) = try waiting("Order", for: outside)
    try server.begin(.sleep, on: "a") { _ in }
    try server.restart()
    #expect(outside.keys.count == 2)
    #expect(Set(outside.keys).count == 1)
    outside.release()
    try await server.settled { server.look(in: "a") { $0.homes["a"] == nil } }
    try window.reconnect()
    #expect(window.text.first == "received ticket 1 of a")
  }

  @Test func `a message that waits for another one has the new name of its sender`() async throws {
    let outside = Outside()
    // With several hubs no tenant is renamed.
    let server = try TestServer(app: NoteDeskApp(tenancy: .claim("room"), outside: outside), hubs: 1)
    let (a, b) = (try server.open(tenant: "a"), try server.open(tenant: "b"))
    outside.isHeld = true
    try b.tap("Order")
    try server.advance(by: .seconds(1))
    try a.tap("Post two to b")
    #expect(b.text.first == "received")
    var result: Result<Int, TenantRefusal>?
    try server.begin(.rename("c"), on: "a") { result = $0 }
    try server.advance(by: .seconds(1))
    #expect(result == .success(1))
    outside.release()
    try await server.settled()
    try server.advance(by: .seconds(1))
    #expect(b.text.first == "received ticket 1 of b 1 of c 2 of c")
  }

  @Test(arguments: ["app", "/app", "acme", "~ann b"])
  func `a tenant has one name for operators`(name: String) { #expect(Tenant(named: name)?.name == name) }

  @Test(arguments: ["", "/operators", "a b", "~", "a/b", "\u{E9}"])
  func `what is no tenant's name is none for operators`(name: String) { #expect(Tenant(named: name) == nil) }
}

private struct Desks: WindowApp {
  var tenancy: Tenancy { .claim("desk") }
  var body: some Scene { WindowGroup("Desk", id: "desk") { ActDeskModel() } }
  func environment(for tenant: Tenant) async throws -> EnvironmentValues { [ActDesk()] }
}

struct ActOrder: Codable, Sendable, Identifiable {
  let id: Int
}

@SavedState final class ActDesk {
  let orders = Rows<ActOrder>()
}

@NavigationModel
private final class ActDeskModel {
  @Environment(ActDesk.self) var desk
  @Environment(\.tenant) var tenant

  init() {}

  var body: some View {
    Text("\(desk.orders.count) in \(tenant)")
    Button("Add") { self.desk.orders.append(ActOrder(id: self.desk.orders.count)) }
  }
}
