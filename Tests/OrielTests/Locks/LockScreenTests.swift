import Observation
import Oriel
import OrielDocument
import OrielTesting
import Testing

/// A57: a flag that all windows of a user share puts a lock in front of each of them.
struct LockScreenTests {
  let server: TestServer
  let first: TestWindow
  let second: TestWindow

  init() throws {
    server = try TestServer(app: LockableApp())
    first = try server.open()
    second = try server.open(scene: "other")
  }

  @Test func `the lock stands in every window of the user in one turn each`() throws {
    let stranger = try server.open(user: "stranger")
    let revs = [first.rev, second.rev, stranger.rev]
    try first.tap("Lock")
    #expect([first.text.last, second.text.last] == ["Let me in!", "Let me in!"])
    #expect([first.rev, second.rev, stranger.rev] == [revs[0] + 1, revs[1] + 1, revs[2]])
    #expect(stranger.text == ["vault", "Lock", "Present", "Ask", "Present later", "Push"])
  }

  @Test func `it is a cover that the user can't close, and does not move`() throws {
    let cover: JSONValue = ["as": "cover", "model": "m3", "dismissible": false]
    let none: JSONValue = ["name": "none"]
    #expect(
      try first.tap("Lock").abridged == .patch([.add("/models/m1/presented", cover, animation: none)], rev: 2))
    #expect(
      try first.tap("Let me in!").abridged == .patch([.remove("/models/m1/presented", animation: none)], rev: 3))
  }

  @Test func `unlocking one window unlocks all`() throws {
    try first.tap("Lock")
    try second.tap("Let me in!")
    #expect([first.text.first, second.text.first] == ["vault", "vault"])
    #expect([first.text, second.text].allSatisfy { !$0.contains("Let me in!") })
  }

  @Test func `a window that is opened meanwhile is locked too`() throws {
    try first.tap("Lock")
    let third = try server.open()
    #expect(third.text.last == "Let me in!")
    try third.tap("Let me in!")
    #expect(!first.text.contains("Let me in!"))
  }

  @Test func `it stands above all that is presented, and leaves it there`() throws {
    try first.tap("Push")
    try first.tap("Present")
    try first.tap("Ask")
    let before = first.text
    try second.tap("Lock")
    #expect(first.text.last == "Let me in!")
    #expect(!first.text.contains("Sure?"))
    try second.tap("Let me in!")
    #expect(first.text == before)
  }

  @Test func `what is presented meanwhile comes below it`() throws {
    try first.tap("Present later")
    try first.tap("Lock")
    try server.advance(by: .seconds(5))
    #expect(first.text.last == "Let me in!")
    try first.tap("Let me in!")
    #expect(first.text.contains("sheet"))
  }

  @Test func `what is behind it takes no events`() throws {
    try first.tap("Push")
    try first.tap("Present")
    try first.tap("Lock")
    let stale = TestOutcome.rejected(.stale, "This is no longer on the screen")
    #expect(try first.event(model: "m2", element: "lock", name: "tap") == stale)
    #expect(try first.event(model: "m1", name: "back", value: ["depth": 0]) == stale)
    #expect(try first.event(model: "m4", name: "dismiss", value: [:]) == stale)
    #expect(try first.event(model: "m5", name: "dismiss", value: [:]) == stale)
  }

  @Test func `a locked user is locked after a restart`() throws {
    try first.tap("Lock")
    try server.restart()
    try first.reconnect()
    #expect(first.text.last == "Let me in!")
    try first.tap("Let me in!")
    #expect(first.text.first == "vault")
    #expect(!first.text.contains("Let me in!"))
  }

  @Test func `the lock presents nothing and pushes nothing`() throws {
    try first.tap("Lock")
    try first.tap("Try to leave")
    try first.tap("Let me in!")
    #expect(first.text.first == "vault")
    #expect(!first.text.contains("sheet"))
  }
}

@SavedState
final class Guard {
  var isLocked = false
  init() {}
}

struct LockableApp: WindowApp {
  var body: some Scene {
    WindowGroup("Vault", id: "main") { .stacked(VaultModel()) }.lockScreen(when: \Guard.isLocked) { BarrierModel() }
    WindowGroup("Other", id: "other") { .stacked(VaultModel()) }.lockScreen(when: \Guard.isLocked) { BarrierModel() }
  }

  func environment(for user: User) -> EnvironmentValues { [Guard()] }
}

@NavigationModel
final class VaultModel {
  @Environment(Guard.self) var keeper
  init() {}

  var body: some View {
    Text("vault")
    Button("Lock") { self.keeper.isLocked = true }.id("lock")
    Button("Present") { self.present(.sheet(VaultModel())) }
    Button("Ask") { self.present(.alert(AlertState("Sure?"))) }
    Button("Present later") { self.schedule(after: .seconds(5)) { self.present(.sheet(StationModel("sheet"))) } }
    Button("Push") { self.push(VaultModel()) }
  }
}

@NavigationModel
final class BarrierModel {
  @Environment(Guard.self) var keeper
  init() {}

  var body: some View {
    Button("Try to leave") {
      self.present(.sheet(VaultModel()))
      self.push(VaultModel())
    }
    Button("Let me in!") { self.keeper.isLocked = false }
  }
}
