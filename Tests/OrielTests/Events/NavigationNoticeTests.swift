import Oriel
import OrielTesting
import Testing

/// What is told of a window's navigation.
struct NavigationNoticeTests {
  let screen: StackedWindow

  init() throws { screen = try StackedWindow() }

  /// What has happened in the course of a step, but for how models come and go.
  private func events(_ step: () throws -> Void) throws -> [NavigationNotice] {
    let count = screen.window.events.count
    try screen.window.run(step)
    return screen.window.events.dropFirst(count).filter { ![.started, .finished, .freed].contains($0.kind) }
  }

  private func told(_ step: () throws -> Void) throws -> [String] { try events(step).map(\.message) }

  @Test func `a notice has the window, the model and the kind`() throws {
    let pushed = try events { screen.home.push(NamedModel("a")) }
    #expect(pushed.map(\.kind) == [.pushed])
    #expect(pushed.map(\.level) == [.info])
    #expect(pushed.map(\.window) == [screen.window.id])
    #expect(pushed.map(\.model) == ["m3"])
    #expect(pushed.map(\.type) == ["NamedModel"])
    #expect(pushed.map(\.details) == [["container": "m1", "depth": "1"]])
    #expect(pushed.map(\.description) == ["NamedModel m3 was pushed onto m1"])
  }

  @Test func `a window is reported from its opening to its end`() throws {
    try screen.window.run { screen.home.push(NamedModel("a")) }
    try screen.window.back()
    try screen.window.leave()
    #expect(
      screen.window.events.map(\.message) == [
        "A window of \"main\" was opened", "DefaultStackRootNavigationModel m1 started", "NamedModel m2 started",
        "NamedModel m3 was pushed onto m1", "NamedModel m3 started",
        "NamedModel m3 was popped from m1", "NamedModel m3 finished", "NamedModel m3 was freed",
        "DefaultStackRootNavigationModel m1 finished", "NamedModel m2 finished", "A window of \"main\" was closed",
      ])
  }

  @Test func `a stack tells what comes, goes and moves`() throws {
    let (a, b) = (NamedModel("a"), NamedModel("b"))
    #expect(
      try told { screen.home.push([a, b]) }
        == ["NamedModel m3 was pushed onto m1", "NamedModel m4 was pushed onto m1"])
    #expect(
      try told { screen.home.reversePath() }
        == ["DefaultStackRootNavigationModel m1 has its entries in another order"])
    #expect(
      try told { screen.home.replaceTop(NamedModel("c")) }
        == ["NamedModel m2 was popped from m1", "NamedModel m5 was pushed onto m1"])
    #expect(
      try told { a.popToRoot() } == ["NamedModel m5 was popped from m1", "NamedModel m3 was popped from m1"])
    #expect(try told { b.pop() } == ["NamedModel m4 can't execute PopCommand: atRoot"])
  }

  @Test func `a layer tells how it comes, and why it goes`() throws {
    let sheet = try events { screen.home.present(.sheet(NamedModel("a")).named("first")) }
    let facts = ["as": "sheet", "presenter": "m1", "name": "first"]
    #expect(sheet.map(\.kind) == [.presented])
    #expect(sheet.map(\.model) == ["m3"])
    #expect(sheet.map(\.details) == [facts])
    let count = screen.window.events.count
    try screen.window.dismiss()
    let dismissed = screen.window.events.dropFirst(count).filter { $0.kind == .dismissed }
    #expect(dismissed.map(\.model) == ["m3"])
    #expect(dismissed.map(\.details) == [facts.merging(["reason": "user"]) { $1 }])
  }

  @Test func `a command that is not executed is reported, whether or not its result is read`() throws {
    let refused = try events { screen.home.popTo(depth: 3) }
    #expect(refused.map(\.kind) == [.refused])
    #expect(refused.map(\.message) == ["NamedModel m2 can't execute PopCommand: noSuchDepth(3, depth: 0)"])
    #expect(refused.map(\.details) == [["command": "PopCommand", "reason": "noSuchDepth(3, depth: 0)"]])
    #expect(screen.window.server.warnings == [])
  }

  @Test func `a question is reported with its presenter`() throws {
    let name = "DefaultStackRootNavigationModel m1"
    #expect(
      try told { screen.home.present(.alert(AlertState("Sure?"))) } == ["\(name) presents a question as alert"])
    #expect(try told { screen.home.dismiss() } == ["\(name) no longer presents its question (programmatic)"])
  }

  @Test func `a restart reports no push or presentation again`() throws {
    try screen.window.run {
      screen.home.push(NamedModel("a"))
      screen.home.present(.sheet(NamedModel("b")))
    }
    let count = screen.window.events.count
    try screen.window.restart()
    let kinds = screen.window.events.dropFirst(count).map(\.kind).filter { $0 != .freed }
    #expect(kinds == [.woke, .started, .started, .started, .started])
  }

  @Test func `other containers tell what they show`() throws {
    let (one, two) = (NamedModel("one"), NamedModel("two"))
    let switched = DefaultSwitchedNavigationModel(one)
    let tabs: DefaultTabsRootNavigationModel = .tabbed([
      TabModel(id: "a", title: "A", model: NamedModel("a")), TabModel(id: "b", title: "B", model: NamedModel("b")),
    ])
    _ = try told { screen.home.push([switched, tabs]) }
    #expect(
      try told { switched.switchModel(two) } == ["DefaultSwitchedNavigationModel m3 shows NamedModel m8"])
    #expect(try told { switched.switchModel(nil) } == ["DefaultSwitchedNavigationModel m3 shows nothing"])
    #expect(
      try told { tabs.selectedTabID = "b" } == ["DefaultTabsRootNavigationModel m5 has the tab \"b\" selected"])
    #expect(
      try told { tabs.tabs.append(TabModel(id: "c", title: "C", model: NamedModel("c"))) }
        == ["NamedModel m9 was added to m5"])
    #expect(
      try told { tabs.tabs.remove(at: 1) } == [
        "NamedModel m7 was removed from m5", "DefaultTabsRootNavigationModel m5 has the tab \"a\" selected",
      ])
  }

  @Test func `a refused change is not reported as done`() throws {
    let a = NamedModel("a")
    let (left, right) = (DefaultStackRootNavigationModel.stacked(a), DefaultStackRootNavigationModel(path: []))
    let tabs: DefaultTabsRootNavigationModel = .tabbed([
      TabModel(id: "l", title: "L", model: left), TabModel(id: "r", title: "R", model: right),
    ])
    _ = try told { screen.home.push(tabs) }
    #expect(
      try told { right.path.append(StackNavigationModel(a)) }
        == ["NamedModel m5 is in two places; an instance can be in only one"])
    #expect(
      try told { tabs.selectedTabID = "x" } == ["DefaultTabsRootNavigationModel m3 has no tab \"x\""])
    #expect(
      try told {
        right.path.append(StackNavigationModel(a))
        left.path = []
      } == ["NamedModel m5 was pushed onto m6", "NamedModel m5 was popped from m4"])
  }

  @Test func `a name that stands for two is reported once`() throws {
    let (one, two) = (NamedModel("one"), NamedModel("two"))
    _ = try told { screen.home.push(DefaultStackRootNavigationModel.stacked(one, name: "list")) }
    let twin: DefaultStackRootNavigationModel = .stacked(two, name: "list")
    let doubled = "Two stacks or layers are called \"list\"; only one is found by it"
    #expect(
      try told { screen.stack.path.append(StackNavigationModel(twin)) }
        == ["DefaultStackRootNavigationModel m5 was pushed onto m1", doubled])
    #expect(try told { two.push(NamedModel("three")) } == ["NamedModel m7 was pushed onto m5"])
    #expect(screen.window.server.warnings == [doubled])
  }

  @Test func `a page's showing and hiding of a screen is reported`() throws {
    try screen.window.appeared()
    #expect(
      screen.window.events.filter { $0.kind == .appeared }.map(\.message)
        == ["DefaultStackRootNavigationModel m1 appeared", "NamedModel m2 appeared"])
    #expect(try told { screen.home.push(NamedModel("a")) }.last == "NamedModel m2 disappeared")
  }
}
