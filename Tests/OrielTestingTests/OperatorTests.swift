import Oriel
import OrielTesting
import Testing

/// What an operator does, in a test.
struct OperatorTests {
  let server: TestServer
  let window: TestWindow

  init() throws {
    server = try TestServer(app: GuardedApp())
    window = try server.open(tenant: "acme", user: "ada")
  }

  @Test func `a window is navigated to an address, in memory or asleep`() throws {
    #expect(try server.land(window.id, at: "/orders") == .executed)
    #expect(window.title == "Orders")
    try window.back()
    try server.sleep("acme")
    #expect(try server.land(window.id, at: "/orders") == .executed)
    try window.reconnect()
    #expect(window.title == "Orders")
    #expect(try server.land(window.id, at: "/nowhere") == .notExecutable(.unknownURL("/nowhere")))
    #expect(throws: TestError.nothingTo("land at: \"orders\" is no path")) { try server.land(window.id, at: "orders") }
    #expect(throws: TestError.nothingTo("act on: there is no window w-0")) {
      try server.land(WindowID("w-0"), at: "/orders")
    }
  }

  @Test func `a window is opened in a tenant, with claims and for a value`() throws {
    let whose = try server.open(tenant: "acme", user: "bob", claims: ["shift": "late"], scene: "whose", value: 7)
    #expect(whose.text == ["7 of bob of acme, late"])
  }

  @Test func `a window is locked and unlocked`() throws {
    try server.lock(window.id)
    #expect(window.document["locked"] == true)
    try server.unlock(window.id)
    #expect(window.document["locked"] == nil)
  }

  @Test func `a user who is signed out signs in again`() throws {
    try server.signOut("ada")
    #expect(throws: TestError.refused(.signedOut)) { try window.reconnect() }
    try server.advance(by: .seconds(1))
    #expect(try server.open(window.id, user: "ada", claims: ["team": "acme"]).title == "Home")
  }

  @Test func `a user who is banned is refused until the ban is lifted, and keeps the window`() throws {
    try server.ban("ada")
    #expect(throws: TestError.refused(.banned)) { try window.reconnect() }
    try server.unban("ada")
    try window.reconnect()
    #expect(window.title == "Home")
  }

  @Test func `a tenant is closed and opened again, and keeps its windows`() async throws {
    try await server.close("acme")
    #expect(throws: TestError.refused(.tenantClosed)) { try window.reconnect() }
    await #expect(throws: TestError.nothingTo("do: the tenant \"acme\" is closed")) {
      try await server.close("acme")
    }
    await #expect(throws: TestError.nothingTo("do: there is no tenant \"none\"")) { try await server.close("none") }
    try await server.reopen("acme")
    try window.reconnect()
    #expect(window.title == "Home")
  }
}

private struct GuardedApp: WindowApp {
  var tenancy: Tenancy { .claim("team") }

  var body: some Scene {
    WindowGroup("Shop", id: "main") { .stacked(HomeModel()) }.destinations(OrdersDestination.self)
    WindowGroup("Whose", id: "whose", for: Int.self) { number in WhoseModel(number: number) }
  }
}

struct OrdersDestination: URLDestination {
  static let path = "/orders"

  func makeModel() -> any NavigationModel { OrdersModel() }
}

@NavigationModel
private final class WhoseModel {
  let number: Int
  @Environment(\.user) var user

  init(number: Int) { self.number = number }

  var body: some View { Text("\(number) of \(user.id) of \(user.tenant), \(user.claims["shift"] ?? "")") }
}
