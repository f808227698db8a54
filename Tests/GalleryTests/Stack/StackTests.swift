import Gallery
import OrielDocument
import Testing

@testable import OrielTesting

@Suite("Stacks and transitions")
struct StackTests {
  @Test func `floors are climbed, and left by one or two at a time (DD1)`() throws {
    let window = try TestWindow(exhibit: "floors")
    try window.tap("to-2")
    try window.tap("to-3")
    #expect(window.screenTitle == "Floor 3")
    try window.tap("down-to-2")
    #expect(window.screenTitle == "Floor 2")
    try window.tap("to-3")
    try window.tap("to-1")
    #expect(window.screenTitle == "Floor 1")
    try window.tap("to-3")
    #expect(window.element("down-to-2")?["disabled"] == true)
    try window.tap("back")
    #expect(window.screenTitle == "Floor 1")
  }

  @Test func `a floor comes and goes by transitions of its own (DD1)`() throws {
    let window = try TestWindow(exhibit: "floors")
    let growing = window.transition(afterTapping: "to-2")
    #expect(growing?["name"] == "scale")
    #expect(growing?["with"]?[0]?["name"] == "opacity")
    try window.tap("back")
    let iris = window.transition(afterTapping: "to-3")
    #expect(iris?["name"] == "circleShape")
    #expect(iris?["back"]?["name"] == "circleShape")
    #expect(iris?["back"]?["exit"]?["name"] == "circleShape")
  }

  @Test func `there is nothing below the root (DD1)`() throws {
    let window = try TestWindow(app: GalleryApp(), scene: "exhibit", value: "floors")
    try window.tap("back")
    #expect(window.reads("Not possible"))
  }

  @Test(arguments: [(["In front"], "move"), (["to-2", "Behind"], "static"), (["to-2", "to-3", "Fading"], "opacity")])
  func `the fourth floor opens from each, and goes when its value says so (DD1)`(
    _ way: [String], _ transition: String
  ) throws {
    let window = try TestWindow(exhibit: "floors")
    for step in way { try window.tap(step) }
    #expect(window.layers == ["cover"])
    #expect(window.view.top?.presented?["transition"]?["name"]?.stringValue == transition)
    #expect(window.reads("Opened from floor \(way.count)"))
    try window.tap("leave")
    #expect(window.layers == [])
    try window.tap(way.last ?? "")
    try window.restart()
    try window.tap("leave-at-once")
    #expect(window.screenTitle == "Floor \(way.count)")
  }

  @Test func `every transition leads there and back (DD2)`() throws {
    let window = try TestWindow(exhibit: "transitions")
    for name in [
      "Move", "Scale", "Offset", "Opacity", "Slide", "Identity", "Static", "Blur", "Brightness", "Contrast",
      "Hue rotation", "Saturation", "Tilt and fly", "Circle", "Rectangle", "Stripes", "Stripes, inverted",
      "Stripes across", "Stripes across, inverted", "Zoom",
    ] {
      try window.tap(name)
      #expect(window.screenTitle == name)
      try window.tap("back")
    }
  }

  @Test func `two named stacks take commands in any order (DD3)`() throws {
    let window = try TestWindow(exhibit: "named-stacks")
    try window.tap("left-other")
    try window.tap("left-here")
    try window.tap("right-other")
    try window.tap("right-here")
    #expect(window.element("left-depth")?["text"] == "2 above the root")
    #expect(window.element("right-depth")?["text"] == "2 above the root")
    try window.restart()
    try window.tap("right-empty")
    #expect(window.element("left-depth")?["text"] == "0 above the root")
    #expect(window.element("right-depth")?["text"] == "2 above the root")
  }

  @Test func `a screen appears, is present, disappears and is gone (DD4)`() throws {
    let window = try TestWindow(exhibit: "appearance")
    try window.tap("show")
    #expect(window.reads("It is: appearing"))
    try window.appeared()
    #expect(window.reads("It is: present"))
    try window.tap("hide")
    #expect(window.reads("It is: disappearing"))
    try window.appeared()
    try window.server.advance(by: .seconds(3))
    #expect(window.reads("It is: none", "It was: appearing, present, disappearing, none"))
  }

  @Test func `to go on at the very start works every time, and so does the way back (DD5)`() throws {
    for _ in 1...11 {
      let window = try TestWindow(exhibit: "eager")
      #expect(window.screenTitle == "Next step")
      try window.server.advance(by: .milliseconds(2999))
      #expect(window.screenTitle == "Next step")
      try window.server.advance(by: .milliseconds(1))
      #expect(window.reads("It went on 1 times"))
      try window.tap("again")
      try window.server.advance(by: .seconds(3))
      #expect(window.reads("It went on 2 times"))
    }
  }

  @Test func `a route leads to another, and is left (DE1)`() throws {
    let window = try TestWindow(exhibit: "routes")
    try window.tap("Route 1")
    try window.tap("Route 2")
    try window.restart()
    #expect(window.screenTitle == "Route 2")
    try window.tap("leave")
    #expect(window.screenTitle == "Route 1")
    try window.tap("leave")
    #expect(window.screenTitle == "Base")
  }

  @Test func `a sheet bears another, or makes way for one (DE2)`() throws {
    let window = try TestWindow(exhibit: "routes")
    try window.tap("sheet")
    try window.tap("over")
    #expect(window.layers == ["sheet", "sheet"])
    #expect(window.screenTitle == "Sheet 3")
    try window.tap("close")
    try window.tap("after")
    #expect(window.layers == [])
    try window.server.advance(by: .milliseconds(300))
    #expect(window.layers == ["sheet"])
    #expect(window.screenTitle == "Sheet 2")
    try window.dismiss()
    #expect(window.screenTitle == "Base")
  }

  @Test func `a dialog lets a sheet go, or an alert says why not (DE3)`() throws {
    let window = try TestWindow(exhibit: "routes")
    try window.tap("sheet")
    try window.tap("over")
    try window.tap("question")
    try window.choose("No")
    try window.server.advance(by: .milliseconds(300))
    #expect(window.layers == ["sheet", "sheet", "alert"])
    #expect(window.reads("Kept open"))
    try window.choose("OK")
    try window.tap("question")
    try window.restart()
    try window.choose("Yes")
    #expect(window.layers == ["sheet"])
  }
}

extension TestWindow {
  /// The transition by which the last entry of the innermost stack came, after a tap.
  fileprivate func transition(afterTapping name: String) -> JSONValue? {
    guard (try? tap(name)) != nil, let top = view.top else { return nil }
    let stacks = view.visibleModels(in: top).compactMap(view.model).filter { $0["kind"] == "stack" }
    return stacks.last?["path"]?.arrayValue?.last?["transition"]
  }
}
