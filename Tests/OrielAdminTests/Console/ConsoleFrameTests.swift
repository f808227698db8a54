import Gallery
import Oriel
import OrielHub
import OrielTesting
import Testing

@testable import OrielAdmin

@Suite struct `The console's frame` {
  /// A gallery with a console beside it.
  static func server(store: any WindowStore = TestStore()) throws -> TestServer {
    try TestServer(app: GalleryApp(), store: store, console: Console.scene())
  }

  @Test func `opens for operators`() throws {
    let server = try Self.server()
    let console = try server.open(user: "op", roles: ["admin"], scene: "admin")
    #expect(console.title == "Overview")
    try console.tap("Windows")
    #expect(console.title == "Windows")
  }

  @Test func `is an unknown scene for anybody else`() throws {
    let server = try Self.server()
    for scene in ["admin", "nonsense"] {
      #expect(throws: TestError.noScene(scene)) { try server.open(user: "ann", scene: scene) }
    }
  }

  @Test func `its window is unknown to a user who has lost the role`() throws {
    let server = try Self.server()
    let console = try server.open(user: "op", roles: ["admin"], scene: "admin")
    #expect(throws: (any Error).self) { try server.open(console.id, user: "op") }
    #expect(throws: (any Error).self) { try server.open(console.id, user: "op", roles: ["admin"], observe: true) }
  }

  @Test func `its windows don't count among the app's`() throws {
    let server = try Self.server()
    _ = try server.open(user: "op", roles: ["admin"], scene: "admin")
    let counter = try server.open(user: "op", roles: ["admin"], scene: "counter")
    _ = try server.open(user: "other", roles: ["admin"], scene: "admin")
    #expect(server.look { [$0.metrics.windows, $0.metrics.users] } == [1, 1])
    #expect(server.look { [$0.monitor.overview.windows, $0.monitor.overview.users] } == [1, 1])
    let reached = try server.step { $0.sendTrigger(kind: "print", payload: [:], to: .everyone)?.outcomes.map(\.window) }
    #expect(reached == [counter.id])
    #expect(server.look { $0.sceneIDs.contains("admin") } == false)
    #expect(throws: (any Error).self) { try server.openWindow("admin", for: "op") }
  }

  @Test func `a restart brings it back where it was`() throws {
    let server = try Self.server()
    let console = try server.open(user: "op", roles: ["admin"], scene: "admin")
    try console.tap("Users")
    try server.restart()
    try console.reconnect()
    #expect(console.title == "Users")
  }

  @Test(arguments: [
    Tenancy.path { _, _ in nil }, .claim("room") { _, _ in nil }, .subdomain(of: "example.com") { _, _ in nil },
  ])
  func `opens wherever the app finds its tenants, and admits no one`(tenancy: Tenancy) throws {
    let server = try TestServer(app: Rooms(tenancy: tenancy), store: TestStore(), console: Console.scene())
    let console = try server.open(user: "op", roles: ["admin"], url: "/admin/users")
    #expect(console.title == "Users")
    #expect(console.url == "/admin/users")
    try server.restart()
    try console.reconnect()
    #expect(console.title == "Users")
  }

  @Test func `addresses lead to its sections`() throws {
    let server = try Self.server()
    let console = try server.open(user: "op", roles: ["admin"], scene: "admin")
    try console.openURL("/admin/windows/w-1")
    #expect(console.title == "Window")
    #expect(console.document["url"] == "/admin/windows/w-1")
    try console.openURL("/admin")
    #expect(console.title == "Overview")
  }

  @Test func `ticks once a second while an operator looks`() throws {
    let server = try Self.server()
    let console = try server.open(user: "op", roles: ["admin"], scene: "admin")
    try server.advance(by: .seconds(3))
    #expect(server.look((), on: 0) { hub, _ in hub.monitor.ticks } == 3)
    try console.disconnect()
    try server.advance(by: .seconds(10))
    #expect(server.look((), on: 0) { hub, _ in hub.monitor.ticks } == 3)
  }
}

@Suite struct `The mark of an operator who sees a window` {
  private struct Quiet: WindowApp {
    var body: some Scene { WindowGroup("Counter", id: "counter") { CounterModel() } }
    var showsObservers: Bool { false }
  }

  private func observed(_ window: TestWindow) -> [Int] {
    window.deliveries.compactMap { if case .observed(let count) = $0 { count } else { nil } }
  }

  @Test func `comes with the operator, goes with the operator, and comes back with the page`() throws {
    let server = try TestServer(app: GalleryApp(), store: TestStore(), console: Console.scene())
    let counter = try server.open(user: "ann", scene: "counter")
    #expect(observed(counter) == [])
    let mirror = try server.open(counter.id, user: "op", roles: ["admin"], observe: true)
    #expect(observed(counter) == [1])
    try counter.disconnect()
    try counter.reconnect()
    #expect(observed(counter) == [1, 1])
    try mirror.disconnect()
    #expect(observed(counter) == [1, 1, 0])
  }

  @Test func `is not there where the app does not want it`() throws {
    let server = try TestServer(app: Quiet())
    let counter = try server.open(user: "ann")
    _ = try server.open(counter.id, user: "op", roles: ["admin"], observe: true)
    #expect(observed(counter) == [])
  }
}
