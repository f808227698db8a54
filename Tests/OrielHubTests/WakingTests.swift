import Oriel
import OrielDocument
import OrielTesting
import Testing

@testable import OrielHub

/// What becomes of windows whose rows are not what the program expects.
struct WakingTests {
  let store = TestStore()
  let server: TestServer
  init() throws { server = try TestServer(app: HubApp(), store: store) }

  /// Damages what is stored of a window while the server is down.
  private func damage(_ window: TestWindow, _ damage: (inout StoredWindow) -> Void) throws {
    try window.server.restart()
    let id = window.id
    let stored = try #require(try store.answer { try $0.window(id) })
    var changed = stored
    damage(&changed)
    store.commit([changed.turn(window.id, replacing: stored)]) { _ in }
  }

  private var keptAside: [SalvagedRecord] {
    (try? store.answer { try $0.keptAside(of: nil) }) ?? []
  }

  @Test func `after a restart, only a window that a page asks for is restored`() throws {
    let windows = try (0..<5).map { _ in try server.open() }
    try windows[2].tap("Add")
    try server.restart()
    #expect(server.look { $0.windows.count } == 0)
    try windows[2].reconnect()
    #expect(windows[2].text.first == "1")
    #expect(server.look { $0.windows.count } == 1)
  }

  @Test func `a window whose root can't be restored starts over and says so`() throws {
    let window = try server.open()
    try window.tap("Add")
    try damage(window) { $0.models["m1"] = Array("{".utf8) }
    try window.reconnect()
    #expect(window.text.first == "0")
    #expect(window.triggers.map(\.kind) == ["notify"])
    #expect(keptAside.map(\.order.subject) == [.window(window.id)])
    #expect(server.warnings.contains { $0.hasPrefix("A window was only partly restored; its record is kept aside: ") })
    // What it is now is what is kept, and events go on where they were.
    try window.tap("Add")
    try window.restart()
    #expect(window.text.first == "1")
    #expect(keptAside.count == 1)
  }

  @Test func `a window that was saved under another key starts over`() throws {
    let server = try TestServer(app: KeyedApp(), store: store)
    let window = try server.open()
    try window.tap("Add")
    try window.restart()
    #expect(window.text.first == "1")
    try damage(window) { stored in
      let position = String(decoding: stored.position, as: UTF8.self).replacing(
        "\"key\":\"two\"", with: "\"key\":\"one\"")
      stored.position = Array(position.utf8)
    }
    try window.reconnect()
    #expect(window.text.first == "0")
    #expect(keptAside.map(\.order.reason) == ["a model m1: otherKey"])
    try window.tap("Add")
    try window.restart()
    #expect(window.text.first == "1")
  }

  @Test func `a window keeps the stack up to what can't be restored`() throws {
    let server = try TestServer(app: StackApp(), store: store)
    let window = try server.open()
    try window.tap("Push")
    try window.tap("Push")
    try damage(window) { $0.models["m4"] = Array("{}".utf8) }
    try window.reconnect()
    #expect(window.document["models"]?["m1"]?["path"] == [["model": "m2"], ["model": "m3"]])
    #expect(window.triggers == [])
    #expect(keptAside.map(\.order.reason) == ["a model m4: wrongType(property: \"properties\")"])
  }

  @Test func `a window without its position comes back, and its old page has to reload`() throws {
    let window = try server.open()
    try window.tap("Add")
    try damage(window) { $0.position = [] }
    try window.reload()
    #expect(window.text.first == "1")
    try window.tap("Add")
    #expect(window.text.first == "2")
    #expect(keptAside.count == 1)
  }

  @Test func `a damaged object is kept aside and starts over`() throws {
    let window = try server.open()
    try window.tap("Visit")
    try server.restart()
    var turn = StoredTurn()
    let type = TypeName.of(Settings.self).mangled
    turn.objects = [StoredObject(user: "user", type: type, value: Array("{".utf8))]
    store.commit([turn]) { _ in }
    try window.reconnect()
    #expect(window.text[1] == "en, 0 visits")
    #expect(keptAside.map(\.order.subject) == [.object(user: "user", type: type)])
    try window.restart()
    #expect(keptAside.count == 1)
  }

  @Test func `a page that never heard of the window it opened comes back to it`() throws {
    let window = try server.open()
    try window.tap("Add")
    try server.restart()
    let page = RawPage(server, instance: "page-1")
    try page.attach()
    #expect(page.page.position?.windowID == window.id)
    #expect(page.page.position?.applied == 1)
    #expect(store.windowCount == 1)
    let other = RawPage(server, instance: "page-1", user: "other")
    try other.attach()
    #expect(other.page.position?.windowID != window.id)
  }

  @Test func `a window from before a restart finishes after seven days without a page`() throws {
    let (old, young) = (try server.open(), try server.open())
    try server.advance(by: .seconds(6 * 24 * 3600))
    try young.tap("Add")
    try server.restart()
    try server.open().leave()
    try server.advance(by: .seconds(2 * 24 * 3600))
    #expect(throws: TestError.refused(.windowDismissed)) { try old.reconnect() }
    try young.reconnect()
  }

  @Test func `windows of a kind are dismissed also where they sleep`() throws {
    let window = try server.open()
    let notes = try (0..<3).map { try server.open(scene: "note", value: $0) }
    let stranger = try server.open(user: "stranger", scene: "note", value: 1)
    try notes[0].disconnect()
    try server.restart()
    try window.reconnect()
    try notes[2].reconnect()
    try window.tap("Close notes")
    #expect(store.windowCount == 2)
    #expect(notes[2].isAttached == false)
    try stranger.reconnect()
  }
}

private struct KeyedApp: WindowApp {
  var body: some Scene { WindowGroup("Counter", id: "main") { CounterModel() }.restorationKey("two") }

  func environment(for user: User) -> EnvironmentValues { [Settings()] }
}
