import Oriel
import OrielDocument
import OrielTesting
import Testing

/// What is presented, by whom, in whose place, and how it goes.
struct PresentationRuleTests {
  let screen: StackedWindow
  let departures = Departures()
  init() throws { screen = try StackedWindow() }

  private func presented(by model: String) -> JSONValue? { screen.window.document["models"]?[model]?["presented"] }

  private func result(
    _ command: some NavigationCommand, as caller: (any NavigationModel)? = nil
  ) throws -> CommandResult {
    try screen.execute(command, as: caller ?? screen.home)
  }

  private func named(_ name: String) -> NamedModel { NamedModel(name).noted(in: departures) }

  private func sheet(_ name: String) -> Presentation {
    .sheet(named(name)) { [departures] in departures.add("\(name) \($0)") }
  }

  // MARK: Kinds

  @Test func `sheets and covers, bare and with a stack of their own`() throws {
    #expect(try result(.present(.sheet(named("a")))) == .executed)
    #expect(try result(.present(.managedSheet(named("b")))) == .executed)
    #expect(try result(.present(.fullScreenCover(named("c")))) == .executed)
    #expect(try result(.present(.managedCover(named("d")))) == .executed)
    #expect(presented(by: "m1") == ["as": "sheet", "model": "m3"])
    #expect(presented(by: "m3") == ["as": "sheet", "model": "m4"])
    #expect(presented(by: "m4") == ["as": "cover", "model": "m6"])
    #expect(presented(by: "m6") == ["as": "cover", "model": "m7"])
    #expect(screen.window.document["models"]?["m7"]?["kind"] == "stack")
  }

  @Test func `one chain, and one place for a layer at each model`() throws {
    #expect(try result(.present(sheet("one"))) == .executed)
    #expect(try result(.present(sheet("two"))) == .executed)
    #expect(try result(.present(.alert(AlertState("Sure?")))) == .executed)
    #expect(screen.home.presentedModels.map(\.modelID) == ["m3", "m4"])
    #expect(presented(by: "m4")?["as"] == "alert")
    #expect(try result(.present(sheet("three"))) == .executed)
    #expect(presented(by: "m4") == ["as": "sheet", "model": "m5"])
    #expect(departures.names == [])
  }

  @Test func `a popover is at its source, and what is presented next closes it`() throws {
    let popover = Presentation.popover(named("popover"), source: "add") { [departures] in
      departures.add("popover \($0)")
    }
    #expect(try result(.present(popover)) == .executed)
    #expect(presented(by: "m2") == ["as": "popover", "model": "m3", "source": "add"])
    #expect(try result(.present(sheet("sheet"))) == .executed)
    #expect(departures.take() == ["popover", "popover replaced"])
    #expect(presented(by: "m2") == ["as": "sheet", "model": "m4"])
    let late = Presentation.popover(named("late"), source: "add")
    #expect(try result(.present(late), as: screen.stack) == .notExecutable(.covered))
  }

  @Test func `what a popover presents is presented by who had presented the popover, who hears the answer`() throws {
    let (home, popover) = (QuestioningModel(), NamedModel("popover"))
    let window = try TestWindow(.stacked(home))
    let alert = AlertState<Reply>("Delete it?") { ButtonState("Delete", action: .delete) }
    try window.run {
      home.present(.popover(popover, source: "Ask"))
      #expect(popover.present(.popover(NamedModel("inner"), source: "add")) == .notExecutable(.covered))
      #expect(popover.present(.alert(alert)) == .executed)
    }
    #expect(popover.isAttached == false)
    #expect(window.document["models"]?["m2"]?["presented"]?["title"] == "Delete it?")
    try window.choose("Delete")
    #expect(home.heard == ["delete"])
  }

  @Test func `the presenter doesn't depend on the caller, and is visible`() throws {
    let inner = named("inner")
    #expect(try result(.present(.sheet(.stacked(DefaultSwitchedNavigationModel(inner))))) == .executed)
    #expect(try result(.present(sheet("top")), as: screen.home) == .executed)
    #expect(inner.presentedModel?.modelID == "m6")
  }

  @Test func `a given model presents, if nothing covers it, or in place of what it presents`() throws {
    #expect(try result(.present(sheet("one"), on: screen.home)) == .executed)
    #expect(presented(by: "m2") == ["as": "sheet", "model": "m3"])
    #expect(try result(.present(sheet("two"))) == .executed)
    #expect(try result(.present(sheet("x"), on: screen.stack)) == .notExecutable(.covered))
    #expect(try result(.present(sheet("three"), on: screen.home)) == .executed)
    #expect(departures.names == ["one", "two", "one replaced", "two replaced"])
    #expect(presented(by: "m2") == ["as": "sheet", "model": "m5"])
    #expect(try result(.present(sheet("x"), on: named("elsewhere"))) == .notExecutable(.notAttached))
  }

  @Test func `presenting, and presenting on that, is one patch`() throws {
    let one = named("one")
    let outcome = try screen.window.run {
      #expect(screen.home.present(.sheet(one)) == .executed)
      #expect(one.present(.sheet(named("two"))) == .executed)
    }
    #expect(outcome.abridged == .patch([.add("/models/m1/presented", ["as": "sheet", "model": "m3"])], rev: 2))
    #expect(presented(by: "m3") == ["as": "sheet", "model": "m4"])
  }

  @Test func `the same model is updated in place, another replaces it with all above`() throws {
    let model = named("one")
    let first = Presentation.sheet(model).onDismiss { [departures] in departures.add("one \($0)") }
    #expect(try result(.present(first)) == .executed)
    #expect(try result(.present(sheet("above"))) == .executed)
    #expect(try result(.present(.sheet(model, detents: [.medium]))) == .executed)
    #expect(presented(by: "m1")?["detents"] == ["medium"])
    #expect(departures.names == [])
    let outcome = try screen.window.run { screen.home.replacePresented(sheet("two")) }
    #expect(
      outcome.abridged == .patch([.replace("/models/m1/presented", ["as": "sheet", "model": "m5"])], rev: 5))
    #expect(departures.names == ["one", "above", "one replaced", "above replaced"])
  }

  // MARK: In place of what is there

  @Test func `what is presented is replaced in one patch, wherever that is asked`() throws {
    #expect(try result(.present(sheet("one"))) == .executed)
    let one = try #require(screen.home.presentedModels.first)
    let outcome = try screen.window.run { one.replacePresented(sheet("two")) }
    #expect(
      outcome.abridged == .patch([.replace("/models/m1/presented", ["as": "sheet", "model": "m4"])], rev: 3))
    #expect(departures.take() == ["one", "one replaced"])
    try screen.window.run {
      #expect(screen.home.enqueue(.push(NamedModel("pushed"))) == .executed)
    }
    #expect(departures.take() == ["two", "two programmatic"])
    #expect(screen.names == ["home", "pushed"])
  }

  @Test func `after a delay on the hub's clock, unless the presenter has gone by then`() throws {
    let a = named("a")
    #expect(try result(.push(a)) == .executed)
    #expect(try result(.present(sheet("one"), on: a)) == .executed)
    #expect(try result(.replacePresented(sheet("two"), after: .seconds(1))) == .executed)
    #expect(departures.take() == ["one", "one replaced"])
    try screen.window.server.advance(by: .milliseconds(999))
    #expect(screen.window.text == ["a", "Add"])
    try screen.window.server.advance(by: .milliseconds(1))
    #expect(screen.window.text == ["a", "Add", "two", "Add"])
    try screen.window.dismiss()
    try screen.window.run {
      #expect(a.enqueue(.push(NamedModel("late")), after: .seconds(1)) == .executed)
      a.popSelf()
    }
    try screen.window.server.advance(by: .seconds(2))
    #expect(screen.names == ["home"])
  }

  @Test func `dismissing and presenting in one turn leaves nothing in the way`() throws {
    let model = named("one")
    let presentation = Presentation.sheet(model) { [departures] in departures.add("one \($0)") }
    #expect(try result(.present(presentation)) == .executed)
    try screen.window.run {
      #expect(screen.home.dismiss() == .executed)
      #expect(screen.home.present(presentation) == .executed)
    }
    #expect(departures.take() == ["one programmatic"])
    #expect(screen.window.text == ["home", "Add", "one", "Add"])
    try screen.window.run {
      screen.home.present(.alert(AlertState("First?")))
      screen.home.dismiss()
      #expect(screen.home.present(.alert(AlertState("Second?"))) == .executed)
    }
    #expect(presented(by: "m3")?["title"] == "Second?")
  }

  // MARK: Props of a layer

  @Test func `a sheet's heights, and the one its user chooses`() throws {
    let model = named("sheet")
    let detents: [PresentationDetent] = [.medium, .fraction(0.3), .height(240)]
    #expect(try result(.present(.sheet(model, detents: detents, selectedDetent: .fraction(0.3)))) == .executed)
    #expect(
      presented(by: "m1") == ["as": "sheet", "model": "m3", "detents": ["medium", "30%", "240px"], "detent": "30%"])
    let outcome: TestOutcome = try screen.window.event(model: "m3", name: "detent", value: ["id": "240px"])
    #expect(outcome == .patch([.replace("/models/m1/presented/detent", "240px")], rev: 3))
    #expect(model.selectedDetent == .height(240))
    #expect(
      try screen.window.event(model: "m3", name: "detent", value: ["id": "large"])
        == .rejected(.invalid, "no such detent"))
    #expect(
      try screen.window.event(model: "m1", name: "detent", value: ["id": "medium"])
        == .rejected(.stale, "This is no longer on the screen"))
    try screen.window.restart()
    #expect(presented(by: "m1")?["detent"] == "240px")
  }

  @Test func `a layer is found by its name, and a name stands for one`() throws {
    #expect(try result(.present(sheet("one").named("settings"))) == .executed)
    #expect(screen.home.isShowing("settings"))
    #expect(screen.home.find(named: "settings")?.modelID == "m3")
    #expect(try result(.present(sheet("two").named("settings"))) == .notExecutable(.alreadyShowing("settings")))
    #expect(try result(.replacePresented(sheet("three").named("settings"))) == .executed)
    #expect(screen.home.find(named: "settings")?.modelID == "m4")
    #expect(presented(by: "m1")?["name"] == "settings")
  }

  @Test func `the presented model of a type is found, also within a stack`() throws {
    #expect(screen.home.presented(NamedModel.self) == nil)
    #expect(try result(.present(.managedSheet(AskingWhereModel()))) == .executed)
    #expect(try result(.present(sheet("top"))) == .executed)
    #expect(screen.home.presented(AskingWhereModel.self)?.modelID == "m4")
    #expect(screen.home.presented(NamedModel.self)?.name == "top")
  }

  @Test func `its user closes the layer that is meant, unless that is disabled`() throws {
    let model = named("one")
    #expect(try result(.present(sheet("below"))) == .executed)
    #expect(try result(.present(.sheet(model).interactiveDismissDisabled())) == .executed)
    #expect(presented(by: "m3")?["dismissible"] == false)
    let dismiss: (String) throws -> TestOutcome = { try screen.window.event(model: $0, name: "dismiss", value: [:]) }
    #expect(try dismiss("m4") == .rejected(.notExecutable, "This can't be dismissed"))
    #expect(try result(.interactiveDismissDisabled(false), as: model) == .executed)
    #expect(try dismiss("m3") == .rejected(.stale, "This is no longer on the screen"))
    #expect(try dismiss("m4") == .patch([.remove("/models/m3/presented"), .remove("/models/m4")], rev: 5))
    #expect(try result(.interactiveDismissDisabled()) == .notExecutable(.notPresented))
  }

  @Test func `what is shown for a while goes by itself, and nothing else with it`() throws {
    #expect(try result(.present(sheet("toast"), hidingAfter: .seconds(2))) == .executed)
    try screen.window.server.advance(by: .milliseconds(1999))
    #expect(departures.names == [])
    try screen.window.server.advance(by: .milliseconds(1))
    #expect(departures.take() == ["toast", "toast programmatic"])
    #expect(try result(.present(sheet("toast"), hidingAfter: .seconds(2))) == .executed)
    try screen.window.dismiss()
    #expect(departures.take() == ["toast", "toast user"])
    #expect(try result(.present(sheet("other"))) == .executed)
    try screen.window.server.advance(by: .seconds(3))
    #expect(screen.window.text == ["home", "Add", "other", "Add"])
  }

  @Test func `what is shown for a while goes also after a restart`() throws {
    #expect(try result(.present(.sheet(NamedModel("toast")), hidingAfter: .seconds(2))) == .executed)
    try screen.window.server.advance(by: .seconds(1))
    try screen.window.restart()
    #expect(screen.window.text == ["home", "Add", "toast", "Add"])
    try screen.window.server.advance(by: .seconds(2))
    #expect(screen.window.text == ["home", "Add"])
  }

  @Test func `a kind of the app's own is presented where the page can draw it`() throws {
    let drawer = Presentation.custom("drawer", named("drawer"))
    #expect(try result(.present(drawer)) == .notExecutable(.unsupportedPresentation("drawer")))
    #expect(presented(by: "m1") == nil)
    let other = try TestServer(app: DrawerApp()).open()
    #expect(try other.tap("Open") == .rejected(.failed, "Something went wrong"))
    let able = try TestServer(app: DrawerApp()).open(presenting: ["drawer"])
    try able.tap("Open")
    #expect(able.document["models"]?["m1"]?["presented"] == ["as": "drawer", "model": "m2"])
  }

  @Test func `a page of the web is shown in a sheet, if its URL is one`() throws {
    #expect(try result(.present(.webView("https://swift.org", title: "Swift"))) == .executed)
    #expect(
      screen.window.document["models"]?["m3"]?["body"]
        == [
          ["type": "link", "text": "Swift", "url": "https://swift.org"],
          ["type": "webView", "url": "https://swift.org", "label": "Swift"],
        ])
    #expect(try result(.replacePresented(.webView("javascript:alert(1)"))) == .executed)
    #expect(screen.window.document["models"]?["m4"]?["body"] == [["type": "text", "text": "javascript:alert(1)"]])
  }

  @Test func `the user is offered to share something`() throws {
    #expect(try result(.share(ShareItem(title: "Swift", url: "https://swift.org"))) == .executed)
    #expect(
      screen.window.triggers.map { [$0.kind: $0.payload] }
        == [["share": ["title": "Swift", "url": "https://swift.org"]]])
    #expect(try result(.share(ShareItem(url: "javascript:x"))) == .notExecutable(.forbiddenURL("javascript:x")))
    #expect(try result(.share(ShareItem(title: "Nothing"))) == .notExecutable(.nothingToShare))
  }

  // MARK: How layers go

  @Test func `each layer says once why it went`() throws {
    #expect(try result(.present(sheet("user"))) == .executed)
    try screen.window.dismiss()
    #expect(try result(.present(sheet("command"))) == .executed)
    #expect(try result(.dismiss) == .executed)
    #expect(try result(.present(sheet("replaced"))) == .executed)
    #expect(try result(.replacePresented(sheet("closed"))) == .executed)
    try screen.window.leave()
    #expect(
      departures.names == [
        "user", "user user", "command", "command programmatic", "replaced", "replaced replaced", "closed",
        "closed windowClosed",
      ])
  }

  @Test func `onDismiss comes after Finished, the innermost last, also for what a listener closes`()
    throws
  {
    let inner = named("inner").onMessageReceived { [home = screen.home] message in
      if message is FinishedNavigationMessage { home.dismiss() }
    }
    #expect(try result(.present(sheet("outer"))) == .executed)
    let second = Presentation.sheet(inner).onDismiss { [departures] in departures.add("inner \($0)") }
    #expect(try result(.present(second)) == .executed)
    try screen.window.dismiss()
    #expect(departures.names == ["inner", "inner user", "outer", "outer programmatic"])
  }
}

struct DrawerApp: WindowApp {
  var body: some Scene { WindowGroup("Drawer") { DrawerModel() } }
}

@NavigationModel
final class DrawerModel {
  struct Refused: Error {}

  init() {}

  var body: some View {
    Button("Open") {
      guard self.present(.custom("drawer", NamedModel("drawer"))) == .executed else { throw Refused() }
    }
  }
}
