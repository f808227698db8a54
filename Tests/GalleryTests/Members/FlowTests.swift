import Gallery
import OrielDocument
import Testing

@testable import OrielTesting

@Suite("The members' flows")
struct MemberFlowTests {
  let window: TestWindow

  init() throws {
    window = try TestWindow(app: GalleryApp(), url: "/members/flows")
  }

  @Test func `signing out waits for an answer (DA9)`() async throws {
    try window.tap("Sign out")
    #expect(window.layers == ["dialog"])
    try window.choose("Stay")
    try await window.settled()
    #expect(window.screenTitle == "Flows")
    try window.tap("Sign out")
    try window.dismiss()
    try await window.settled()
    #expect(window.screenTitle == "Flows")
    try window.tap("Sign out")
    try window.choose("Sign out")
    try await window.settled()
    #expect(window.screenTitle == "Welcome")
  }

  @Test(.clause("DA10", 1, 2, 3, 4, 5, 6, 7)) func `onboarding asks until the answer is right (DA10)`() throws {
    try window.tap("Sign out and start over")
    #expect(window.screenTitle == "Welcome")
    try window.tap("sign-in")
    try window.selectTab("flows")
    try window.tap("Sign out and start over")
    try window.tap("create")
    #expect(window.screenTitle == "One question")
    #expect(window.element("continue")?["disabled"] == true)
    #expect(window.element("wrong") == nil)
    try window.change("answer", to: "Xcode")
    try window.tap("continue")
    #expect(window.element("wrong") != nil && window.reads("Wrong password. Try again."))
    #expect(window.element("continue")?["disabled"] == true)
    try window.restart()
    try window.change("answer", to: "Myself")
    try window.tap("continue")
    #expect(window.reads("That is right."))
    try window.tap("finish")
    #expect(window.screenTitle == "Commands")
  }

  @Test(.clause("DA11", 1, 2, 3)) func `a confirmation of our own tells its presenter, and goes (DA11)`() throws {
    try window.tap("Ask in a custom sheet")
    #expect(window.layers == ["sheet"])
    #expect(window.reads("Sign out of every window?"))
    #expect(window.detents == ["medium"])
    try window.tap("cancel")
    #expect(window.screenTitle == "Flows")
    try window.tap("Ask in a custom sheet")
    try window.restart()
    try window.tap("confirm")
    #expect(window.layers == [])
    #expect(window.screenTitle == "Welcome")
  }

  @Test func `a tap on a notification leads to the subscription (DA12)`() throws {
    try window.tap("A notification that opens a screen")
    try window.perform(#require(window.triggers.last), value: "tap")
    #expect(window.screenTitle == "Become a friend")
  }

  @Test func `where notifications are not allowed, an alert leads to the settings (DA12)`() throws {
    try window.tap("A notification that opens a screen")
    try window.perform(#require(window.triggers.last), .declined)
    #expect(window.layers == ["alert"])
    try window.choose("Settings")
    #expect(window.layers == [])
    #expect(window.screenTitle == "Settings")
  }

  @Test(.clause("DA13", 1, 2)) func `an editor saves and leaves (DA13)`() throws {
    try window.tap("An editor that saves and leaves")
    #expect(window.screenTitle == "Editor")
    try window.type("Hello", into: "text")
    try window.restart()
    #expect(window.element("text")?["text"] == "Hello")
    try window.tap("save")
    #expect(window.screenTitle == "Flows")
  }

  @Test func `a purchase is seen in place, in all windows (DA14)`() throws {
    let other = try window.server.open(url: "/members/subscription")
    try window.tap("Become a friend")
    try window.tap("buy")
    #expect([window.screenTitle, other.screenTitle] == ["Friend", "Friend"])
    #expect([window.layers, other.layers] == [["sheet"], ["sheet"]])
    try window.tap("coffee")
    try window.choose("Two cups")
    #expect(window.reads("2 cups so far"))
    try other.tap("unsubscribe")
    #expect([window.screenTitle, other.screenTitle] == ["Become a friend", "Become a friend"])
  }

  @Test func `the window to wait in is closed from either side (DA15)`() throws {
    try window.tap("Open the window to wait in")
    let waiting = try window.open(#require(window.triggers.last))
    #expect(waiting.screenTitle == "Waiting")
    #expect(try waiting.tap("close") == .closed(.windowDismissed))
    try window.tap("Open the window to wait in")
    let another = try window.open(#require(window.triggers.last))
    try window.tap("Close the window to wait in")
    #expect(another.received() == .closed(.closed(by: .user)))
  }

  @Test func `a review is asked for, and its stars are seen (DA16)`() throws {
    try window.tap("Ask for a review")
    try window.perform(#require(window.triggers.last), value: 5)
    #expect(window.reads("Thank you for 5 stars."))
  }

  @Test func `a bar of our own follows the scrolling (DA17)`() throws {
    try window.tap("A custom bar")
    #expect(window.stackOptions == ["hideToolbar", "hideBackButton"])
    try window.event("scrolled", of: "colours", value: ["fraction": 0.5])
    #expect(window.element("bar")?["properties"] == ["title": "Seven colours", "opacity": 0.5])
    let colours = window.element("colours")?["children"]?.arrayValue ?? []
    #expect(Set(colours.map { $0["properties"]?["colour"]?.stringValue }).count == 7)
    try window.tap("back")
    #expect(window.screenTitle == "Flows")
    #expect(window.stackOptions == nil)
  }

  @Test func `a lock stands over everything, in every window (DA18)`() throws {
    let other = try window.server.open(scene: "home")
    let shop = try window.server.open(url: "/shop/inventory")
    try shop.tap("add")
    try window.tap("Lock every window")
    for each in [window, other, shop] { #expect(each.screenTitle == "Locked") }
    #expect(shop.layers == ["sheet", "cover"])
    #expect(try window.server.open(scene: "counter").screenTitle == "Locked")
    try other.tap("unlock")
    #expect([window.screenTitle, other.screenTitle] == ["Flows", "Tour"])
    #expect(shop.layers == ["sheet"])
  }

  @Test func `three segments keep what is written in them (DA19)`() throws {
    try window.tap("Three editors side by side")
    try window.type("one", into: "text")
    try window.selectTab("Second")
    try window.type("two", into: "text")
    try window.selectTab("Third")
    #expect(window.element("text")?["text"] == "")
    try window.restart()
    try window.selectTab("First")
    #expect(window.element("text")?["text"] == "one")
    try window.selectTab("Second")
    #expect(window.element("text")?["text"] == "two")
  }

  @Test func `the graph is printed from its root (DA20)`() throws {
    try window.tap("Who belongs to whom")
    try window.tap("print")
    #expect(window.text.contains { $0.contains("MembersModel") })
    #expect(window.text.contains { $0.contains("RelationsModel") })
  }

  @Test func `it hears of every model when it starts and finishes (DA21)`() throws {
    try window.tap("An editor that saves and leaves")
    try window.tap("save")
    let told = window.events.filter { $0.type == "EditorModel" && [.started, .finished].contains($0.kind) }
    #expect(told.map(\.kind) == [.started, .finished])
  }
}
