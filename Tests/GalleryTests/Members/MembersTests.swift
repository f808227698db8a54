import OrielTesting
import Testing

@testable import Gallery

@Suite("The members' window")
struct MembersTests {
  let window: TestWindow

  init() throws {
    window = try TestWindow(app: GalleryApp(), scene: "members")
  }

  @Test(.clause("DA1", 1, 2, 3, 4))
  func `a sign-out starts over in every window, and in later ones (DA1)`() throws {
    let other = try window.server.open(scene: "members")
    #expect(window.selectedTab == "Commands")
    try window.tap("Layers")
    #expect(window.screenTitle == "Layers")
    try window.selectTab("flows")
    try window.tap("Sign out and start over")
    #expect([window.screenTitle, other.screenTitle] == ["Welcome", "Welcome"])
    #expect(window.tabs == [] && window.depth == 0)
    #expect(try window.server.open(scene: "members").screenTitle == "Welcome")
    try window.restart()
    try other.reconnect()
    try other.tap("sign-in")
    #expect([window.screenTitle, other.screenTitle] == ["Commands", "Commands"])
    #expect([window.selectedTab, other.selectedTab] == ["Commands", "Commands"])
    #expect(window.depth == 0)
    #expect(!window.text.contains("Layers, again"))
  }

  @Test(.clause("DA2", 1, 2)) func `two tabs keep their stacks (DA2)`() throws {
    #expect(window.tabs == ["Commands", "Flows"])
    #expect(window.tabKinds == ["stack", "stack"])
    for (list, tab) in [(CardList.commands, "commands"), (.flows, "flows")] {
      try window.selectTab(tab)
      #expect(window.screenTitle == list.title && window.depth == 0)
    }
    try window.selectTab("commands")
    try window.tap("Stack")
    try window.selectTab("flows")
    #expect(window.screenTitle == "Flows")
    try window.selectTab("commands")
    #expect(window.screenTitle == "Stack")
  }

  private static let lists: [String: (title: String, subtitle: String?, cards: Int)] = [
    "commands": ("Commands", nil, 8),
    "layers": (
      "Layers", "Each layer shows these commands again, so layers can be stacked without end.", 9
    ),
    "questions": ("Questions", nil, 4), "stack": ("Stack", "Everything you can do to a path.", 11),
    "addresses": ("Addresses", nil, 3), "flows": ("Flows", nil, 13),
  ]

  @Test(.clause("DA3", 1, 2, 5), arguments: CardList.allCases)
  func `each list has its address, its title and its cards (DA3)`(_ list: CardList) throws {
    let window = try TestWindow(app: GalleryApp(), url: "/members/\(list.rawValue)")
    #expect(window.url == "/members/\(list.rawValue)")
    let expected = try #require(Self.lists[list.rawValue])
    #expect(window.screenTitle == expected.title && list.title == expected.title)
    #expect(window.countElements(withSuffix: ".do") == expected.cards)
    if let subtitle = expected.subtitle { #expect(window.reads(subtitle)) }
    for card in list.cards { #expect(window.reads(card.title)) }
    if let subtitle = list.subtitle { #expect(window.reads(subtitle)) }
    #expect(window.element("close") == nil)
    #expect(Set(list.cards.map(\.id)).count == list.cards.count)
  }

  @Test func `a list that is presented can be closed (DA3)`() throws {
    try window.tap("Layers")
    try window.tap("A bottom sheet")
    try window.tap("close")
    #expect(window.layers == [])
  }

  @Test(.clause("DA4", 1, 2, 3, 4, 6)) func `commands lead to lists, tabs and back (DA4)`() throws {
    for title in ["Layers", "Questions", "Stack", "Addresses"] {
      try window.tap(title)
      #expect(try window.leads(title, "Commands"))
    }
    try window.tap("Select the tab “Flows”")
    #expect(window.screenTitle == "Flows")
  }

  @Test(.clause("DA4", 5)) func `hide leaves what is presented (DA4)`() throws {
    try window.tap("Layers")
    try window.tap("A sheet")
    #expect(window.screenTitle == "Commands")
    try window.tap("Hide this")
    #expect(window.layers == [])
    #expect(window.screenTitle == "Layers")
  }

  @Test(.clause("DA4", 7)) func `a command of our own shows a sheet for two seconds (DA4)`() throws {
    try window.tap("Show a sheet for two seconds")
    #expect(window.layers == ["sheet"])
    try window.server.advance(by: .milliseconds(1999))
    #expect(window.layers == ["sheet"])
    try window.server.advance(by: .milliseconds(1))
    #expect(window.layers == [])
  }

  @Test(.clause("DA4", 8)) func `a link leads to the subscription (DA4)`() throws {
    try window.tap("Follow a link to the subscription")
    #expect(window.layers == ["sheet"])
    #expect(window.screenTitle == "Become a friend")
  }

  @Test(.clause("DA5", 8, 9)) func `layers show the commands again, at any depth (DA5)`() throws {
    let ways = [
      ("A cover", "cover"), ("A cover, at once", "cover"), ("A cover that grows", "cover"),
      ("A cover that fades in", "cover"), ("A sheet", "sheet"), ("A sheet, at once", "sheet"),
      ("A bottom sheet", "sheet"),
    ]
    for (count, (title, _)) in ways.enumerated() {
      try window.tap("Layers")
      #expect(window.screenTitle == "Layers")
      try window.tap(title)
      #expect(window.screenTitle == "Commands")
      #expect(window.layers.count == count + 1)
    }
    #expect(window.layers == ways.map(\.1))
    try window.restart()
    #expect(window.layers.count == ways.count)
    for left in (0..<ways.count).reversed() {
      try window.tap("Layers")
      try window.tap("Dismiss what is on top")
      #expect(window.layers.count == left)
      #expect(window.screenTitle == "Layers")
      if left > 0 { try window.back() }
    }
  }

  @Test func `an alert is answered, also after a restart (DA6)`() throws {
    try window.tap("Questions")
    try window.tap("An alert")
    try window.restart()
    try window.choose("Delete")
    #expect(window.reads("Everything was deleted."))
    try window.tap("An alert")
    try window.dismiss()
    #expect(window.reads("Nothing was deleted."))
  }

  @Test func `a dialog stands at its card, a share goes to the page (DA6)`() throws {
    try window.tap("Questions")
    try window.tap("A dialog, at this card")
    #expect(window.layers == ["dialog"])
    try window.choose("Left")
    #expect(window.reads("You go left."))
    try window.tap("Share the gallery")
    #expect(window.triggers.map(\.kind) == ["share"])
    try window.tap("Up to three photos")
    #expect(window.layers == ["popover"])
    #expect(window.element("photos")?["multiple"] == true)
  }

  @Test func `the path grows, shrinks and is turned round (DA7)`() throws {
    try window.tap("Stack")
    for title in ["Append", "Append, at once", "Append, growing out of this card"] { try window.tap(title) }
    #expect(try depth() == "4 above the root")
    try window.tap("Drop the last")
    try window.tap("Drop the last, at once")
    #expect(try depth() == "2 above the root")
    try window.tap("Drop three, or as many as there are")
    #expect(window.screenTitle == "Commands")
    try window.tap("Stack")
    try window.tap("Append")
    try window.tap("Reverse the path")
    #expect(window.screenTitle == "Commands")
    try window.back(toDepth: 0)
    #expect(window.screenTitle == "Stack")
    try window.tap("Append")
    try window.tap("Drop all above the root")
    #expect(try depth() == "0 above the root")
  }

  @Test func `the root is replaced, with the path or without it (DA7)`() throws {
    try window.tap("Stack")
    try window.tap("Replace the root, keep the path")
    #expect(try depth() == "1 above the root")
    try window.back()
    #expect(window.screenTitle == "Stack")
    try window.tap("Append")
    try window.tap("Make this the root, alone")
    #expect(try depth() == "0 above the root")
  }

  @Test(.clause("DA7", 4, 5, 10)) func `the root is replaced, and the path turned round (DA7)`() throws {
    let window = try TestWindow(app: GalleryApp(), url: "/members/stack")
    func depth() throws -> Int? {
      try window.tap("How deep is it?")
      return window.reads("\(window.depth) above the root") ? window.depth : nil
    }
    try window.tap("Append")
    #expect(try depth() == 2)
    try window.tap("Reverse the path")
    #expect(window.screenTitle == "Commands")
    try window.back()
    #expect(try depth() == 1)
    try window.tap("Replace the root, keep the path")
    #expect(try depth() == 1)
    try window.tap("Drop all above the root")
    #expect(window.screenTitle == "Stack")
    #expect(try depth() == 0)
    try window.tap("Append")
    #expect(try depth() == 1)
    try window.tap("Append")
    #expect(try depth() == 2)
    try window.tap("Make this the root, alone")
    #expect(try depth() == 0)
  }

  private func depth() throws -> String? {
    try window.tap("How deep is it?")
    return window.element("answer")?["text"]?.stringValue
  }

  @Test func `addresses are opened in the browser, in a sheet and among the settings (DA8)`() throws {
    try window.tap("Addresses")
    try window.tap("Open a page of the web")
    #expect(window.triggers.map(\.kind) == ["openURL"])
    #expect(window.triggers.last?.payload["url"] == "https://www.swift.org")
    try window.tap("Show a page in a sheet")
    #expect(window.layers == ["sheet"])
    try window.dismiss()
    try window.tap("Settings")
    try window.toggle("friend")
    #expect(window.element("friend")?["value"] == true)
  }
}
