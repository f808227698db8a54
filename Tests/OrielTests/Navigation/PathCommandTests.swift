import Oriel
import OrielDocument
import OrielTesting
import Testing

/// What may be done to a path, to the letter.
struct PathCommandTests {
  let screen: StackedWindow
  let departures = Departures()
  init() throws { screen = try StackedWindow() }

  private func result(
    _ command: some NavigationCommand, as caller: (any NavigationModel)? = nil
  ) throws -> CommandResult {
    try screen.execute(command, as: caller ?? screen.home)
  }

  private func named(_ name: String) -> NamedModel { NamedModel(name).noted(in: departures) }

  private func push(_ names: String...) throws {
    #expect(try result(.push(names.map(named))) == .executed)
  }

  // MARK: Popping

  struct Popping: CustomTestStringConvertible {
    let command: @Sendable () -> AnyNavigationCommand
    let left: [String]
    let result: CommandResult
    var testDescription: String { "\(command())" }

    init(
      command: @autoclosure @escaping @Sendable () -> AnyNavigationCommand, left: [String],
      result: CommandResult = .executed
    ) {
      (self.command, self.left, self.result) = (command, left, result)
    }
  }

  static let poppings: [Popping] = [
    Popping(command: .pop(), left: ["home", "a", "b"]),
    Popping(command: .pop(0), left: ["home", "a", "b", "c"]),
    Popping(command: .pop(-1), left: ["home", "a", "b", "c"]),
    Popping(command: .pop(3), left: ["home"]),
    Popping(command: .pop(4), left: ["home"]),
    Popping(command: .pop(exactly: 0), left: ["home", "a", "b", "c"]),
    Popping(command: .pop(exactly: 3), left: ["home"]),
    Popping(
      command: .pop(exactly: 4), left: ["home", "a", "b", "c"], result: .notExecutable(.noSuchDepth(-1, depth: 3))),
    Popping(
      command: .pop(exactly: -1), left: ["home", "a", "b", "c"], result: .notExecutable(.noSuchDepth(4, depth: 3))),
    Popping(command: .popTo(depth: 0), left: ["home"]),
    Popping(command: .popTo(depth: 1), left: ["home", "a"]),
    Popping(command: .popTo(depth: 3), left: ["home", "a", "b", "c"]),
    Popping(
      command: .popTo(depth: 4), left: ["home", "a", "b", "c"], result: .notExecutable(.noSuchDepth(4, depth: 3))),
    Popping(
      command: .popTo(depth: -1), left: ["home", "a", "b", "c"], result: .notExecutable(.noSuchDepth(-1, depth: 3))),
    Popping(command: .popToRoot, left: ["home"]),
  ]

  @Test(arguments: poppings) func `popping leaves so much`(_ popping: Popping) throws {
    try push("a", "b", "c")
    #expect(try result(popping.command()) == popping.result)
    #expect(screen.names == popping.left)
    #expect(screen.home.depth == popping.left.count - 1)
  }

  @Test func `at the root nothing can be popped, but nothing can be done to it`() throws {
    #expect(try result(.pop()) == .notExecutable(.atRoot))
    #expect(try result(.pop(0)) == .executed)
    #expect(try result(.popTo(depth: 0)) == .executed)
    #expect(try result(.popToRoot) == .notExecutable(.atRoot))
  }

  @Test func `a model's own entry, and all above, is popped by it`() throws {
    let inner = named("inner")
    try push("a")
    #expect(try result(.push([DefaultSwitchedNavigationModel(inner), named("b")])) == .executed)
    #expect(try result(.popSelf, as: inner) == .executed)
    #expect(departures.names == ["inner", "b"])
    #expect(screen.names == ["home", "a"])
    #expect(try result(.popSelf) == .notExecutable(.atRoot))
    #expect(try result(.popSelf, as: screen.stack) == .notExecutable(.noStack))
  }

  @Test func `a stack in a stack pops itself from the outer one`() throws {
    let inner: DefaultStackRootNavigationModel = .stacked([named("a"), named("b")])
    #expect(try result(.push(inner)) == .executed)
    #expect(try result(.popSelf, as: inner) == .executed)
    #expect(departures.names == ["a", "b"])
  }

  // MARK: Named stacks

  @Test func `going back to a model, or to a stack by its name, from anywhere`() throws {
    let a = named("a")
    #expect(try result(.push([a, named("b"), named("c")])) == .executed)
    let sheet: DefaultStackRootNavigationModel = .stacked([named("d"), named("e")], name: "sheet")
    #expect(try result(.present(.sheet(sheet))) == .executed)
    #expect(try result(.popTo(a), as: sheet) == .executed)
    #expect(screen.names == ["home", "a"])
    #expect(try result(.popTo(named: "sheet")) == .executed)
    #expect(departures.names == ["b", "c", "e"])
    #expect(try result(.popTo(named: "sheet")) == .notExecutable(.atRoot))
    #expect(try result(.popTo(named: "nothing")) == .notExecutable(.unknownName("nothing")))
    #expect(try result(.popTo(named("f"))) == .notExecutable(.notInStack))
  }

  @Test func `a name stands for one stack of a window at a time`() throws {
    let editor: DefaultStackRootNavigationModel = .stacked(named("a"), name: "editor")
    #expect(try result(.push(editor)) == .executed)
    #expect(screen.home.isShowing("editor"))
    #expect(screen.window.document["models"]?[editor.modelID]?["name"] == "editor")
    let second: DefaultStackRootNavigationModel = .stacked(named("b"), name: "editor")
    #expect(try result(.push(second)) == .notExecutable(.alreadyShowing("editor")))
    #expect(try result(.present(.sheet(second))) == .notExecutable(.alreadyShowing("editor")))
    #expect(try result(.present(.sheet(.switched(second)))) == .notExecutable(.alreadyShowing("editor")))
    #expect(try result(.replaceTop(second)) == .executed)
    #expect(try result(.popToRoot) == .executed)
    #expect(screen.home.isShowing("editor") == false)
    #expect(try result(.push(editor)) == .executed)
  }

  @Test func `two of one name at once are refused`() throws {
    let both: [any NavigationModel] = [.stacked(named("a"), name: "n"), .stacked(named("b"), name: "n")]
    #expect(try result(.push(both)) == .notExecutable(.alreadyShowing("n")))
  }

  @Test func `what is asked of no stack, twice or of an unknown name is answered, and nothing traps`()
    throws
  {
    let sheet = named("sheet")
    #expect(try result(.present(.sheet(sheet))) == .executed)
    #expect(try result(.push(named("a")), as: sheet) == .notExecutable(.noStack))
    #expect(try result(.push(named("a"), on: "nowhere")) == .notExecutable(.unknownName("nowhere")))
    #expect(try result(.push(sheet)) == .notExecutable(.alreadyAttached))
    #expect(screen.names == ["home"])
    #expect(screen.window.server.warnings.map { $0.prefix(44) } == ["NamedModel m3 can't execute PushCommand: noS"])
  }

  @Test func `models are pushed onto a stack by its name`() throws {
    let news: DefaultStackRootNavigationModel = .stacked(named("news"), name: "news")
    #expect(try result(.present(.sheet(news))) == .executed)
    #expect(try result(.push([named("a"), named("b")], on: "news")) == .executed)
    #expect(news.depth == 2)
    #expect(screen.names == ["home"])
  }

  // MARK: Rewriting

  @Test func `the top is replaced in one step, and finishes`() throws {
    try push("a", "b")
    let outcome = try screen.window.run { screen.home.replaceTop(named("c")) }
    #expect(
      outcome.abridged == .patch([.remove("/models/m1/path/2"), .add("/models/m1/path/2", ["model": "m5"])], rev: 3))
    #expect(departures.names == ["b"])
    #expect(screen.names == ["home", "a", "c"])
    #expect(try result(.replaceTop(screen.home)) == .notExecutable(.alreadyAttached))
  }

  @Test func `at the root the root is replaced`() throws {
    #expect(try result(.replaceTop(named("new"))) == .executed)
    #expect(screen.names == ["new"])
  }

  @Test func `a path is rewritten, and what stays keeps its state`() throws {
    try push("a", "b")
    try screen.window.run { screen.home.count = 3 }
    let outcome = try screen.window.run { #expect(screen.home.reversePath() == .executed) }
    #expect(screen.names == ["b", "a", "home"])
    #expect(screen.window.text == ["home", "Add", "count 3"])
    #expect(departures.names == [])
    #expect(outcome.abridged != .nothing)
    #expect(
      try result(.mapPath { $0.filter { ($0.model as? NamedModel)?.name != "a" } }) == .executed)
    #expect(departures.names == ["a"])
    #expect(try result(.mapPath { $0 + $0 }) == .notExecutable(.alreadyAttached))
    #expect(screen.names == ["b", "home"])
  }

  @Test func `a new root keeps what lies above it, or clears it`() throws {
    try push("a", "b")
    #expect(try result(.setRoot(named("r"), clear: false)) == .executed)
    #expect(screen.names == ["r", "a", "b"])
    let b = try #require(screen.stack.path.last?.model)
    #expect(try result(.setRoot(b, clear: false), as: b) == .executed)
    #expect(screen.names == ["b", "a"])
    #expect(departures.take() == ["r"])
    #expect(try result(.setRoot(named("s"), clear: true), as: b) == .executed)
    #expect(screen.names == ["s"])
    #expect(departures.names == ["b", "a"])
  }

  // MARK: Containers

  @Test func `a stack may come filled, and all of it comes at once`() throws {
    let outcome = try screen.window.run {
      screen.home.present(.sheet(.stacked([named("editor"), named("detail")])))
    }
    #expect(screen.window.text == ["home", "Add", "detail", "Add"])
    #expect(
      outcome.abridged == .patch([.add("/models/m1/presented", ["as": "sheet", "model": "m3"])], rev: 2))
    #expect(
      screen.window.document["models"]?["m3"]?["path"]
        == [["model": "m4"], ["model": "m5"]])
  }

  @Test func `equal values, and models of many types, stand in one path`() throws {
    try push("same", "same")
    #expect(try result(.push([DefaultSwitchedNavigationModel(nil), AskingWhereModel()])) == .executed)
    #expect(screen.stack.path.map(\.model.modelID) == ["m2", "m3", "m4", "m5", "m6"])
  }

  @Test func `a path comes back as it was`() throws {
    try push("a")
    let inner: DefaultStackRootNavigationModel = .stacked(named("b"), name: "inner", displayOptions: [.inlineTitle])
    #expect(try result(.push(inner)) == .executed)
    let before = screen.window.document
    try screen.window.restart()
    #expect(screen.window.document == before)
  }

  @Test func `a stack says what it leaves out`() throws {
    let window = try TestWindow(.stacked(named("a"), displayOptions: [.hideToolbar, .hideBackButton, .inlineTitle]))
    #expect(window.document["models"]?["m1"]?["options"] == ["hideToolbar", "hideBackButton", "inlineTitle"])
  }

  @Test func `a stack hides the tab bar while it shows more than its root`() throws {
    let stack: DefaultStackRootNavigationModel = .stacked(
      named("a"), tabBarToolbarBehavior: .hiddenWhenNotRoot(animated: true))
    let window = try TestWindow(.tabbed([TabModel(id: "1", title: "One", model: stack)]))
    func tabBar() -> JSONValue? { window.document["models"]?["m2"]?["tabBar"] }
    #expect(tabBar() == ["hidden": false, "animated": true])
    try window.run { stack.push(named("b")) }
    #expect(tabBar() == ["hidden": true, "animated": true])
    try window.back()
    #expect(tabBar() == ["hidden": false, "animated": true])
  }
}
