import Observation
import Oriel
import OrielHub
import OrielTesting
import Testing

/// Objects that one user's windows share, and objects that all users do.
struct SharedEnvironmentTests {
  let server: TestServer
  let windows: [TestWindow]
  let stranger: TestWindow

  init() throws {
    server = try TestServer(app: FeedApp())
    windows = [try server.open(), try server.open()]
    stranger = try server.open(user: "other")
  }

  @Test func `a user's flag reaches every window of the user in one turn each`() throws {
    try windows[0].tap("Go premium")
    #expect(windows[0].text.contains("premium"))
    #expect(windows[1].received() == .patch([.replace("/models/m1/body/0/text", "premium")], rev: 2))
    #expect(stranger.received() == .nothing)
  }

  @Test func `objects that all users share reach the windows of all`() throws {
    try windows[0].tap("Announce")
    for window in windows + [stranger] { #expect(window.text.contains("1 announcements")) }
    #expect(stranger.rev == 2)
  }

  @Test func `a shared model reads what all users share`() throws {
    let boards = [try server.open(scene: "board"), try server.open(user: "other", scene: "board")]
    try windows[0].tap("Announce")
    for board in boards { #expect(board.text == ["1 announced"]) }
  }

  @Test func `an app that still has the former function is refused with the words that help`() {
    #expect(throws: HubError.sharedEnvironment) { try TestServer(app: FormerApp()) }
    #expect(
      "\(HubError.sharedEnvironment)" == """
        sharedEnvironment() is not called any more: return what users share from environment(for: Tenant), where \
        @SavedState classes are saved, and pools and clients from prepare().
        """)
  }
}

private struct FormerApp: WindowApp {
  var body: some Scene {
    WindowGroup("Feed") { FeedModel() }
  }

  func sharedEnvironment() -> EnvironmentValues { [Account(), Feed()] }
}

private struct FeedApp: WindowApp {
  var body: some Scene {
    WindowGroup("Feed") { FeedModel() }
    WindowGroup("Board", id: "board") { .shared("announced") }
    SharedModel("announced") { AnnouncedModel() }
  }

  func environment(for user: User) -> EnvironmentValues { [Account()] }
  func environment(for tenant: Tenant) -> EnvironmentValues { [Feed()] }
}

@Observable
private final class Account {
  var isPremium = false
}

@Observable
private final class Feed {
  var announcements = 0
}

@NavigationModel
private final class FeedModel {
  @Environment(Account.self) var account
  @Environment(Feed.self) var feed

  init() {}

  var body: some View {
    Text(account.isPremium ? "premium" : "free")
    Text("\(feed.announcements) announcements")
    Button("Go premium") { self.account.isPremium = true }
    Button("Announce") { self.feed.announcements += 1 }
  }
}

@NavigationModel
private final class AnnouncedModel {
  @Environment(Feed.self) var feed

  init() {}

  var body: some View { Text("\(feed.announcements) announced") }
}
