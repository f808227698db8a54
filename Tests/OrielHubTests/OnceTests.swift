import Oriel
import OrielDocument
import OrielTesting
import Testing

@testable import OrielHub

struct OnceTests {
  let store = TestStore()
  let outside = Outside()
  let server: TestServer
  init() throws { server = try TestServer(app: OnceApp(outside: outside), store: store) }

  private func saved(_ window: TestWindow) -> [Int] {
    window.deliveries.compactMap { if case .saved(let event) = $0 { event } else { nil } }
  }

  private func opened(_ scene: String = "main", user: String = "user") throws -> TestWindow {
    try server.open(user: user, scene: scene)
  }

  /// Lets the calls that wait go on.
  private func release() async throws {
    outside.release()
    try await server.settled()
  }

  // MARK: Its place

  private static func changed(_ property: String) -> String {
    "once came after '\(property)' was changed: a crash would make that change twice. Call once first."
  }

  private static let waited = "once came after an await: the event counts as done by then. Call once first."

  @Test func `S20: once runs with the event's key, and its handler goes on`() throws {
    let window = try opened()
    #expect(try window.tap("Announce").isPatch)
    #expect(outside.keys == ["page-1:1"])
    #expect(window.text.first == "ticket 1, note -, count 0")
    #expect(saved(window) == [1])
  }

  @Test(arguments: [
    ("Change first", changed("note")),
    ("Push first", changed("path")),
    ("Present first", changed("presented")),
    ("Change the user's", changed("total")),
    ("Wait first", waited),
    ("Twice", waited),
  ])
  func `once comes first, or throws`(button: String, why: String) async throws {
    let window = try opened()
    let _: TestOutcome = try window.tap(button)
    try await server.settled { server.warnings.contains { $0.contains(why) } }
    #expect(outside.keys.count == (button == "Twice" ? 1 : 0))
  }

  @Test func `S20: an event whose handler calls once too late is answered as failed`() throws {
    let window = try opened()
    let _: TestOutcome = try window.tap("Change first")
    #expect(window.deliveries.contains { $0.isRejection(of: 1) })
    #expect(try window.tap("Count").isPatch)
  }

  @Test func `in a task, nothing comes again`() async throws {
    let window = try opened()
    try window.tap("In a task")
    let why = "once needs an event or a message that can come again; in a task, save a position."
    try await server.settled { server.warnings.contains { $0.contains(why) } }
    #expect(outside.keys == [])
  }

  @Test func `what is not saved may change before`() throws {
    let window = try opened()
    try window.tap("Busy")
    #expect(outside.keys == ["page-1:1"])
    #expect(window.text.first == "ticket 1, note -, count 0")
  }

  // MARK: What waits

  @Test func `later events of its window wait, those of other windows don't`() async throws {
    let (window, other) = (try opened(), try opened())
    outside.isHeld = true
    try window.tap("Announce")
    try window.tap("Count")
    try window.tap("Count")
    try other.tap("Count")
    #expect(window.text.first == "ticket 0, note -, count 0")
    #expect(other.text.first == "ticket 0, note -, count 1")
    try await release()
    #expect(window.text.first == "ticket 1, note -, count 2")
    #expect(saved(window).last == 3)
  }

  @Test func `each later event is a turn of its own, and may begin with once too`() async throws {
    let window = try opened()
    outside.isHeld = true
    try window.tap("Announce")
    try window.tap("Announce")
    try window.tap("Count")
    outside.release()
    try await server.settled { outside.keys.count == 2 }
    #expect(window.text.first == "ticket 1, note -, count 0")
    try await release()
    #expect(window.text.first == "ticket 2, note -, count 1")
    #expect(outside.keys == ["page-1:1", "page-1:2"])
  }

  @Test func `a timer of its window does not wait, and is saved without the event`() async throws {
    let window = try opened()
    try window.tap("Count in a second")
    outside.isHeld = true
    try window.tap("Announce")
    try server.advance(by: .seconds(1))
    #expect(window.text.first == "ticket 0, note -, count 1")
    #expect(saved(window).last == 1)
    try server.restart()
    try window.reconnect()
    #expect(window.text.first == "ticket 0, note -, count 1")
    #expect(window.page.position?.applied == 1)
    try await release()
  }

  @Test func `S20: 64 later events wait; a page that sends more is closed`() async throws {
    let window = try opened()
    outside.isHeld = true
    try window.tap("Announce")
    for _ in 0..<64 { try window.tap("Count") }
    #expect(window.page.closing == nil)
    try window.tap("Count")
    #expect(window.page.closing == .flooding)
    let warning = "more than 64 events, or 1048576 bytes of them, while a handler was in once"
    #expect(server.warnings.contains { $0.contains(warning) })
    try await release()
    try window.reconnect()
    #expect(window.text.first == "ticket 1, note -, count 0")
    #expect(window.page.position?.applied == 1)
    try window.tap("Count")
    #expect(window.text.first == "ticket 1, note -, count 1")
  }

  @Test(arguments: [
    (JSONValue.string(String(repeating: "x", count: 60_000)), 17),
    // 40 KB of JSON, and 16 times that in memory.
    (JSONValue.array(Array(repeating: [0], count: 10_000)), 1),
  ])
  func `the later events that wait have a limit in memory`(value: JSONValue, fits: Int) async throws {
    let window = try opened()
    outside.isHeld = true
    try window.tap("Announce")
    let page = try #require(server.look { $0.windows[window.id]?.page })
    for number in 1...fits + 1 {
      #expect(window.page.closing == nil)
      let event = WindowEvent(id: number + 1, model: "m1", element: "1", name: "tap", value: value)
      try server.step((page, event)) { hub, said in hub.receive(said.1, from: said.0) }
    }
    #expect(window.page.closing == .flooding)
    try await release()
  }

  // MARK: When it counts

  @Test func `the event is applied and saved with what is changed after it`() async throws {
    let window = try opened()
    outside.isHeld = true
    #expect(try window.tap("Announce, wait, and note") == .nothing)
    #expect(saved(window) == [])
    outside.release()
    try await server.settled { !saved(window).isEmpty }
    #expect(window.text.first == "ticket 1, note -, count 0")
    #expect(saved(window) == [1])
    try await release()
    #expect(window.text.first == "ticket 1, note later, count 0")
  }

  @Test func `S20: after a crash in once the event comes again with the same key`() async throws {
    let window = try opened()
    outside.isHeld = true
    try window.tap("Announce")
    try server.restart()
    try window.reconnect()
    #expect(window.page.position?.applied == 0)
    try window.tap("Announce")
    #expect(outside.keys == ["page-1:1", "page-1:1"])
    try await release()
    #expect(window.text.first == "ticket 1, note -, count 0")
    #expect(saved(window) == [1])
    try server.restart()
    try window.reconnect()
    #expect(window.page.position?.applied == 1)
    #expect(window.text.first == "ticket 1, note -, count 0")
  }

  @Test func `a page that is cut off and sends the event again does not start it again`() async throws {
    let window = try opened()
    outside.isHeld = true
    try window.tap("Announce")
    try window.disconnect()
    try window.reconnect()
    #expect(window.page.position?.applied == 0)
    try window.tap("Announce")
    try window.tap("Count")
    #expect(outside.keys == ["page-1:1"])
    try await release()
    #expect(window.text.first == "ticket 1, note -, count 1")
    #expect(saved(window).last == 2)
  }

  @Test func `without its page the event is applied all the same`() async throws {
    let window = try opened()
    outside.isHeld = true
    try window.tap("Announce")
    try window.disconnect()
    try await release()
    try window.reconnect()
    #expect(window.page.position?.applied == 1)
    #expect(window.text.first == "ticket 1, note -, count 0")
  }

  @Test func `a window does not sleep while a handler is in once`() async throws {
    let window = try opened()
    outside.isHeld = true
    try window.tap("Announce")
    try window.disconnect()
    try server.advance(by: .seconds(1800))
    #expect(server.look { $0.windows.count } == 1)
    try await release()
    try server.advance(by: .seconds(1800))
    #expect(server.look { $0.windows.count } == 0)
    try window.reconnect()
    #expect(window.text.first == "ticket 1, note -, count 0")
  }

  @Test func `a window that is closed meanwhile stays closed`() async throws {
    let window = try opened()
    outside.isHeld = true
    try window.tap("Announce")
    try window.leave()
    try await release()
    #expect(store.windowCount == 0)
    #expect(window.page.closing == .left)
  }

  // MARK: Errors

  @Test func `if once throws and the handler does too, the event has failed and does not come again`() async throws {
    let window = try opened()
    outside.isHeld = true
    try window.tap("Fail")
    outside.release()
    try await server.settled { window.deliveries.contains { $0.isRejection(of: 1) } }
    #expect(saved(window) == [1])
    try window.restart()
    #expect(window.page.position?.applied == 1)
  }

  @Test func `if the handler catches the error, the event is applied as it decides`() async throws {
    let window = try opened()
    outside.isHeld = true
    try window.tap("Catch")
    try await release()
    #expect(window.text.first == "ticket 0, note caught, count 0")
    #expect(saved(window) == [1])
  }

  @Test func `a once of more than 10 seconds is logged`() async throws {
    let window = try opened()
    outside.isHeld = true
    try window.tap("Announce")
    try server.advance(by: .milliseconds(9999))
    #expect(server.warnings == [])
    try server.advance(by: .milliseconds(1))
    #expect(
      server.warnings.first?.hasPrefix("A handler has been in once for 10000 ms: later events of its window wait")
        == true)
    try await release()
  }
}

extension TestOutcome {
  fileprivate var isPatch: Bool { if case .patch = self { true } else { false } }
}

extension TestDelivery {
  fileprivate func isRejection(of event: Int) -> Bool {
    if case .rejected(event, .failed, _, _) = self { true } else { false }
  }
}

/// A system of the app's own: it answers a known key as the first time. Used on the test's thread only.
final class Outside: @unchecked Sendable {
  var keys: [String] = []
  var isHeld = false
  private var waiting: [CheckedContinuation<Void, Never>] = []
  private var tickets: [String: Int] = [:]

  func announce(_ key: String) async -> Int {
    keys.append(key)
    await pass()
    let ticket = tickets[key] ?? tickets.count + 1
    tickets[key] = ticket
    return ticket
  }

  func pass() async {
    if isHeld { await withCheckedContinuation { waiting.append($0) } }
  }

  func release() {
    let all = waiting
    waiting = []
    for each in all { each.resume() }
  }
}

struct OnceApp: WindowApp {
  var outside = Outside()

  var body: some Scene {
    WindowGroup("Once", id: "main") { [outside] in .stacked(OnceModel(outside)) }
  }

  func environment(for user: User) -> EnvironmentValues { [OnceTotals(), outside] }
}

@SavedState
final class OnceTotals {
  var total = 0
  init() {}
}

struct OnceFailure: Error {}

@NavigationModel
final class OnceModel {
  var ticket = 0
  var note = "-"
  var count = 0
  @Transient var isBusy = false
  @Environment(Outside.self) var outside
  @Environment(OnceTotals.self) var totals

  init(_ outside: Outside) {}

  var body: some View {
    Text("ticket \(ticket), note \(note), count \(count)")
    Button("Count") { self.count += 1 }
    Button("Count in a second") { self.schedule(after: .seconds(1)) { self.count += 1 } }
    Button("Announce") { try await self.announce() }
    Button("Announce, wait, and note") {
      try await self.announce()
      await self.outside.pass()
      self.note = "later"
    }
    Button("Busy") {
      self.isBusy = true
      try await self.announce()
    }
    Group {
      Button("Change first") {
        self.note = "x"
        try await self.announce()
      }
      Button("Push first") {
        self.push(OnceModel(self.outside))
        try await self.announce()
      }
      Button("Present first") {
        self.present(.sheet(OnceModel(self.outside)))
        try await self.announce()
      }
      Button("Change the user's") {
        self.totals.total += 1
        try await self.announce()
      }
      Button("Wait first") {
        await Task.yield()
        try await self.announce()
      }
      Button("Twice") {
        try await self.announce()
        try await self.announce()
      }
      Button("In a task") { self.task { try await self.announce() } }
      Button("Fail") { try await self.once { _ in try await self.fail() } }
      Button("Catch") {
        do { try await self.once { _ in try await self.fail() } } catch { self.note = "caught" }
      }
    }
  }

  private func announce() async throws {
    ticket = try await once { key in await self.outside.announce(key) }
  }

  private func fail() async throws {
    await outside.pass()
    throw OnceFailure()
  }
}
