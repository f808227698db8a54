import Testing

@testable import Gallery
@testable import OrielTesting

@Suite("The guide's settings and examples", .timeLimit(.minutes(2)))
struct GuideSettingsTests {
  let window: TestWindow

  init() async throws {
    window = try TestWindow(app: GalleryApp(), scene: "guide")
    try await window.open()
    try window.selectTab("settings")
  }

  @Test(arguments: [5, 0])
  func `a sheet returns a value (DB11)`(_ value: Int) throws {
    try window.tap("ask")
    try window.restart()
    try window.tap("Return \(value)")
    #expect(window.layers == [])
    #expect(window.element("value")?["text"]?.stringValue == "\(value)")
  }

  @Test func `pages are linked, pushed, triggered and sent (DB11)`() throws {
    for (button, title) in [
      ("link", "Page 2"), ("push", "Page 3"), ("trigger", "Page 3"), ("unlisted", "Page 1"), ("send", "Page 2"),
    ] {
      try window.tap(button)
      try window.arrive()
      #expect(window.screenTitle == title)
      try window.back()
    }
    try window.tap("unlisted-sheet")
    #expect(window.layers == ["sheet"])
  }

  @Test func `values lead home and into a sheet (DB11)`() throws {
    try window.tap("send-home")
    try window.arrive()
    #expect(window.layers == ["sheet"])
    try window.dismiss()
    #expect(window.screenTitle == "Page 88")
    #expect(window.depth == 2)
  }

  @Test func `what is sent waits for what has to be loaded (DB11)`() throws {
    try window.tap("loading")
    #expect(window.layers == ["sheet"])
    try window.server.advance(by: .milliseconds(2999))
    #expect(window.element("loaded") == nil)
    try window.server.advance(by: .seconds(1))
    try window.arrive()
    #expect(window.reads("This was on its way all the time."))
    #expect(window.layers == ["sheet"])
  }

  @Test func `a slider in a sheet is the one below (DB12)`() throws {
    try window.selectTab("examples")
    try window.tap("binding")
    try window.tap("sheet")
    try window.event("input", of: "value", value: 0.75)
    #expect(window.text.contains("75 %"))
    try window.dismiss()
    #expect(window.element("value")?["value"] == 0.75)
  }

  @Test(arguments: ["sheet", "pushed", "checkpoint"])
  func `a colour comes back by callback or checkpoint (DB12)`(_ way: String) throws {
    try window.selectTab("examples")
    try window.tap("callback")
    try window.tap(way)
    if way == "checkpoint" { try window.restart() }
    try window.tap("Green")
    #expect(window.layers == ["cover"])
    #expect(window.reads("Colour: Green"))
  }

  @Test func `onboarding is a flow in a sheet, and comes to a name (DB12)`() async throws {
    try window.selectTab("examples")
    try window.tap("onboarding")
    try window.tap("next")
    #expect(window.element("next")?["disabled"] == true)
    try window.type("Ada Lovelace", into: "name")
    try window.tap("next")
    try window.restart()
    try window.type("ada@example.org", into: "email")
    try window.tap("next")
    #expect(window.reads("Thank you, Ada Lovelace."))
    try window.tap("next")
    try await window.settled()
    #expect(window.layers == [])
    #expect(window.reads("Welcome, Ada."))
    try window.tap("onboarding")
    try window.tap("cancel")
    #expect(window.reads("Another time, then."))
  }

  @Test func `a flow completes from its one screen, another counts (DB12)`() throws {
    try window.selectTab("examples")
    try window.tap("colour")
    try window.tap("blue")
    #expect(window.reads("You picked blue."))
    try window.tap("count")
    for _ in 1...3 { try window.tap("next") }
    #expect(window.reads("Counted."))
    try window.tap("count")
    try window.tap("next")
    try window.tap("cancel")
    #expect(window.screenTitle == "Examples")
    #expect(window.reads("Not counted."))
  }

  @Test func `a picture grows into its screen (DB12)`() throws {
    try window.selectTab("examples")
    try window.tap("transition")
    try window.tap("Picture 3")
    #expect(window.screenTitle == "Page 3")
    try window.back()
    #expect(window.screenTitle == "A transition")
  }
}
