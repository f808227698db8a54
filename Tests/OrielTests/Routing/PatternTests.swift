import Oriel
import OrielDocument
import OrielTesting
import Testing

// What apps build of these parts, as their authors would.

/// How the root of a window is arranged: sent to it, and remembered by it.
private enum Arrangement: String, Codable { case tabs, list }

/// A root that can be arranged in two ways, each with its own meaning of the same routes.
@SwitchedNavigationModel
private final class RootModel {
  var switchedModel: (any NavigationModel)?
  var arrangement = Arrangement.tabs

  init() { switchedModel = Self.tabs }

  func start() {
    onNavigationReceive(Arrangement.self) { arrangement in
      self.arrange(arrangement)
      return .auto
    }
    onNavigationRoute(Way.self) { way in
      if self.arrangement == .tabs { self.switchedModel?.selectTab("settings") } else { self.navigate(to: Place.help) }
    }
  }

  private func arrange(_ arrangement: Arrangement) {
    guard arrangement != self.arrangement else { return }
    self.arrangement = arrangement
    switchModel(arrangement == .tabs ? Self.tabs : .stacked(PlaceModel("list")))
  }

  private static var tabs: any NavigationModel {
    .tabbed([
      TabModel(id: "home", title: "Home", model: .stacked(PlaceModel("home"))),
      TabModel(id: "settings", title: "Settings", model: .stacked(PlaceModel("settings"))),
    ])
  }
}

struct RootArrangementTests {
  @Test func `a sent value rearranges the root, and its window remembers that`() throws {
    let window = try TestWindow(RootModel())
    let root = try #require(window.rootModel)
    #expect(window.text == ["home"])
    try window.run { root.send(Arrangement.list) }
    #expect(window.text == ["list"])
    try window.restart()
    #expect(window.text == ["list"])
    let restored = try #require(window.rootModel)
    try window.run { restored.send(Arrangement.tabs) }
    #expect(window.text == ["home"])
  }

  @Test func `the same route means what the arrangement makes of it`() throws {
    let window = try TestWindow(RootModel())
    let root = try #require(window.rootModel)
    try window.run { root.perform(route: Way.settings) }
    #expect(window.text == ["settings"])
    try window.run {
      root.send(Arrangement.list)
      root.perform(route: Way.settings)
    }
    #expect(window.text == ["list", "help"])
  }

  @Test func `each window has its own arrangement`() throws {
    let window = try TestWindow(RootModel())
    let other = try window.server.open()
    let root = try #require(window.rootModel)
    try window.run { root.send(Arrangement.list) }
    #expect((window.text, other.text) == (["list"], ["home"]))
  }
}

/// Decides what comes next: the server's business alone.
private final class Questionnaire {
  enum Step: NavigationDestination {
    case question(wasWrong: Bool)
    case result

    func makeModel() -> any NavigationModel {
      switch self {
      case .question(let wasWrong): QuestionModel(wasWrong: wasWrong)
      case .result: PlaceModel("well done")
      }
    }
  }

  func next(after answer: String) -> Step {
    answer == "Myself" ? .result : .question(wasWrong: true)
  }
}

@NavigationModel
private final class QuestionModel {
  let wasWrong: Bool
  @Environment(Questionnaire.self) var questionnaire

  init(wasWrong: Bool) { self.wasWrong = wasWrong }

  var body: some View {
    Text(wasWrong ? "Think again" : "Who creates this?")
    Button("Xcode") { self.answer("Xcode") }
    Button("Myself") { self.answer("Myself") }
  }

  private func answer(_ answer: String) { navigate(to: questionnaire.next(after: answer)) }
}

struct StepByStepTests {
  @Test func `a service says at each step what comes next`() throws {
    let window = try TestWindow(.stacked(QuestionModel(wasWrong: false)), environment: [Questionnaire()])
    try window.tap("Xcode")
    #expect(window.text == ["Think again", "Xcode", "Myself"])
    try window.tap("Xcode")
    try window.restart()
    try window.tap("Myself")
    #expect(window.text == ["well done"])
    try window.back(toDepth: 0)
    #expect(window.text == ["Who creates this?", "Xcode", "Myself"])
  }
}

/// What a notification brings.
private struct Offer: Codable, NavigationRoute {
  var price: Int
}

@NavigationModel
private final class ShopModel {
  func start() {
    onNavigationRoute(Offer.self) { offer in
      self.present(.sheet(.stacked(PlaceModel("only \(offer.price)"))))
    }
  }

  var body: some View { Text("shop") }
}

struct ContentLinkTests {
  @Test func `what a service brings becomes a command in the window it is for`() throws {
    let window = try TestWindow(.stacked(ShopModel()))
    let other = try window.server.open()
    let root = try #require(window.rootModel)
    try window.run { root.perform(route: Offer(price: 3), in: other.id) }
    #expect((window.text, other.text) == (["shop"], ["shop", "only 3"]))
  }
}

struct UserBackTests {
  @Test func `going back is looked up in what is there, and what is gone is stale`() throws {
    let places = try PlacesWindow()
    try places.execute(.push([PlaceModel("a"), PlaceModel("b"), PlaceModel("c")]))
    let window = places.window
    #expect(
      try window.event(model: "m1", name: "back", value: ["depth": 7])
        == .rejected(.stale, "This is no longer on the screen"))
    #expect(
      try window.event(model: "m1", name: "back", value: ["depth": -1]) == .rejected(.invalid, "back needs a depth"))
    #expect(window.text == ["c"])
    try window.back(toDepth: 1)
    #expect(window.text == ["a"])
    try window.back()
    #expect(window.text == ["home"])
    #expect(try window.event(model: "m2", name: "back", value: ["depth": 0]) == .rejected(.invalid, "not a stack"))
  }
}
