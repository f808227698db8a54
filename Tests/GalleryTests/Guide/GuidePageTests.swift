import Testing

@testable import Gallery
@testable import OrielTesting

@Suite("The guide's pages", .timeLimit(.minutes(2)))
struct GuidePageTests {
  let window: TestWindow

  init() async throws {
    window = try TestWindow(app: GalleryApp(), scene: "guide")
    try await window.open()
  }

  @Test(arguments: ["sheet", "sheet-link", "half", "third", "ad-hoc", "root-sheet"])
  func `sheets are presented, and dismissed by each of the ways (DB6)`(_ button: String) throws {
    #expect(window.element("dismiss")?["disabled"] == nil)
    for way in ["dismiss", "dismiss-at-once", "dismiss-top", "dismiss-all"] {
      try window.tap(button)
      #expect(window.layers == ["sheet"])
      #expect(window.screenTitle == "Page 0")
      try window.tap(way)
      #expect(window.layers == [])
    }
  }

  @Test func `a sheet has its detents and its name, and may come as a cover (DB6)`() throws {
    try window.tap("third")
    #expect(window.view.top?.presented?["detents"] == ["30%", "medium", "large"])
    #expect(window.view.top?.presented?["detent"] == "30%")
    try window.tap("dismiss")
    try window.tap("half")
    #expect(window.view.top?.presented?["detent"] == "medium")
    try window.tap("dismiss")
    try window.tap("sheet")
    #expect(window.view.top?.presented?["name"] == "sheet")
    try window.tap("dismiss")
    try window.tap("as-cover")
    #expect(window.layers == ["cover"])
  }

  @Test(.clause("DB6", 2, 13, 15, 16), .clause("DB7", 7, 8))
  func `every page offers layers and checkpoints (DB6, DB7)`() throws {
    func isEnabled(_ name: String) -> Bool? { window.element(name).map { $0["disabled"] != true } }
    for title in ["Home", "Page 2"] {
      if title != "Home" { try window.tap("page-2") }
      #expect(window.screenTitle == title)
      #expect(window.reads("The stack here is called “home”."))
      for name in [
        "sheet", "sheet-link", "half", "third", "as-cover", "locked", "ad-hoc", "root-sheet", "later", "return-nowhere",
      ] {
        #expect(isEnabled(name) == true)
      }
      for name in ["return-home", "return-page2", "return-duplicate", "return-settings"] {
        #expect(window.element(name) != nil)
      }
    }
    for name in ["dismiss", "dismiss-by-trigger", "dismiss-at-once", "dismiss-top", "dismiss-all"] {
      #expect(isEnabled(name) == false)
    }
    #expect([isEnabled("return-home"), isEnabled("return-page2")] == [true, false])
    try window.tap("sheet-link")
    #expect(window.screenTitle == "Page 0")
    #expect([isEnabled("return-page2"), isEnabled("dismiss")] == [true, true])
  }

  @Test(.clause("DB6", 6)) func `a locked cover goes by its own button only (DB6)`() throws {
    try window.tap("locked")
    #expect(window.screenTitle == "Locked")
    #expect(window.reads("The window is locked."))
    try window.tap("dismiss-all")
    #expect(window.layers == ["cover"])
    #expect(window.screenTitle == "Locked")
    try window.tap("leave")
    #expect(window.layers == [])
  }

  @Test func `in five seconds a sheet comes, wherever one is then (DB6)`() throws {
    #expect(window.reads("The stack here is called “home”."))
    try window.tap("later")
    try window.tap("sheet")
    try window.server.advance(by: .seconds(5))
    #expect(window.layers == ["sheet", "sheet"])
    try window.tap("dismiss-all")
    #expect(window.layers == [])
  }

  @Test(.clause("DB6", 14)) func `a sheet comes later, also where one has gone meanwhile (DB6)`() throws {
    try window.tap("later")
    try window.tap("page-44")
    #expect(window.screenTitle == "Page 44")
    try window.selectTab("settings")
    #expect(window.screenTitle == "Settings")
    try window.server.advance(by: .seconds(5))
    #expect(window.screenTitle == "Page 0")
    #expect(window.layers == ["sheet"])
  }

  @Test(.clause("DB7", 1, 2, 3, 6), .clause("DB8", 3, 4)) func `one returns to checkpoints (DB7, DB8)`() throws {
    try window.openURL("/guide/home/page2/page3")
    try window.arrive()
    try window.tap("next")
    #expect(window.screenTitle == "Page 4")
    try window.tap("return-duplicate")
    #expect(window.screenTitle == "Page 3")
    #expect(window.reads("Came back 1 times"))
    try window.tap("sheet-link")
    #expect(window.screenTitle == "Page 0")
    try window.tap("return-nowhere")
    #expect(window.screenTitle == "Page 0")
    try window.tap("return-page2")
    #expect(window.layers == [])
    #expect(window.screenTitle == "Page 2")
    #expect(window.reads("Came back 0 times"))
    try window.tap("return-home")
    #expect(window.screenTitle == "Home")
  }

  @Test(.clause("DB8", 1, 2), .clause("DB9", 1, 2, 3)) func `a page reaches other stacks (DB8, DB9)`() throws {
    try window.openURL("/guide/home/page2")
    try window.arrive()
    try window.tap("on-settings")
    try window.arrive()
    try window.selectTab("settings")
    #expect(try window.leads("Page 5", "Settings"))
    try window.selectTab("home")
    #expect(window.screenTitle == "Page 2")
    try window.tap("77")
    #expect(window.screenTitle == "Page 77")
    try window.tap("empty-home")
    #expect(window.screenTitle == "Home")
    try window.tap("page-44")
    #expect(window.screenTitle == "Page 44")
    try window.tap("farther")
    try window.arrive()
    #expect(try window.leads("Page 99", "Page 88", "Page 2", "Home"))
    try window.tap("page-2")
    #expect(window.screenTitle == "Page 2")
    try window.tap("settings")
    try window.arrive()
    #expect(window.screenTitle == "Settings")
  }

  @Test func `home and page 2 are returned to, and nowhere is not (DB7)`() throws {
    #expect(window.element("return-home")?["disabled"] == true)
    try window.tap("page-2")
    try window.tap("77")
    #expect(window.element("return-settings")?["disabled"] == true)
    try window.tap("return-page2")
    #expect(window.screenTitle == "Page 2")
    try window.tap("sheet")
    try window.tap("return-home")
    #expect(window.layers == [])
    #expect(window.screenTitle == "Home")
    #expect(try window.tap("return-nowhere") == .nothing)
  }

  @Test func `of two the nearest is returned to, and is told (DB7, DB8)`() throws {
    try window.tap("page-2")
    try window.tap("next")
    try window.tap("77")
    try window.restart()
    try window.tap("return-duplicate")
    #expect(window.screenTitle == "Page 3")
    #expect(window.reads("Came back 1 times"))
    try window.tap("return-duplicate")
    #expect(window.screenTitle == "Page 2")
    #expect(window.reads("Came back 1 times"))
    #expect(window.element("return-duplicate")?["disabled"] == true)
  }

  @Test(arguments: ["return-settings", "return-settings-at-once"])
  func `the settings are returned to with a value (DB7)`(_ way: String) throws {
    try window.selectTab("settings")
    try window.tap("push")
    try window.tap("sheet")
    try window.tap(way)
    #expect(window.layers == [])
    #expect(window.screenTitle == "Settings")
    #expect(window.element("value")?["text"] == "9")
  }

  @Test func `a page finds other stacks by their names (DB8)`() throws {
    try window.tap("page-2")
    try window.tap("on-settings")
    try window.arrive()
    #expect(window.screenTitle == "Page 2")
    try window.selectTab("settings")
    #expect(window.screenTitle == "Page 5")
    try window.tap("empty-home")
    try window.selectTab("home")
    #expect(window.screenTitle == "Home")
  }

  @Test func `a page sends one farther, or elsewhere (DB9)`() throws {
    try window.tap("page-44")
    try window.tap("77")
    #expect(window.screenTitle == "Page 77")
    try window.tap("farther")
    try window.arrive()
    #expect(window.depth == 3)
    #expect(window.screenTitle == "Page 99")
    try window.tap("settings")
    try window.arrive()
    #expect(window.screenTitle == "Settings")
  }

  @Test func `one goes back by one, to the second, to the root, or out (DB10)`() throws {
    try window.tap("page-2")
    for _ in 1...4 { try window.tap("next") }
    try window.tap("pop")
    #expect(window.screenTitle == "Page 5")
    try window.tap("pop-to-second")
    #expect(window.screenTitle == "Page 2")
    try window.tap("next")
    try window.tap("back")
    try window.tap("next")
    try window.tap("pop-all")
    #expect(window.screenTitle == "Home")
    try window.tap("sheet")
    #expect(window.element("pop")?["disabled"] == true)
    try window.tap("back")
    #expect(window.layers == [])
  }
}
