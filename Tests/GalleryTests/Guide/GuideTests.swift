import Testing

@testable import Gallery
@testable import OrielTesting

@Suite("The guide", .timeLimit(.minutes(2)))
struct GuideTests {
  let window: TestWindow

  init() async throws {
    window = try TestWindow(app: GalleryApp(), scene: "guide")
    try await window.open()
  }

  @Test func `progress shows until all has started (DB1)`() async throws {
    let late = try window.server.open(scene: "guide")
    #expect(late.screenTitle != "Home")
    #expect(late.shows("progress"))
    try await late.open()
    #expect(late.screenTitle == "Home")
    try late.restart()
    #expect(late.screenTitle == "Home")
  }

  @Test func `a sent value arranges the window, which remembers it (DB2)`() async throws {
    let other = try window.server.open(scene: "guide")
    try await other.open()
    try window.tap("split")
    #expect(window.reads("Home", "Examples", "Settings", "Authentication"))
    try window.tap("Settings")
    #expect(window.reads("What came back"))
    #expect(!window.reads("Authentication"))
    try window.restart()
    try other.reconnect()
    #expect(window.reads("What came back"))
    #expect(other.reads("Authentication") && !other.reads("What came back"))
    try window.tap("Home")
    try window.tap("tabs")
    try window.selectTab("examples")
    #expect(window.screenTitle == "Examples")
  }

  @Test func `home leads to pages, and to every kind of link (DB3)`() throws {
    try window.tap("page-2")
    #expect(window.screenTitle == "Page 2")
    try window.back()
    try window.tap("page-44")
    #expect(window.screenTitle == "Page 44")
    try window.back()
    try window.tap("places")
    for (link, title) in [
      ("mapped", "Page 99"), ("command", "Page 55"), ("property", "Page 56"), ("trigger", "Page 57"),
      ("foreign", "Elsewhere"),
    ] {
      try window.tap(link)
      #expect(window.screenTitle == title)
      try window.back()
    }
    try window.tap("placeholder")
    #expect(window.reads("Nobody has painted this yet."))
    try window.back()
    try window.tap("lost")
    #expect(window.reads("Missing provider for LostPage"))
  }

  @Test(arguments: [("send", 2), ("route-2-3", 2), ("route-2-3-99", 3)])
  func `pages are sent one after another (DB4)`(_ button: String, _ depth: Int) throws {
    try window.tap(button)
    try window.arrive()
    #expect(window.depth == depth)
    try window.back(toDepth: 1)
    #expect(window.screenTitle == "Page 2")
  }

  @Test func `a route leads into another module (DB4)`() throws {
    try window.tap("route-settings")
    try window.arrive()
    #expect(window.screenTitle == "Page 2")
    try window.back()
    #expect(window.screenTitle == "Settings")
  }

  @Test func `sent values wait until the user has signed in (DB5)`() throws {
    try window.tap("authenticated")
    try window.arrive()
    #expect(window.layers == ["alert"])
    try window.choose("Cancel")
    try window.arrive()
    #expect(window.screenTitle == "Home")
    try window.tap("authenticated")
    try window.arrive()
    try window.restart()
    try window.choose("Yes")
    try window.arrive()
    #expect(window.screenTitle == "Page 77")
    #expect(window.layers == [])
    try window.back()
    try window.tap("authenticated")
    try window.arrive()
    #expect(window.screenTitle == "Page 77")
    try window.back()
    try window.tap("forget")
    try window.tap("authenticated")
    try window.arrive()
    #expect(window.layers == ["alert"])
  }

  @Test(arguments: GuideRoute.allCases, [GuideArrangement.tabs, .split])
  func `every route means the same in both arrangements (DB13, DB14)`(
    _ route: GuideRoute, _ arrangement: GuideArrangement
  ) throws {
    try window.send(arrangement)
    try window.arrive()
    try window.openURL("/guide" + route.rawValue)
    try window.arrive()
    if route == .authenticated {
      try window.choose("Yes")
      try window.arrive()
    }
    #expect(window.layers == (route == .simpleSheet ? ["sheet"] : []))
    #expect(window.screenTitle == Self.titles[route])
  }

  private static let titles: [GuideRoute: String] = [
    .home: "Home", .homePage2: "Page 2", .homePage3: "Page 3", .homePages2And3: "Page 3",
    .homePages2And3And99: "Page 99",
    .authenticated: "Page 77", .settings: "Settings", .settingsPage2: "Page 2", .settingsPage3: "Page 3",
    .simpleSheet: "Page 0",
  ]
}

extension TestWindow {
  /// Waits until the guide has started.
  func open() async throws {
    try await server.settled { self.screenTitle == "Home" }
  }

  /// Lets all that was sent arrive: its page is slow, and says nothing of what it shows.
  func arrive() throws {
    try server.advance(by: .seconds(30))
  }

  /// Entries above the root of the innermost stack that shows.
  var depth: Int {
    let layer = view.layers.last { $0.model != nil }
    let models = layer.map(view.visibleModels)?.compactMap(view.model) ?? []
    return (models.last { $0["kind"] == "stack" }?["path"]?.arrayValue?.count ?? 1) - 1
  }
}
