import Gallery
import OrielTesting
import Testing

@Suite("Screens that a value shows")
struct StateNavigationTests {
  @Test(.clause("DC2", 3, 4, 5, 7, 8, 9), arguments: ["sheet", "cover", "popover"])
  func `a layer shows a number while there is one, and another number in another layer (DC2)`(_ place: String) throws {
    let window = try TestWindow(exhibit: "optionals")
    try window.tap("✕ A number in a \(place)")
    #expect(window.layers == [place])
    #expect(window.screenTitle == "Count")
    #expect(window.element("count")?["text"] == "1")
    try window.tap("change")
    try window.restart()
    #expect(window.element("count")?["text"] == "2")
    #expect(window.element("changes")?["text"] == "Changed here 0 times")
    #expect(window.layers == [place])
    #expect(window.text.contains("✓ A number in a \(place)"))
    try window.dismiss()
    #expect(window.layers == [])
    #expect(window.reads("✕ A number in a \(place)"))
  }

  @Test(.clause("DC2", 1, 2, 7), arguments: [("a dialog", "dialog"), ("an alert", "alert")])
  func `a question shows a number until it is answered (DC2)`(_ place: String, _ kind: String) throws {
    let window = try TestWindow(exhibit: "optionals")
    try window.tap("✕ A number in \(place)")
    #expect(window.layers == [kind])
    #expect(window.reads("The count is 1"))
    #expect(window.text.contains("✓ A number in \(place)"))
    try window.choose("OK")
    #expect(window.layers == [])
    #expect(window.reads("✕ A number in \(place)"))
  }

  @Test(.clause("DC2", 6, 7, 8, 9)) func `a drill-down stays the same when its number changes (DC2)`() throws {
    let window = try TestWindow(exhibit: "optionals")
    try window.tap("✕ A number in a drill-down")
    #expect(window.screenTitle == "Count")
    #expect(window.element("count")?["text"] == "1")
    try window.tap("change")
    #expect(window.element("count")?["text"] == "2")
    #expect(window.element("changes")?["text"] == "Changed here 1 times")
    try window.tap("close")
    #expect(window.layers == [])
    #expect(window.reads("✕ A number in a drill-down"))
  }

  @Test(arguments: [
    ("sheet", "sheet", "A sheet with 3"), ("sheet-without-value", "sheet", "A sheet with nothing"),
    ("cover", "cover", "A cover with 4"), ("popover", "popover", "A popover with 5"),
  ])
  func `one of many shows, and makes way for another (DC3)`(_ id: String, _ kind: String, _ text: String) throws {
    let window = try TestWindow(exhibit: "one-of-many")
    try window.tap(id)
    #expect(window.layers == [kind])
    #expect(window.reads(text))
    try window.tap("Another sheet instead")
    #expect(window.layers == ["sheet"])
    #expect(window.reads("A sheet with 7"))
    try window.restart()
    try window.tap("A drill-down instead")
    #expect(window.layers == [])
    #expect(window.reads("Pushed with 8"))
    try window.tap("Another sheet instead")
    #expect(window.layers == ["sheet"])
    try window.dismiss()
    #expect(window.reads("Nothing shows."))
  }

  @Test(
    .clause("DC3", 3, 4, 5, 6, 7, 8),
    arguments: [
      ("sheet", "A sheet with 3", 1), ("sheet-without-value", "A sheet with nothing", 1),
      ("cover", "A cover with 4", 1), ("popover", "A popover with 5", 1), ("drill-down", "Pushed with 6", 0),
    ])
  func `one value shows one screen, and then another (DC3)`(_ id: String, _ text: String, _ count: Int) throws {
    let window = try TestWindow(exhibit: "one-of-many")
    try window.tap(id)
    #expect(window.reads(text))
    #expect(window.layers.count == count)
    try window.tap(count == 1 ? "A drill-down instead" : "Another sheet instead")
    #expect(window.reads(count == 1 ? "Pushed with 8" : "A sheet with 7"))
    #expect(window.layers.count == 1 - count)
    #expect(!window.text.contains(text))
    try window.tap("close")
    #expect(window.layers == [])
    #expect(window.reads("Nothing shows."))
  }

  @Test(.clause("DC3", 1, 2), arguments: [("alert", "An alert with 1"), ("dialog", "A dialog with 2")])
  func `one of many may be a question (DC3)`(_ id: String, _ text: String) throws {
    let window = try TestWindow(exhibit: "one-of-many")
    try window.tap(id)
    #expect(window.layers == [id])
    #expect(window.reads(text))
    try window.choose("OK")
    #expect(window.reads("Nothing shows."))
  }

  @Test(arguments: ["Sheet", "Cover", "Popover"])
  func `a layer says why it went (DC11)`(_ kind: String) throws {
    let window = try TestWindow(exhibit: "dismissals")
    try window.tap(kind.lowercased())
    #expect(window.text.contains("The \(kind.lowercased()) shows."))
    try window.dismiss()
    #expect(window.reads("\(kind) dismissed: user"))
    try window.tap(kind.lowercased())
    try window.tap("dismiss")
    #expect(window.reads("\(kind) dismissed: programmatic"))
    try window.tap(kind.lowercased())
    try window.tap("replace")
    #expect(window.text.contains("\(kind) dismissed: replaced"))
  }

  @Test(arguments: ["Alert", "Dialog"])
  func `a question says why it went, too (DC11)`(_ kind: String) throws {
    let window = try TestWindow(exhibit: "dismissals")
    try window.tap(kind.lowercased())
    try window.choose("OK")
    #expect(window.reads("\(kind) dismissed: user"))
  }

  @Test func `a drill-down says whether it shows (DC11)`() throws {
    let window = try TestWindow(exhibit: "dismissals")
    try window.tap("drill-down")
    try window.restart()
    #expect(window.screenTitle == "Pushed")
    try window.back()
    #expect(window.reads("The drill-down does not show."))
  }
}
