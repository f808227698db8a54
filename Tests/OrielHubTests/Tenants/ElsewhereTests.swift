import Oriel
import OrielDocument
import OrielTesting
import Testing

@testable import OrielHub

/// S2 and S19: windows that a user's window opens in another tenant.
struct ElsewhereTests {
  let store = TestStore(outlivesProcess: true)

  private func server() throws -> TestServer { try TestServer(app: ClubsApp(), store: store) }
  private func lobby(_ server: TestServer, _ user: String = "ann") throws -> TestWindow {
    try server.open(user: user, scene: "lobby")
  }

  @Test func `S19: a window is opened in another tenant, and the caller's page shows it`() throws {
    let server = try server()
    let lobby = try lobby(server)
    try lobby.tap("Open in a")
    let board = try lobby.openWindow()
    #expect(board.text.first == "board of a for ann")
    #expect(server.tenants(of: "ann") == ["a", .user("ann")])
    #expect(store.windowCount == 2)
  }

  @Test func `S19: whether a window is reused is decided there`() throws {
    let server = try server()
    let lobby = try lobby(server)
    try lobby.tap("Open in a")
    let board = try lobby.openWindow()
    try lobby.tap("Open in a")
    #expect(board.triggers.map(\.kind) == ["focusWindow"])
    try lobby.tap("Open in b")
    #expect(try lobby.openWindow().text.first == "board of b for ann")
    #expect(store.windowCount == 3)
  }

  @Test func `S19: it is asked for with the turn, and opened once after a crash, when the user is back`() throws {
    let server = try server()
    let lobby = try lobby(server)
    // The process ends right after the turn.
    server.look(in: .user("ann")) { $0.homes[.user("ann")]?.acts.isDoingOne = true }
    try lobby.tap("Open in a")
    #expect(store.windowCount == 1)
    try server.restart()
    #expect(store.windowCount == 1)
    try lobby.reconnect()
    #expect(store.windowCount == 2)
    #expect(try lobby.openWindow().text.first == "board of a for ann")
    try server.restart()
    try lobby.reconnect()
    #expect(store.windowCount == 2)
  }

  @Test func `S19: a tenant that does not admit the user opens nothing, and is not kept`() throws {
    let server = try server()
    let lobby = try lobby(server, "eve")
    try lobby.tap("Open in a")
    #expect(lobby.triggers.isEmpty)
    #expect(server.tenants == [.user("eve")])
    #expect(server.look(in: .user("eve")) { $0.homes[.user("eve")]?.acts.isEmpty } == true)
    #expect(store.windowCount == 1)
  }

  @Test func `an act that can't be done is given up after a number of attempts`() throws {
    var limits = HubLimits()
    limits.actAttempts = 3
    let server = try TestServer(app: ClubsApp(), store: store, limits: limits)
    let lobby = try lobby(server)
    try lobby.tap("Open in dead")
    func waits() -> Bool { server.look(in: .user("ann")) { $0.homes[.user("ann")]?.acts.isEmpty == false } }
    try server.advance(by: .seconds(20))
    #expect(waits())
    try server.advance(by: .seconds(60))
    #expect(!waits())
    try lobby.tap("Open in a")
    #expect(try lobby.openWindow().text.first == "board of a for ann")
  }

  @Test func `S19: a tenant to which the scene's tenancy can't lead is refused`() throws {
    let server = try server()
    let lobby = try lobby(server)
    let model = try lobby.find(EntranceModel.self)
    var results: [CommandResult] = []
    try lobby.run {
      results = [
        model.openWindow("lobby", in: "a"), model.openWindow("lobby", in: .user("bob")), model.openWindow("gone"),
      ]
    }
    #expect(
      results == [.notExecutable(.noTenant), .notExecutable(.noTenant), .notExecutable(.unknownScene("gone"))])
  }

  @Test func `S2: a scene of another tenancy is opened in the tenant that this finds`() throws {
    let server = try server()
    let board = try server.open(tenant: "a", user: "ann")
    try board.tap("Lobby")
    #expect(try board.openWindow().text.first == "lobby of ~ann")
  }
}

/// Clubs by the address, and an entrance for each user.
struct ClubsApp: WindowApp {
  var tenancy: Tenancy { .path { user, _ in user.id == "eve" ? nil : user } }

  var body: some Scene {
    WindowGroup("Board", id: "board") { ClubModel() }
    WindowGroup("Lobby", id: "lobby") { EntranceModel() }.tenancy(.perUser)
  }

  func environment(for tenant: Tenant) throws -> EnvironmentValues {
    if tenant == "dead" { throw StoreIsDown() }
    return []
  }

  private struct StoreIsDown: Error {}
}

@NavigationModel
private final class ClubModel {
  @Environment(\.tenant) var tenant
  @Environment(\.user) var user

  init() {}

  var body: some View {
    Text("board of \(tenant) for \(user.id)")
    Button("Lobby") { self.openWindow("lobby") }
  }
}

@NavigationModel
private final class EntranceModel {
  @Environment(\.tenant) var tenant

  init() {}

  var body: some View {
    Text("lobby of \(tenant)")
    Button("Open in a") { self.openWindow("board", policy: .reuse, in: "a") }
    Button("Open in dead") { self.openWindow("board", policy: .reuse, in: "dead") }
    Button("Open in b") { self.openWindow("board", policy: .reuse, in: "b") }
  }
}
