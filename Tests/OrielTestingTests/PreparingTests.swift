import Oriel
import OrielTesting
import Testing

@Suite("An app whose prepare() waits") struct PreparingTests {
  @Test func `says what a test has to write`() throws {
    let server = try TestServer(app: SlowApp())
    #expect(throws: TestError.unprepared) { try server.open() }
    #expect(
      "\(TestError.unprepared)"
        == "The app's prepare() still waits. Write “try await server.prepared()” after the server is made or restarted")
  }

  @Test func `has its services when it is prepared, also after a restart`() async throws {
    let server = try TestServer(app: SlowApp())
    try await server.prepared()
    let window = try server.open()
    #expect(window.text == ["started with the app's", "shows the app's"])
    try server.restart()
    #expect(throws: TestError.unprepared) { try window.reconnect() }
    try await server.prepared()
    try window.reconnect()
    #expect(window.text == ["started with the app's", "shows the app's"])
  }

  @Test func `is not asked where a test has services of its own`() throws {
    let server = try TestServer(app: SlowApp(), services: [Pool(name: "the test's")])
    #expect(try server.open().text == ["started with the test's", "shows the test's"])
    try server.restart()
    #expect(try server.open().text == ["started with the test's", "shows the test's"])
  }

  @Test func `need not be waited for if it does not wait`() throws {
    #expect(try TestServer(app: QuickApp()).open().text == ["started with the app's", "shows the app's"])
  }
}

private final class Pool: Sendable {
  let name: String
  init(name: String) { self.name = name }
}

private actor Connector {
  func connect() async throws -> Pool {
    try await Task.sleep(for: .milliseconds(5))
    return Pool(name: "the app's")
  }
}

@SavedState
private final class Table {
  @Environment(Pool.self) var pool
  var beginning = ""

  init() {}

  func start() { beginning = "started with \(pool.name)" }
}

@NavigationModel
private final class TableModel {
  @Environment(Table.self) var table
  @Environment(Pool.self) var pool

  init() {}

  var body: some View {
    Text(table.beginning)
    Text("shows \(pool.name)")
  }
}

private struct SlowApp: WindowApp {
  var body: some Scene { WindowGroup("Main", id: "main") { TableModel() } }
  func prepare() async throws -> Services { [try await Connector().connect()] }
  func environment(for tenant: Tenant) async throws -> EnvironmentValues { [Table()] }
}

private struct QuickApp: WindowApp {
  var body: some Scene { WindowGroup("Main", id: "main") { TableModel() } }
  func prepare() async throws -> Services { [Pool(name: "the app's")] }
  func environment(for tenant: Tenant) async throws -> EnvironmentValues { [Table()] }
}
