import Oriel
import OrielHub
import OrielTesting
import Testing

/// Code that waits until what it has changed is on disk.
struct SavedTests {
  let teller = Teller()

  private func server() throws -> TestServer { try TestServer(app: TellingApp(teller: teller)) }

  @Test func `another system is told when the turn is on disk, and not if it is lost`() async throws {
    let server = try server()
    let window = try server.open()
    try server.pauseSaving()
    try window.tap("Count and tell")
    try server.advance(by: .seconds(60))
    #expect(window.text.first == "1 counted")
    #expect(teller.told == [])
    try server.resumeSaving()
    try await server.settled()
    #expect(teller.told == ["1"])
    try server.pauseSaving()
    try window.tap("Count and tell")
    try server.restart()
    try window.reconnect()
    #expect(window.text.first == "1 counted")
    #expect(teller.told == ["1"])
  }

  @Test func `code that has changed nothing waits for nothing`() async throws {
    let server = try server()
    let window = try server.open()
    try window.tap("Tell")
    try await server.settled()
    #expect(teller.told == ["0"])
  }

  @Test func `a wait goes on while the store can't be written, and ends when its task is cancelled`() async throws {
    let store = HeldStore()
    let server = try TestServer(app: TellingApp(teller: teller), store: store)
    let window = try server.open()
    store.refuseCommits(true)
    try window.tap("Count and tell")
    try window.tap("Count in a task")
    try server.advance(by: .seconds(10))
    #expect(teller.told == [])
    try window.tap("Cancel")
    try await server.settled { !teller.told.isEmpty }
    store.refuseCommits(false)
    try server.advance(by: .seconds(1))
    try await server.settled()
    #expect(teller.told == ["cancelled", "2"])
  }

  @Test func `an object of a tenant waits for its rows and its messages`() async throws {
    let server = try server()
    let window = try server.open()
    try server.pauseSaving()
    try window.tap("Post")
    #expect(teller.told == [])
    try server.resumeSaving()
    try await server.settled { teller.told == ["received"] }
    #expect(window.text.prefix(2) == ["0 counted", "1 row"])
  }
}

/// Another system, which must hear only of what can't be undone. Guard of `@unchecked`: used on the test's thread.
final class Teller: @unchecked Sendable {
  var told: [String] = []
}

struct Telling: NavigationMessage, Codable {}

struct ToldRow: Codable, Sendable, Identifiable {
  let id: Int
}

@SavedState
final class ToldDesk {
  let rows = Rows<ToldRow>()
  @Environment(Teller.self) var teller

  func receive(_ message: any NavigationMessage, from sender: Tenant) async throws {
    rows.append(ToldRow(id: 1))
    try await saved()
    teller.told.append("received")
  }
}

struct TellingApp: WindowApp {
  var teller = Teller()

  var body: some Scene { WindowGroup("Telling") { TellingModel() } }

  func prepare() -> Services { [teller] }
  func environment(for tenant: Tenant) -> EnvironmentValues { [ToldDesk()] }
}

@NavigationModel
final class TellingModel {
  var count = 0
  @Transient var work: TaskHandle?
  @Environment(Teller.self) var teller
  @Environment(ToldDesk.self) var desk

  var body: some View {
    Text("\(count) counted")
    if desk.rows.count > 0 { Text("\(desk.rows.count) row") }
    Button("Count and tell") {
      self.count += 1
      try await self.saved()
      self.teller.told.append("\(self.count)")
    }
    Button("Tell") {
      try await self.saved()
      self.teller.told.append("\(self.count)")
    }
    Button("Count in a task") {
      self.count += 1
      self.work = self.task {
        do {
          try await self.saved()
        } catch {
          self.teller.told.append("cancelled")
        }
      }
    }
    Button("Cancel") { self.work?.cancel() }
    Button("Post") { self.post(Telling(), to: ToldDesk.self, of: .app) }
  }
}
