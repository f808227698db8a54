import Gallery
import OrielDocument
import Testing

@testable import OrielTesting

@Suite("Stacks and transitions")
struct StackTests {
  @Test(.clause("DD1", 1, 2, 3, 4, 5, 6))
  func `floors are climbed, and left by one or two at a time (DD1)`() throws {
    let window = try TestWindow(app: GalleryApp(), scene: "exhibit", value: "floors")
    try window.tap("back")
    #expect(window.reads("Not possible"))
    try window.tap("to-2")
    #expect(window.screenTitle == "Floor 2")
    #expect(window.element("down-to-2") == nil)
    try window.tap("to-3")
    #expect(window.screenTitle == "Floor 3")
    try window.tap("down-to-2")
    #expect(window.screenTitle == "Floor 2")
    try window.tap("to-3")
    #expect(window.screenTitle == "Floor 3")
    try window.tap("to-1")
    #expect(window.screenTitle == "Floor 1")
    #expect(window.depth == 0)
    try window.tap("to-3")
    #expect(window.screenTitle == "Floor 3")
    #expect(window.element("down-to-2")?["disabled"] == true)
    _ = try? window.tap("down-to-2")
    #expect(window.screenTitle == "Floor 3")
    try window.tap("back")
    #expect(window.screenTitle == "Floor 1")
  }

  @Test(.clause("DD1", 14), arguments: 1...3) func `the fourth floor lies over each (DD1)`(_ floor: Int) throws {
    let window = try TestWindow(app: GalleryApp(), scene: "exhibit", value: "floors")
    for step in ["to-2", "to-3"].prefix(floor - 1) { try window.tap(step) }
    for (way, leave) in [("In front", "leave"), ("Behind", "leave-at-once"), ("Fading", "leave")] {
      try window.tap(way)
      #expect(window.reads("Opened from floor \(floor)"))
      try window.tap(leave)
      #expect(window.layers == [])
      #expect(window.screenTitle == "Floor \(floor)")
    }
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

  @Test(.clause("DD3", 1, 2, 3), arguments: [["left", "right"], ["right", "left"]])
  func `two named stacks on one page obey in either order (DD3)`(_ order: [String]) throws {
    let window = try TestWindow(app: GalleryApp(), scene: "exhibit", value: "named-stacks")
    func depth(_ stack: String) -> JSONValue? { window.element("\(stack)-depth")?["text"] }
    for name in order {
      try window.tap("\(name)-here")
      #expect(depth(name) == "1 above the root")
    }
    let (one, other) = (order[0], order[1])
    try window.tap("\(one)-other")
    #expect(depth(other) == "2 above the root")
    try window.tap("\(other)-empty")
    #expect([depth(one), depth(other)] == ["0 above the root", "2 above the root"])
    try window.tap("\(one)-empty")
    #expect(depth(other) == "0 above the root")
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

  @Test(.clause("DD5", 1, 2))
  func `to go on at the very start works every time, and so does the way back (DD5)`() throws {
    for _ in 1...11 {
      let window = try TestWindow(app: GalleryApp(), scene: "exhibit", value: "eager")
      #expect(window.screenTitle == "Next step")
      try window.server.advance(by: .milliseconds(2999))
      #expect(window.screenTitle == "Next step")
      try window.server.advance(by: .milliseconds(1))
      #expect(window.reads("It went on 1 times"))
      try window.tap("again")
      #expect(window.screenTitle == "Next step")
      try window.server.advance(by: .seconds(3))
      #expect(window.reads("It went on 2 times"))
      #expect(window.depth == 0)
    }
  }

  @Test(.clause("DE1", 1, 2, 3)) func `a route leads to another, and is left (DE1)`() throws {
    let window = try TestWindow(app: GalleryApp(), url: "/exhibit/routes")
    try window.tap("Route 1")
    #expect(window.screenTitle == "Route 1")
    try window.tap("Route 2")
    try window.restart()
    #expect(window.screenTitle == "Route 2")
    try window.tap("leave")
    #expect(window.screenTitle == "Route 1")
    try window.tap("Back to the base")
    #expect(window.screenTitle == "Base")
  }

  @Test(.clause("DE2", 1, 2, 3, 4)) func `a sheet bears another, or makes way for one (DE2)`() throws {
    let window = try TestWindow(exhibit: "routes")
    try window.tap("sheet")
    try window.tap("over")
    #expect(window.layers == ["sheet", "sheet"])
    #expect(window.screenTitle == "Sheet 3")
    try window.tap("close")
    #expect(window.screenTitle == "Sheet 1")
    try window.tap("after")
    #expect(window.layers == [])
    try window.server.advance(by: .milliseconds(300))
    #expect(window.layers == ["sheet"])
    #expect(window.screenTitle == "Sheet 2")
    try window.tap("close")
    #expect(window.layers == [])
    #expect(window.screenTitle == "Base")
  }

  @Test(.clause("DE3", 1, 2)) func `a dialog lets a sheet go, or an alert says why not (DE3)`() throws {
    let window = try TestWindow(exhibit: "routes")
    try window.tap("sheet")
    try window.tap("over")
    try window.tap("question")
    try window.choose("No")
    try window.server.advance(by: .milliseconds(300))
    #expect(window.layers == ["sheet", "sheet", "alert"])
    #expect(window.reads("Kept open"))
    try window.choose("OK")
    #expect(window.screenTitle == "Sheet 3")
    try window.tap("question")
    try window.restart()
    try window.choose("Yes")
    #expect(window.layers == ["sheet"])
    #expect(window.screenTitle == "Sheet 1")
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
