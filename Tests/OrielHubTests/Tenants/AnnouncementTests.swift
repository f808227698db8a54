import Oriel
import OrielTesting
import Testing

@SavedState
private final class Announcements {
  @Environment(Windows.self) var windows

  init() {}

  func announce(_ text: String, from member: String) {
    windows.trigger(.notify(text), scene: "desk", except: member)
  }
}

@NavigationModel
private final class AnnouncingDesk {
  var heard: [String] = []
  @Environment(Announcements.self) var announcements
  @Environment(\.user) var user

  init() {}

  func receive(_ message: any NavigationMessage, from child: any NavigationModel) {
    if let outcome = message as? TriggerOutcomeMessage { heard.append("\(outcome.trigger.kind) \(outcome.status)") }
  }

  var body: some View {
    Text(heard.joined(separator: ", "))
    Button("Announce") { self.announcements.announce("Lunch", from: self.user.id) }
  }
}

/// Two desks and a screen for all, in one tenant.
private struct AnnouncingApp: WindowApp {
  var body: some Scene {
    WindowGroup("Lobby") { .stacked(AnnouncingDesk()) }
    WindowGroup("Desk", id: "desk") { .stacked(AnnouncingDesk()) }
    WindowGroup("Tabs", id: "tabs") {
      .tabbed(
        [
          TabModel(id: "a", title: "A", model: AnnouncingDesk()),
          TabModel(id: "b", title: "B", model: AnnouncingDesk()),
        ], selected: "b")
    }
  }

  var tenancy: Tenancy { .single }
  func environment(for tenant: Tenant) -> EnvironmentValues { [Announcements()] }
}

struct AnnouncementTests {
  @Test func `an announcement reaches the desks of all others, and says so at the model in the stack`() throws {
    let server = try TestServer(app: AnnouncingApp())
    let (ann, again) = (try server.open(user: "ann", url: "/desk"), try server.open(user: "ann", url: "/desk"))
    let (bob, lobby) = (try server.open(user: "bob", url: "/desk"), try server.open(user: "cid"))
    try ann.tap("Announce")
    try server.run()
    #expect([ann, again, bob, lobby].map { $0.triggers.map(\.kind) } == [[], [], ["notify"], []])
    try bob.perform(bob.triggers[0], .blocked)
    try bob.perform(bob.triggers[0])
    #expect(bob.text.first == "notify blocked, notify performed")
    #expect(ann.text.first == "Announce")
  }

  @Test func `who has several desks hears it once, in the window in front`() throws {
    let server = try TestServer(app: AnnouncingApp())
    let ann = try server.open(user: "ann", url: "/desk")
    let (hidden, used, seen) = (
      try server.open(user: "bob", url: "/desk"), try server.open(user: "bob", url: "/desk"),
      try server.open(user: "bob", url: "/desk")
    )
    let desks = [hidden, used, seen]
    let told = { desks.map { $0.triggers.count } }
    try hidden.report(visible: false)
    try used.report(visible: false)
    try ann.tap("Announce")
    try server.run()
    #expect(told() == [0, 0, 1])
    try seen.report(visible: false)
    try server.advance(by: .seconds(1))
    try used.tap("Announce")
    try ann.tap("Announce")
    try server.run()
    #expect(told() == [0, 1, 1])
  }

  @Test func `of tabs, the selected one hears it`() throws {
    let server = try TestServer(app: AnnouncingApp())
    let (tabs, desk) = (try server.open(user: "ann", url: "/tabs"), try server.open(user: "bob", url: "/desk"))
    let announcements = try desk.find(AnnouncingDesk.self).announcements
    try desk.run { announcements.windows.trigger(.notify("Tea"), in: tabs.id) }
    try server.run()
    try tabs.perform(tabs.triggers[0])
    #expect(tabs.text.contains("notify performed"))
  }
}

@NavigationModel
private final class CommandingModel {
  let title: String

  init(_ title: String) { self.title = title }

  var body: some View { Text(title).navigationTitle(title).commands { WindowCommands("Windows") } }
}

private struct CommandingApp: WindowApp {
  var body: some Scene {
    WindowGroup("Home") { .stacked(CommandingModel("Home")) }
    WindowGroup("Desk", id: "desk") { .stacked(CommandingModel("Desk")) }
  }
}

struct WindowCommandTests {
  @Test func `a user's other windows are commands, which bring them to the front`() throws {
    let server = try TestServer(app: CommandingApp())
    let (home, desk, other) = (
      try server.open(user: "ann"), try server.open(user: "ann", url: "/desk"), try server.open(user: "bob")
    )
    #expect(home.text.contains("Desk") && desk.text.contains("Home"))
    #expect(!other.text.contains("Desk"))
    try home.tap("Desk", in: "CommandingModel")
    try server.run()
    #expect(desk.triggers.map(\.kind) == ["focusWindow"])
  }
}
