import Oriel
import OrielDocument
import OrielTesting
import Testing

@Suite("Transitions")
struct TransitionTests {
  let screen: StackedWindow
  init() throws { screen = try StackedWindow() }

  @Test func `an entry keeps the transition it came by, also over a restart (F140)`() throws {
    try screen.window.run { screen.home.push(NamedModel("a"), transition: .zoom(sourceID: "card-7")) }
    let entry: JSONValue = ["model": "m3", "transition": ["name": "zoom", "source": "card-7"]]
    #expect(screen.window.document["models"]?["m1"]?["path"]?[1] == entry)
    try screen.window.restart()
    #expect(screen.window.document["models"]?["m1"]?["path"]?[1]?["transition"] == entry["transition"])
  }

  @Test func `a layer keeps its transition (F140)`() throws {
    try screen.window.run { screen.home.present(.fullScreenCover(NamedModel("a")), transition: .opacity) }
    #expect(screen.window.document["models"]?["m1"]?["presented"]?["transition"] == ["name": "opacity"])
  }

  @Test func `who enters and who leaves have a transition each, and an order (F141)`() throws {
    let transition = Transition.scale(0.5).exit(.blur(radius: 8)).behind()
    try screen.window.run { screen.home.push(NamedModel("a"), transition: transition) }
    #expect(
      screen.window.document["models"]?["m1"]?["path"]?[1]?["transition"] == [
        "name": "scale", "scale": 0.5, "anchor": [0.5, 0.5], "exit": ["name": "blur", "amount": 8], "behind": true,
      ])
  }

  @Test func `the way back may be chosen late (F141, U12)`() throws {
    try screen.window.run { screen.home.push(NamedModel("a"), transition: .circleShape()) }
    let outcome = try screen.window.run { screen.home.pop(transition: .opacity) }
    #expect(
      outcome.abridged.animations == [["name": "default", "duration": 350, "transition": ["name": "opacity"]]])
  }

  @Test func `a switched model changes by the command's transition (F140)`() throws {
    let switched = DefaultSwitchedNavigationModel(NamedModel("a"))
    let window = try TestWindow(switched)
    let outcome = try window.run { switched.switchModel(NamedModel("b"), transition: .slide) }
    #expect(
      outcome.abridged.animations == [["name": "default", "duration": 350, "transition": ["name": "slide"]]])
  }
}
