import OrielTesting
import Testing

@testable import Oriel
@testable import OrielHub

/// The verbs that close layers, and those that empty stacks.
struct DismissCommandTests {
  let screen: StackedWindow
  let departures = Departures()
  let (one, two, three): (NamedModel, NamedModel, NamedModel)

  /// Three sheets over a stack: the second is presented from the first, the third from the second.
  init() throws {
    screen = try StackedWindow()
    one = NamedModel("one").noted(in: departures)
    two = NamedModel("two").noted(in: departures)
    three = NamedModel("three").noted(in: departures)
  }

  private func presentAll() throws {
    for model in [one, two, three] {
      try screen.window.run {
        screen.home.present(.sheet(model) { [departures] in departures.add("\(model.name) \($0)") })
      }
    }
  }

  private func result(_ command: some NavigationCommand, as caller: any NavigationModel) throws -> CommandResult {
    try screen.execute(command, as: caller)
  }

  @Test func `dismiss removes the top layer, from any model`() throws {
    #expect(try result(.dismiss, as: screen.home) == .notExecutable(.nothingPresented))
    try presentAll()
    #expect(try result(.dismiss, as: screen.home) == .executed)
    #expect(departures.names == ["three", "three programmatic"])
  }

  @Test func `dismissSelf removes the caller's layer and all above`() throws {
    #expect(try result(.dismissSelf, as: screen.home) == .notExecutable(.notPresented))
    #expect(screen.home.canDismissSelf == false)
    try presentAll()
    #expect(two.canDismissSelf)
    #expect(try result(.dismissSelf, as: two) == .executed)
    #expect(departures.names == ["two", "three", "two programmatic", "three programmatic"])
    #expect(screen.window.text == ["home", "Add", "one", "Add"])
  }

  @Test func `dismissPresented removes what the caller's layer presents`() throws {
    try presentAll()
    #expect(try result(.dismissPresented, as: three) == .notExecutable(.nothingPresented))
    #expect(try result(.dismissPresented, as: one) == .executed)
    #expect(departures.take() == ["two", "three", "two programmatic", "three programmatic"])
    #expect(try result(.dismissPresented, as: screen.home) == .executed)
    #expect(departures.take() == ["one", "one programmatic"])
  }

  @Test func `dismissDescendants removes all that is presented below the caller`() throws {
    try presentAll()
    #expect(try result(.dismissDescendants, as: screen.home) == .notExecutable(.nothingPresented))
    #expect(try result(.dismissDescendants, as: screen.stack) == .executed)
    #expect(
      departures.names == [
        "one", "two", "three", "one programmatic", "two programmatic", "three programmatic",
      ])
  }

  @Test func `dismissAll closes every layer, and no window`() throws {
    try presentAll()
    #expect(try result(.dismissAll, as: two) == .executed)
    #expect(screen.window.text == ["home", "Add"])
    #expect(screen.window.isAttached)
    #expect(try result(.dismissAll, as: screen.home) == .notExecutable(.nothingPresented))
  }

  @Test func `reset closes every layer and empties every stack`() throws {
    #expect(try result(.reset, as: screen.home) == .notExecutable(.atRoot))
    #expect(try result(.push(NamedModel("a")), as: screen.home) == .executed)
    #expect(try result(.reset, as: screen.home) == .executed)
    try presentAll()
    #expect(try result(.push(NamedModel("b")), as: screen.home) == .executed)
    #expect(try result(.reset, as: three) == .executed)
    #expect(screen.window.text == ["home", "Add"])
  }

  @Test func `popAll empties the stacks of every tab and layer`() throws {
    let (mail, news): (DefaultStackRootNavigationModel, DefaultStackRootNavigationModel) = (
      .stacked([NamedModel("a"), NamedModel("b")], name: "mail"),
      .stacked([NamedModel("c"), NamedModel("d")], name: "news")
    )
    let window = try TestWindow(
      .tabbed([TabModel(id: "1", title: "One", model: mail), TabModel(id: "2", title: "Two", model: news)]))
    let sheet: DefaultStackRootNavigationModel = .stacked([NamedModel("e"), NamedModel("f")])
    try window.run { mail.present(.sheet(sheet)) }
    func depths() -> [Int] { [mail.depth, news.depth, sheet.depth] }
    try window.run { #expect(mail.popTo(named: "news") == .executed) }
    #expect(depths() == [1, 0, 1])
    try window.run { #expect(mail.popAll() == .executed) }
    #expect(depths() == [0, 0, 0])
    try window.run {
      #expect(mail.popAll() == .notExecutable(.atRoot))
      #expect(mail.popTo(named: "news") == .notExecutable(.atRoot))
      #expect(mail.popTo(named: "sports") == .notExecutable(.unknownName("sports")))
    }
  }

  @Test func `a locked window keeps its layers and stacks, but for its user and for single steps`() throws {
    try presentAll()
    try screen.window.run { screen.home.push(NamedModel("a")) }
    lock(true)
    #expect(screen.home.isNavigationLocked)
    #expect(try result(.dismissAll, as: screen.home) == .notExecutable(.locked))
    #expect(try result(.popAll, as: screen.home) == .notExecutable(.locked))
    #expect(try result(.reset, as: screen.home) == .notExecutable(.locked))
    try screen.window.dismiss()
    #expect(try result(.dismiss, as: screen.home) == .executed)
    #expect(try result(.dismissPresented, as: screen.home) == .executed)
    #expect(try result(.pop(), as: screen.home) == .executed)
    lock(false)
    #expect(try result(.reset, as: screen.home) == .notExecutable(.atRoot))
  }

  private func lock(_ isLocked: Bool) {
    screen.window.server.look((screen.window.id, isLocked)) { hub, input in
      hub.windows[input.0]?.graph.setLock(input.1, by: "form")
    }
  }

  @Test func `back pops what can be popped, then dismisses the caller's layer`() throws {
    let (a, b) = (NamedModel("a").noted(in: departures), NamedModel("b").noted(in: departures))
    #expect(try result(.present(.managedSheet(a)), as: screen.home) == .executed)
    #expect(try result(.push(b), as: a) == .executed)
    #expect(a.canGoBack)
    #expect(try result(.back, as: a) == .executed)
    #expect(departures.take() == ["b"])
    #expect(try result(.back, as: a) == .executed)
    #expect(departures.take() == ["a"])
    #expect(try result(.back, as: screen.home) == .notExecutable(.atRoot))
    #expect(screen.home.canGoBack == false)
  }

  @Test func `a sheet without a stack is left by back, and the stack below stays`() throws {
    #expect(try result(.push(NamedModel("a")), as: screen.home) == .executed)
    #expect(try result(.present(.sheet(one)), as: screen.home) == .executed)
    #expect(try result(.back, as: one) == .executed)
    #expect(screen.window.text == ["a", "Add"])
  }

  @Test func `back pops the nearest stack that has something to pop, then leaves the layer`() throws {
    let (first, last) = (NamedModel("first"), NamedModel("last"))
    let inner: DefaultStackRootNavigationModel = .stacked(last)
    try screen.window.run { screen.home.present(.sheet(.stacked([first, inner]))) }
    #expect(last.canGoBack)
    #expect(try result(.back, as: last) == .executed)
    #expect(screen.window.text == ["home", "Add", "first", "Add"])
    #expect(try result(.back, as: first) == .executed)
    #expect(screen.window.text == ["home", "Add"])
  }

  @Test func `back leaves nothing but the caller's layer`() throws {
    let inner: DefaultStackRootNavigationModel = .stacked(one)
    try screen.window.run { screen.home.push(two) }
    try screen.window.run { screen.home.present(.sheet(inner)) }
    #expect(try result(.back, as: one) == .executed)
    #expect(screen.window.text == ["two", "Add"])
  }
}
