import Oriel
import OrielTesting
import Testing

@testable import OrielHub

struct PresenceTests {
  let store = TestStore()
  let server: TestServer
  init() throws { server = try TestServer(app: PresenceApp(), store: store) }

  @Test func `S24: a window is attached with its first page, which sees it so`() throws {
    let window = try server.open()
    #expect(window.text == ["here, visible", "home attaches", "Push", "Open"])
    #expect(window.deliveries.count { $0.isState } == 1)
  }

  @Test func `S24: it is detached when its page has been gone for 2 seconds`() throws {
    let window = try server.open()
    try window.disconnect()
    try server.advance(by: .milliseconds(1999))
    #expect(texts(of: window).prefix(2) == ["here, visible", "home attaches"])
    try server.advance(by: .milliseconds(1))
    #expect(texts(of: window).prefix(2) == ["away, hidden", "home attaches, home detaches"])
  }

  @Test func `S24: a reload does not flicker`() throws {
    let window = try server.open()
    try window.disconnect()
    try server.advance(by: .milliseconds(1900))
    try window.reload()
    try server.advance(by: .seconds(10))
    #expect(window.text.prefix(2) == ["here, visible", "home attaches"])
  }

  @Test func `a page that comes back attaches the window again`() throws {
    let window = try server.open()
    try window.disconnect()
    try server.advance(by: .seconds(2))
    try window.reconnect()
    #expect(window.text.prefix(2) == ["here, visible", "home attaches, home detaches, home attaches"])
  }

  @Test func `every model of the window is told, parents first, visible or not`() throws {
    let window = try server.open()
    try window.tap("Push")
    #expect(window.text.prefix(2) == ["here, visible", "home attaches"])
    try window.disconnect()
    try server.advance(by: .seconds(2))
    #expect(texts(of: window).last == "home attaches, home detaches, next detaches")
  }

  @Test func `an operator who watches is no page`() throws {
    let window = try server.open()
    let observer = try server.open(window.id, user: "olga", roles: ["admin"], observe: true)
    try window.disconnect()
    try server.advance(by: .seconds(2))
    #expect(observer.text.first == "away, hidden")
  }

  @Test func `a window that code opens waits for its page`() throws {
    let window = try server.open()
    try window.tap("Open")
    let other = try window.openWindow()
    #expect(other.text.prefix(2) == ["here, visible", "home attaches"])
  }

  @Test func `a window that wakes is attached with its page`() throws {
    let window = try server.open()
    try window.disconnect()
    try server.advance(by: .seconds(1800))
    #expect(server.look { $0.windows.count } == 0)
    try window.reconnect()
    #expect(window.text.prefix(2) == ["here, visible", "home attaches, home detaches, home attaches"])
  }

  @Test func `a window that ends is not detached`() throws {
    let window = try server.open()
    try window.leave()
    try server.advance(by: .seconds(10))
    #expect(server.events.filter { $0.kind == .message }.map(\.message) == [])
    #expect(store.windowCount == 0)
  }

  // MARK: What is visible

  private func appearances(in window: TestWindow) -> [String] {
    window.events.filter { $0.kind == .appeared || $0.kind == .disappeared }.map { "\($0.kind) \($0.model)" }
  }

  @Test func `the screens of a detached window are not visible`() throws {
    let window = try server.open()
    try window.appeared()
    try window.disconnect()
    try server.advance(by: .milliseconds(1999))
    #expect(appearances(in: window) == ["appeared m1", "appeared m2"])
    try server.advance(by: .milliseconds(1))
    #expect(appearances(in: window) == ["appeared m1", "appeared m2", "disappeared m1", "disappeared m2"])
  }

  @Test func `a page that has kept its copy does not report its screens again, and they appear`() throws {
    let window = try server.open()
    try window.appeared()
    try window.disconnect()
    try server.advance(by: .seconds(2))
    try window.reconnect()
    #expect(appearances(in: window).suffix(2) == ["appeared m1", "appeared m2"])
  }

  @Test func `a new page reports the screens itself`() throws {
    let window = try server.open()
    try window.appeared()
    try window.disconnect()
    try server.advance(by: .seconds(2))
    try window.reload()
    #expect(appearances(in: window).suffix(2) == ["disappeared m1", "disappeared m2"])
    try window.appeared()
    #expect(appearances(in: window).suffix(2) == ["appeared m1", "appeared m2"])
  }

  private func texts(of window: TestWindow) -> [String] {
    server.look(window.id) { hub, id in
      (hub.windows[id]?.graph.root.children.first as? PresenceModel)?.words ?? []
    }
  }
}

extension TestDelivery {
  fileprivate var isState: Bool { if case .state = self { true } else { false } }
}

struct PresenceApp: WindowApp {
  var body: some Scene {
    WindowGroup("Presence", id: "main") { .stacked(PresenceModel("home")) }
  }

  func environment(for user: User) -> EnvironmentValues { [PresenceLog()] }
}

/// What the models of a user's windows were told.
@SavedState
final class PresenceLog {
  var told: [String] = []
  init() {}
}

@NavigationModel
final class PresenceModel {
  let name: String
  var told: [String] = []
  @Environment(\.isAttached) var isAttached
  @Environment(\.isVisible) var isVisible
  var root: PresenceModel?

  init(_ name: String) { self.name = name }

  var words: [String] {
    ["\(isAttached ? "here" : "away"), \(isVisible ? "visible" : "hidden")", told.joined(separator: ", ")]
  }

  func didAttach() { tell("\(name) attaches") }
  func didDetach() { tell("\(name) detaches") }

  private func tell(_ what: String) {
    told.append(what)
    root?.told.append(what)
  }

  var body: some View {
    ForEach(root?.words ?? words, id: \.self) { Text($0) }
    Button("Push") {
      let next = PresenceModel("next")
      next.root = self
      self.push(next)
    }
    Button("Open") { self.openWindow("main") }
  }
}
