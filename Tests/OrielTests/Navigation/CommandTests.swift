import Oriel
import OrielDocument
import OrielTesting
import Testing

/// What every command answers.
struct CommandTests {
  let screen: StackedWindow
  init() throws { screen = try StackedWindow() }

  @Test func `a command of the app's own plans by combining others`() throws {
    #expect(try screen.execute(.pushAndAsk("a"), as: screen.home) == .executed)
    #expect(screen.names == ["home", "a"])
    #expect(screen.home.presentedKind == "alert")
    let sheet = NamedModel("sheet")
    #expect(try screen.execute(.present(.sheet(sheet)), as: screen.home) == .executed)
    #expect(try screen.execute(.pushAndAsk("b"), as: sheet) == .notExecutable(.noStack))
    #expect(screen.names == ["home", "a"])
    #expect(sheet.isPresenting == false)
  }

  @Test func `what a command throws is its answer, and the turn goes on`() throws {
    struct Broken: Error {}
    struct Breaking: NavigationCommand {
      func plan(for caller: any NavigationModel) -> CommandPlan { .change { throw Broken() } }
    }
    try screen.window.run {
      #expect(screen.home.execute(Breaking()) == .rejected(CommandError(Broken())))
      screen.home.push(NamedModel("a"))
    }
    #expect(screen.names == ["home", "a"])
  }

  @Test func `asking changes nothing, and is exact`() throws {
    let new = NamedModel("new")
    let outcome = try screen.window.run {
      #expect(screen.home.canExecute(.push(new)))
      #expect(screen.home.canExecute(.setRoot(new)))
      #expect(screen.home.canExecute(.present(.sheet(new))))
      #expect(screen.home.canExecute(.replacePresented(.sheet(new))))
      #expect(screen.home.canExecute(.push(screen.home)) == false)
      #expect(screen.home.canExecute(.pop()) == false)
      #expect(screen.home.canExecute(.pop(exactly: 1)) == false)
      #expect(screen.home.canExecute(.dismiss) == false)
      #expect(screen.home.canExecute(.back) == false)
      #expect(screen.home.canExecute(.selectTab("a")) == false)
      #expect(screen.home.canExecute(.switchModel(new, nearest: true)) == false)
      #expect(screen.home.canExecute(.showDetail(new)) == false)
    }
    #expect(outcome == .nothing)
    #expect(new.isAttached == false)
  }

  @Test func `a page sends events of what was rendered, and no commands`() throws {
    for name in ["push", "pop", "present", "dismissAll", "reset", "setRoot"] {
      #expect(
        try screen.window.event(model: "m1", name: name, value: ["model": "m2"])
          == .rejected(.invalid, "a model takes no \(name)"))
    }
  }

  // MARK: Messages

  @Test func `listeners hear in their order, then the parent, and no one else`() throws {
    let departures = Departures()
    let child = NamedModel("child")
    let parent = HearingAllModel(child, departures, "parent")
    let outer = HearingAllModel(parent, departures, "outer")
    let window = try TestWindow(outer)
    child.onMessageReceived { _ in departures.add("first") }.onMessageReceived { _ in departures.add("second") }
    child.sendMessage(Greeting(text: "hello"))
    #expect(departures.names == ["first", "second", "parent heard hello"])
    #expect(window.received() == .nothing)
  }

  @Test func `a parent hears after a restart too`() throws {
    let window = try TestWindow(GreetedModel(GreeterModel()))
    try window.restart()
    try window.tap("Greet")
    #expect(window.document["models"]?["m1"]?["properties"]?["heard"] == "hello")
  }

  @Test func `models call back what they were given, also later`() async throws {
    let window = try TestWindow(CallingBackModel())
    try window.tap("Call")
    try window.tap("Call later")
    try await window.settled()
    #expect(window.text == ["now, later", "Call", "Call later"])
  }
}

struct CallbackTests {
  @Test func `a callback equals its copies, or those of its id, and is never saved`() async throws {
    var said: [String] = []
    let (one, two) = (Callback<String> { said.append($0) }, Callback<String> { said.append($0) })
    let copy = one
    #expect(one == copy && one != two)
    #expect(Callback<Int>(id: "a") { _ in } == Callback<Int>(id: "a") { _ in })
    try one("hello")
    #expect(said == ["hello"])
    #expect(throws: EncodingError.self) { try JSONValueEncoder.encode(one) }
    let later = AsyncCallback<Int> { _ in await Task.yield() }
    #expect(Set([later, later]).count == 1)
    try await later(1)
  }
}

extension NavigationCommand where Self == PushAndAskCommand {
  static func pushAndAsk(_ name: String) -> Self { Self(name: name) }
}

struct PushAndAskCommand: NavigationCommand {
  let name: String

  func plan(for caller: any NavigationModel) -> CommandPlan {
    AnyNavigationCommand.push(NamedModel(name)).plan(for: caller)
      .and(AnyNavigationCommand.present(.alert(AlertState("Pushed"))).plan(for: caller))
  }
}

struct Greeting: NavigationMessage { var text: String }

@NavigationModel
final class HearingAllModel: CustomNavigationModel {
  @Transient var child: (any NavigationModel)? = nil
  @Transient var departures: Departures? = nil
  let name: String

  init(_ child: any NavigationModel, _ departures: Departures, _ name: String) {
    self.name = name
    self.child = child
    self.departures = departures
  }

  var children: [any NavigationModel] { child.map { [$0] } ?? [] }

  func receive(_ message: any NavigationMessage, from child: any NavigationModel) {
    if let greeting = message as? Greeting { departures?.add("\(name) heard \(greeting.text)") }
  }
}

@NavigationModel
final class GreeterModel {
  init() {}
  var body: some View { Button("Greet") { self.sendMessage(Greeting(text: "hello")) } }
}

@NavigationModel
final class GreetedModel: CustomNavigationModel {
  var child: GreeterModel
  var heard = ""
  init(_ child: GreeterModel) { self.child = child }
  var properties: JSONObject { ["heard": .string(heard)] }
  var children: [any NavigationModel] { [child] }

  func receive(_ message: any NavigationMessage, from child: any NavigationModel) {
    if let greeting = message as? Greeting { heard = greeting.text }
  }
}

@NavigationModel
final class CallingBackModel {
  @Transient var call: ((String) -> Void)? = nil
  @Transient var callLater: ((String) async -> Void)? = nil
  var said: [String] = []

  init() {
    call = { self.said.append($0) }
    callLater = { text in
      await Task.yield()
      self.said.append(text)
    }
  }

  var body: some View {
    Text(said.joined(separator: ", "))
    Button("Call") { self.call?("now") }
    Button("Call later") { await self.callLater?("later") }
  }
}
