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

  @Test(.clause("DB11", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10))
  func `settings lead everywhere, and values come back (DB11)`() throws {
    for value in [5, 0] {
      try window.tap("ask")
      try window.tap("Return \(value)")
      #expect(window.layers == [])
      #expect(window.element("value")?["text"]?.stringValue == "\(value)")
    }
    for (button, title) in [
      ("link", "Page 2"), ("push", "Page 3"), ("trigger", "Page 3"), ("unlisted", "Page 1"),
      ("unlisted-pushed", "Page 2"), ("send", "Page 2"), ("send-property", "Page 3"),
    ] {
      try window.tap(button)
      try window.arrive()
      #expect(try window.leads(title, "Settings"))
    }
    try window.tap("unlisted-sheet")
    #expect(window.screenTitle == "Page 2")
    try window.tap("dismiss")
    #expect(window.layers == [])
    try window.tap("send-home")
    try window.arrive()
    #expect(window.screenTitle == "Page 0")
    try window.tap("dismiss")
    #expect(window.layers == [])
    #expect(try window.leads("Page 88", "Page 2", "Home"))
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

  @Test(.clause("DB11", 11, 12)) func `what is sent waits for what has to be loaded (DB11)`() throws {
    try window.tap("loading")
    #expect(window.layers == ["sheet"])
    #expect(window.screenTitle == "Loading")
    #expect(window.shows("progress"))
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

  @Test(.clause("DB12", 1, 3, 4, 5)) func `colours come back in three ways (DB12)`() throws {
    try window.selectTab("examples")
    try window.tap("callback")
    #expect(window.layers == ["cover"])
    for (way, colour) in [("sheet", "Red"), ("pushed", "Green"), ("checkpoint", "Blue")] {
      try window.tap(way)
      #expect(window.screenTitle == "Colours")
      try window.tap(colour)
      #expect(window.screenTitle == "Values by callback")
      #expect(window.reads("Colour: \(colour)"))
    }
  }

  @Test(.clause("DB12", 1, 6)) func `onboarding is a flow in a sheet, and comes to a name (DB12)`() async throws {
    try window.selectTab("examples")
    try window.tap("onboarding")
    #expect(window.reads("Tell us who you are."))
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

  @Test(.clause("DB12", 1, 7, 8)) func `a flow completes from its one screen, another counts (DB12)`() throws {
    try window.selectTab("examples")
    try window.tap("colour")
    try window.tap("blue")
    #expect(window.reads("You picked blue."))
    try window.tap("count")
    for number in 1...3 {
      #expect(window.screenTitle == "Step \(number)")
      try window.tap("next")
    }
    #expect(window.reads("Counted."))
    try window.tap("count")
    try window.tap("next")
    #expect(window.screenTitle == "Step 2")
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
