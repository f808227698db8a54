import Oriel
import OrielTesting
import Testing

@testable import OrielHub

struct HandlerLimitTests {
  private static let full = TestOutcome.rejected(
    .notExecutable, "Earlier actions are still running. Wait for them to finish")

  /// How many of many taps begin a handler.
  private func begun(in window: TestWindow) throws -> Int {
    try (1...20).count { _ in try window.tap("Wait") != Self.full }
  }

  @Test func `handlers that run are limited in a window and of a user, and an event beyond is refused`() async throws {
    var limits = HubLimits()
    (limits.handlersPerWindow, limits.handlersPerUser) = (3, 5)
    let outside = Outside()
    outside.isHeld = true
    let server = try TestServer(app: WaitingApp(outside: outside), store: TestStore(), limits: limits)
    let windows = try (0..<3).map { _ in try server.open() }
    let other = try server.open(user: "other")
    #expect(try windows.map(begun) == [3, 2, 0])
    #expect(try begun(in: other) == 3)
    #expect(try windows[0].tap("Count") != Self.full)
    #expect(
      server.warnings == ["An event was refused: 3 handlers of its window or 5 of its user still run"])
    // A window that is closed gives its user no place back.
    server.look(windows[0].id) { hub, id in _ = hub.dismiss(id) }
    #expect(try begun(in: windows[2]) == 0)
    outside.release()
    try await server.settled()
    #expect(try begun(in: windows[2]) == 3)
    outside.release()
    try await server.settled()
  }
}

extension HandlerLimitTests {
  private static let running = TestOutcome.rejected(.notExecutable, "This is still running. Wait for it to finish")

  @Test func `a button's action runs once until it has ended, in each window`() async throws {
    let outside = Outside()
    outside.isHeld = true
    let server = try TestServer(app: WaitingApp(outside: outside), store: TestStore())
    let (window, other) = (try server.open(), try server.open())
    try window.tap("Once")
    #expect(try window.tap("Once") == Self.running)
    // Other buttons and other windows don't wait for it.
    #expect(try window.tap("Wait") != Self.running)
    #expect(try window.tap("Wait") != Self.running)
    #expect(try other.tap("Once") != Self.running)
    #expect(window.text.first == "1")
    outside.release()
    try await server.settled()
    #expect(try window.tap("Once") != Self.running)
    #expect(window.text.first == "2")
    outside.release()
    try await server.settled()
  }
}

private struct WaitingApp: WindowApp {
  let outside: Outside

  init() { self.init(outside: Outside()) }
  init(outside: Outside) { self.outside = outside }

  var body: some Scene { WindowGroup("Waiting", id: "main") { [outside] in WaitingModel(outside) } }
}

@NavigationModel
private final class WaitingModel {
  var count = 0
  @Transient var outside = Outside()

  init(_ outside: Outside) { self.outside = outside }

  var body: some View {
    Text("\(count)")
    Button("Count") { self.count += 1 }
    Button("Wait") { await self.outside.pass() }.overlappingActions()
    Button("Once") {
      self.count += 1
      await self.outside.pass()
    }
  }
}
