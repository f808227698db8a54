import Oriel
import OrielDocument
import OrielTesting
import Testing

@Suite("Transitions")
struct TransitionTests {
  let screen: StackedWindow
  init() throws { screen = try StackedWindow() }

  @Test func `an entry keeps the transition it came by, also over a restart`() throws {
    try screen.window.run { screen.home.push(NamedModel("a"), transition: .zoom(sourceID: "card-7")) }
    let entry: JSONValue = ["model": "m3", "transition": ["name": "zoom", "source": "card-7"]]
    #expect(screen.window.document["models"]?["m1"]?["path"]?[1] == entry)
    try screen.window.restart()
    #expect(screen.window.document["models"]?["m1"]?["path"]?[1]?["transition"] == entry["transition"])
  }

  @Test func `a layer keeps its transition`() throws {
    try screen.window.run { screen.home.present(.fullScreenCover(NamedModel("a")), transition: .opacity) }
    #expect(screen.window.document["models"]?["m1"]?["presented"]?["transition"] == ["name": "opacity"])
  }

  @Test func `who enters and who leaves have a transition each, and an order`() throws {
    let transition = Transition.scale(0.5).exit(.blur(radius: 8)).behind()
    try screen.window.run { screen.home.push(NamedModel("a"), transition: transition) }
    #expect(
      screen.window.document["models"]?["m1"]?["path"]?[1]?["transition"] == [
        "name": "scale", "scale": 0.5, "anchor": [0.5, 0.5], "exit": ["name": "blur", "amount": 8], "behind": true,
      ])
  }

  @Test func `the way back may be chosen late`() throws {
    try screen.window.run { screen.home.push(NamedModel("a"), transition: .circleShape()) }
    let outcome = try screen.window.run { screen.home.pop(transition: .opacity) }
    #expect(
      outcome.abridged.animations == [["name": "default", "duration": 350, "transition": ["name": "opacity"]]])
  }

  @Test(arguments: Self.verbs)
  func `every verb of a stack and of layers moves by a transition, or at once`(
    name: String, verb: @Sendable (NamedModel, NamedModel, Bool, Transition?) -> CommandResult
  ) throws {
    for (animated, transition) in [(true, Transition.opacity), (false, nil)] {
      let (below, top) = (NamedModel("below"), NamedModel("top"))
      let window = try TestWindow(.stacked(NamedModel("home")))
      try window.run {
        let home = window.rootModel?.children.first
        home?.present(.managedSheet(below))
        below.push(top)
      }
      var result: CommandResult?
      let outcome = try window.run { result = verb(top, below, animated, transition) }
      #expect(result == .executed)
      #expect(outcome.abridged.transitions.first == transition)
      #expect(Set(outcome.abridged.animations.map { $0["name"] }) == [animated ? "default" : "none"])
    }
  }

  static let verbs: [(String, @Sendable (NamedModel, NamedModel, Bool, Transition?) -> CommandResult)] = [
    ("push", { $0.push(NamedModel("new"), animated: $2, transition: $3) }),
    ("pop", { $0.pop(animated: $2, transition: $3) }),
    ("popTo depth", { $0.popTo(depth: 0, animated: $2, transition: $3) }),
    ("popTo model", { $0.popTo($1, animated: $2, transition: $3) }),
    ("popToRoot", { $0.popToRoot(animated: $2, transition: $3) }),
    ("setRoot", { $0.setRoot(NamedModel("new"), animated: $2, transition: $3) }),
    ("replaceTop", { $0.replaceTop(NamedModel("new"), animated: $2, transition: $3) }),
    ("back", { $0.back(animated: $2, transition: $3) }),
    ("present", { $0.present(.sheet(NamedModel("new")), animated: $2, transition: $3) }),
    ("dismiss", { $0.dismiss(animated: $2, transition: $3) }),
    ("dismissSelf", { $0.dismissSelf(animated: $2, transition: $3) }),
    ("dismissAll", { $0.dismissAll(animated: $2, transition: $3) }),
  ]

  @Test func `an entry that takes another's place keeps the transition it came by`() throws {
    try screen.window.run { screen.home.push(NamedModel("a")) }
    try screen.window.run { screen.home.replaceTop(NamedModel("b"), transition: .slide) }
    #expect(screen.stack.path.map(\.transition) == [nil, .slide])
  }

  @Test func `a switched model changes by the command's transition`() throws {
    let switched = DefaultSwitchedNavigationModel(NamedModel("a"))
    let window = try TestWindow(switched)
    let outcome = try window.run { switched.switchModel(NamedModel("b"), transition: .slide) }
    #expect(
      outcome.abridged.animations == [["name": "default", "duration": 350, "transition": ["name": "slide"]]])
  }
}
