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

  @Test(.clause("DB1", 1, 2)) func `progress shows until all has started (DB1)`() async throws {
    let late = try window.server.open(scene: "guide")
    #expect(late.screenTitle != "Home")
    #expect(late.shows("progress"))
    try await late.open()
    #expect(late.screenTitle == "Home")
    #expect(!late.shows("progress"))
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

  @Test(.clause("DB3", 1, 2, 3, 4, 5, 6, 7, 8))
  func `home leads to pages, and to every kind of link (DB3)`() throws {
    for (link, title) in [("page-2", "Page 2"), ("page-44", "Page 44")] {
      try window.tap(link)
      #expect(try window.leads(title, "Home"))
    }
    try window.tap("places")
    for (link, title) in [
      ("mapped", "Page 99"), ("command", "Page 55"), ("property", "Page 56"), ("trigger", "Page 57"),
    ] {
      try window.tap(link)
      #expect(try window.leads(title, "Places"))
    }
    try window.tap("foreign")
    #expect(window.reads("This is a page, made by somebody else."))
    #expect(try window.leads("Elsewhere", "Places"))
    try window.tap("placeholder")
    #expect(window.reads("Nobody has painted this yet."))
    #expect(try window.leads("Elsewhere", "Places"))
    try window.tap("lost")
    #expect(window.reads("Missing provider for LostPage"))
  }

  @Test(
    .clause("DB4", 1, 2, 3),
    arguments: [
      ("send", ["Page 3", "Page 2", "Home"]), ("route-2-3", ["Page 3", "Page 2", "Home"]),
      ("route-2-3-99", ["Page 99", "Page 3", "Page 2", "Home"]),
    ])
  func `pages are sent one after another (DB4)`(_ button: String, _ titles: [String]) throws {
    try window.tap(button)
    try window.arrive()
    #expect(window.depth == titles.count - 1)
    #expect(try window.leads(titles))
  }

  @Test(.clause("DB4", 4)) func `a route leads into another module (DB4)`() throws {
    try window.tap("route-settings")
    try window.arrive()
    #expect(try window.leads("Page 2", "Settings"))
  }

  @Test(.clause("DB5", 1, 2, 3, 4, 5)) func `sent values wait until the user has signed in (DB5)`() throws {
    #expect(window.element("forget")?["disabled"] == true)
    try window.tap("authenticated")
    try window.arrive()
    #expect(window.layers == ["alert"] && window.reads("Is it really you?"))
    try window.choose("Cancel")
    try window.arrive()
    #expect(window.layers == [])
    #expect(window.screenTitle == "Home")
    try window.tap("authenticated")
    try window.arrive()
    try window.restart()
    try window.choose("Yes")
    try window.arrive()
    #expect(window.layers == [])
    #expect(try window.leads("Page 77", "Home"))
    try window.tap("authenticated")
    try window.arrive()
    #expect(try window.leads("Page 77", "Home"))
    try window.tap("forget")
    #expect(window.element("forget")?["disabled"] == true)
    try window.tap("authenticated")
    try window.arrive()
    #expect(window.layers == ["alert"] && window.reads("Is it really you?"))
  }

  @Test(
    .clause("DB13", 1, 2, 3, 4, 5, 6), .clause("DB14", 1, 2),
    arguments: GuideRoute.allCases, [GuideArrangement.tabs, .split])
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
    #expect(window.tabs.count == (arrangement == .tabs ? 3 : 0))
    #expect(arrangement == .tabs || window.titles.contains("Guide"))
    #expect(try window.leads(Self.titles[route]!))
  }

  private static let titles: [GuideRoute: [String]] = [
    .home: ["Home"], .homePage2: ["Page 2", "Home"], .homePage3: ["Page 3", "Home"],
    .homePages2And3: ["Page 3", "Page 2", "Home"], .homePages2And3And99: ["Page 99", "Page 3", "Page 2", "Home"],
    .authenticated: ["Page 77", "Home"], .settings: ["Settings"], .settingsPage2: ["Page 2", "Settings"],
    .settingsPage3: ["Page 3", "Settings"], .simpleSheet: ["Page 0"],
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
