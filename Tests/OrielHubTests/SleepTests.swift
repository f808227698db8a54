import Oriel
import OrielDocument
import OrielTesting
import Testing

@testable import OrielHub

struct SleepTests {
  let store = TestStore()
  let server: TestServer
  init() throws { server = try TestServer(app: HubApp(), store: store) }

  private var windowCount: Int { server.look { $0.windows.count } }

  @Test func `a window waits in memory for half an hour, then in the store`() throws {
    let window = try server.open()
    try window.tap("Add")
    let epoch = window.page.position?.epoch
    try window.disconnect()
    try server.advance(by: .seconds(1799))
    #expect(windowCount == 1)
    try server.advance(by: .seconds(1))
    #expect(windowCount == 0)
    try window.reconnect()
    #expect(window.text.first == "1")
    #expect(window.page.position?.epoch != epoch)
    #expect(try window.tap("Add") == .patch([.replace("/models/m1/body/0/text", "2")], rev: 2))
  }

  @Test func `a window that someone comes back to stays awake`() throws {
    let window = try server.open()
    try window.disconnect()
    try server.advance(by: .seconds(1799))
    try window.reconnect()
    try server.advance(by: .seconds(4000))
    #expect(windowCount == 1)
  }

  @Test func `after seven days it finishes`() throws {
    let window = try server.open()
    try window.disconnect()
    try server.advance(by: .seconds(7 * 24 * 3600 - 3600))
    #expect(store.windowCount == 1)
    try server.advance(by: .seconds(7200))
    #expect(store.windowCount == 0)
    #expect(throws: TestError.refused(.windowDismissed)) { try window.reconnect() }
    // The one that looks for old windows.
    #expect(server.clock.pendingCount == 1)
  }

  /// What is told of the window from now on.
  private func endings(of window: TestWindow, _ step: () throws -> Void) throws -> [String] {
    let count = window.events.count
    try step()
    return window.events.dropFirst(count).filter { $0.kind != .freed }
      .map { "\($0.kind) \($0.details["reason"] ?? $0.model)" }
  }

  private func rootModel(of window: TestWindow) -> (any NavigationModel)? {
    server.look(window.id) { hub, id in hub.windows[id]?.graph.root }
  }

  private func putToSleep(_ window: TestWindow) throws {
    let root = try #require(rootModel(of: window))
    try window.run { root.present(.sheet(NoteModel(id: 2))) }
    try window.disconnect()
    try server.advance(by: .seconds(1800))
  }

  private let end = [
    "woke ", "started m1", "started m2", "finished m1", "finished m2", "dismissed windowClosed", "closed ",
  ]

  @Test func `a window that expires in its sleep hears of its end`() throws {
    let window = try server.open()
    try putToSleep(window)
    #expect(try endings(of: window) { try server.advance(by: .seconds(7 * 24 * 3600)) } == end)
    #expect([windowCount, store.windowCount] == [0, 0])
  }

  @Test func `a sleeping window that code dismisses hears of its end`() throws {
    let window = try server.open(scene: "note", value: 1)
    let other = try server.open()
    try putToSleep(window)
    let root = try #require(rootModel(of: other))
    #expect(try endings(of: window) { try other.run { root.dismissWindow("note") } } == end)
    #expect(store.windowCount == 1)
  }

  @Test func `a sleeping window can be dismissed`() throws {
    let window = try server.open()
    try window.disconnect()
    try server.advance(by: .seconds(1800))
    let id = window.id
    #expect(try dismiss(id) == true)
    #expect(try dismiss(id) == false)
    #expect(store.windowCount == 0)
  }

  private func dismiss(_ id: WindowID) throws -> Bool? {
    try server.ask { hub in await hub.dismissWherever(id) }
  }

  @Test func `its triggers wait for a sleeping window`() throws {
    let window = try server.open()
    try window.disconnect()
    try server.advance(by: .seconds(1800))
    let id = window.id
    let sent = try server.ask { hub in
      await hub.sendTriggerWherever(kind: "print", payload: [:], to: .window(id), expires: nil)
    }.flatMap(\.self)
    #expect(sent?.outcomes.map(\.status) == [.pending])
    try window.reconnect()
    #expect(window.triggers.map(\.kind) == ["print"])
  }

  @Test func `a user's objects are one for all windows, and kept`() throws {
    let (one, two) = (try server.open(), try server.open())
    try one.tap("Visit")
    #expect(two.received() == .patch([.replace("/models/m1/body/1/text", "en, 1 visits")], rev: 2))
    let stranger = try server.open(user: "stranger")
    #expect(stranger.text[1] == "en, 0 visits")
    try one.restart()
    #expect(one.text[1] == "en, 1 visits")
    try one.tap("Visit")
    try two.reconnect()
    #expect(two.text[1] == "en, 2 visits")
  }

  @Test func `an id that was given in one life is not given in the next`() throws {
    let server = try TestServer(app: StackApp())
    let window = try server.open()
    try window.tap("Push")
    try window.restart()
    let outcome = try window.tap("Push").abridged
    // The rest of the id names this life of the window.
    guard case .patch(let patch, 2) = outcome, case .add(_, let value)? = patch.operations.first?.kind else {
      return #expect(outcome == .nothing)
    }
    #expect(value["model"]?.stringValue?.hasPrefix("m4") == true)
    #expect(value["model"]?.stringValue?.count == 6)
  }

  @Test func `an event that names a model of a lost life is stale`() throws {
    let server = try TestServer(app: StackApp())
    let window = try server.open()
    try window.tap("Push")
    try window.back()
    try window.restart()
    try window.tap("Push")
    #expect(
      try window.event(model: "m3", element: "0", name: "tap") == .rejected(.stale, "This is no longer on the screen"))
  }
}

struct StackApp: WindowApp {
  var body: some Scene {
    WindowGroup("Stack", id: "main") { DefaultStackRootNavigationModel(path: [StackNavigationModel(PushModel())]) }
  }
}

@NavigationModel
final class PushModel {
  init() {}
  var body: some View { Button("Push") { self.push(PushModel()) } }
}
