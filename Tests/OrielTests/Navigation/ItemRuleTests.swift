import Oriel
import OrielTesting
import Testing

/// What is shown for optional properties and the properties agree, whatever comes and goes.
struct ItemRuleTests {
  let model: WishModel
  let window: TestWindow

  init() throws {
    let model = WishModel()
    window = try TestWindow(.stacked(model))
    self.model = model
  }

  @Test(arguments: [false, true])
  func `what one property shows does not go with what another hides in the same turn`(showsFirst: Bool) throws {
    try window.run { model.number = 1 }
    try window.run {
      if showsFirst { model.item = "a" }
      model.number = nil
      if !showsFirst { model.item = "a" }
    }
    #expect(model.item == "a")
    #expect(window.text == ["wish", "detail a"])
  }

  @Test func `what replaces a layer does not go with another that is hidden in the same turn`() throws {
    try window.run { model.item = "a" }
    try window.run { model.number = 1 }
    try window.run {
      model.item = "b"
      model.number = nil
    }
    #expect(model.item == "b")
    #expect(window.text == ["wish", "detail b"])
    #expect(model.heard == ["replaced: b"])
  }

  // MARK: The owner leaves

  @Test func `what a screen shows for a property goes with the screen`() throws {
    let screen = WishModel()
    try window.run { model.push(screen) }
    try window.run { screen.item = "a" }
    #expect(window.text == ["wish", "detail a"])
    try window.run { model.popToRoot() }
    #expect(window.text == ["wish"])
    #expect(screen.item == nil)
    #expect(screen.heard == ["programmatic: nil"])
  }

  @Test func `what a tab's screen shows for a property goes with the tab`() throws {
    let (kept, removed) = (WishModel(), WishModel())
    let tabs = DefaultTabsRootNavigationModel(
      tabs: [TabModel(id: "1", title: "1", model: kept), TabModel(id: "2", title: "2", model: removed)],
      selectedTabID: "2")
    let window = try TestWindow(tabs)
    try window.run { removed.item = "a" }
    try window.run { tabs.tabs.removeLast() }
    #expect(window.text == ["wish"])
  }

  @Test func `what a command presents belongs to the stack, and stays when the screen goes`() throws {
    let screen = WishModel()
    try window.run { model.push(screen) }
    try window.run { screen.present(.sheet(DetailModel("a"))) }
    try window.run { model.popToRoot() }
    #expect(window.text == ["wish", "detail a"])
  }

  @Test func `a screen that moves keeps what it shows for a property`() throws {
    let screen = WishModel()
    try window.run { model.push(screen) }
    try window.run { screen.item = "a" }
    try window.run { model.reversePath() }
    #expect(window.text == ["wish", "detail a"])
    try window.dismiss()
    #expect(screen.item == nil)
  }

  // MARK: What onDismiss finds

  @Test func `in onDismiss the property is nothing, and the same may be asked for again`() throws {
    try window.run { model.retries = 1 }
    try window.run { model.item = "a" }
    try window.dismiss()
    #expect(model.heard == ["user: nil"])
    #expect(window.text == ["wish", "detail a"])
    try window.dismiss()
    #expect(model.heard == ["user: nil", "user: nil"])
    #expect(window.text == ["wish"])
  }

  @Test func `who hears that a pushed screen has finished may ask for the same again`() throws {
    try window.run { model.retries = 1 }
    try window.run { model.page = "a" }
    try window.back()
    #expect(model.heard == ["finished: nil"])
    #expect(window.text == ["detail a"])
    try window.back()
    #expect(model.page == nil)
    #expect(window.text == ["wish"])
  }

  @Test func `what was written meanwhile is not what its user closed`() throws {
    try window.run { model.item = "a" }
    try window.run {
      model.dismiss()
      model.item = "b"
    }
    #expect(model.heard == ["programmatic: b"])
    #expect(window.text == ["wish", "detail b"])
  }

  // MARK: What can't be shown yet

  @Test func `what can't be shown yet is shown when it can be, and was made once`() throws {
    try window.run { model.present(.sheet(NamedModel("above"))) }
    try window.run { model.tip = 1 }
    #expect(window.text == ["wish", "above", "Add"])
    try window.tap("add")
    try window.run { model.push(DetailModel("pushed")) }
    try window.run { model.pop() }
    #expect(
      window.server.warnings == [
        """
        WishModel m2 can't show what its property asks for yet: notExecutable(Oriel.NotExecutableReason.covered). It is \
        shown as soon as possible
        """
      ])
    try window.dismiss()
    #expect(window.text == ["wish", "detail tip 1"])
    #expect(model.tipsMade == 1)
    try window.dismiss()
    #expect(model.tip == nil)
  }

  @Test func `what is asked for no longer is not shown when it could be`() throws {
    try window.run { model.present(.sheet(NamedModel("above"))) }
    try window.run { model.tip = 1 }
    try window.run { model.tip = nil }
    try window.dismiss()
    #expect(window.text == ["wish"])
  }

  @Test func `of what can't be shown yet the last is shown`() throws {
    try window.run { model.present(.sheet(NamedModel("above"))) }
    try window.run { model.tip = 1 }
    try window.run { model.tip = 2 }
    try window.dismiss()
    #expect(window.text == ["wish", "detail tip 2"])
  }

  @Test func `what can't be shown yet is shown after a restart`() throws {
    let window = try TestWindow(.stacked(WishModel()))
    try window.run { try window.find(WishModel.self).present(.sheet(NamedModel("above"))) }
    try window.run { try window.find(WishModel.self).tip = 1 }
    try window.restart()
    #expect(window.text == ["wish", "above", "Add"])
    try window.dismiss()
    #expect(window.text == ["wish", "detail tip 1"])
  }
}

/// Shows something for each of its properties, and notes what they are when that has gone.
@NavigationModel
final class WishModel {
  var number: Int?
  var item: String?
  var page: String?
  var tip: Int?
  /// How often it asks for the same again.
  @Transient var retries = 0
  @Transient var heard: [String] = []
  @Transient var tipsMade = 0

  init() {}

  func start() {
    present(item: \.number, id: \.self) { number in .fullScreenCover(DetailModel("number \(number)")) }
    present(item: \.item, id: \.self) { item in
      .sheet(DetailModel(item)) { reason in
        self.heard.append("\(reason): \(self.item ?? "nil")")
        self.retry { self.item = item }
      }
    }
    push(item: \.page) { page in
      DetailModel(page).onMessageReceived { message in
        guard message is FinishedNavigationMessage else { return }
        self.heard.append("finished: \(self.page ?? "nil")")
        self.retry { self.page = page }
      }
    }
    present(item: \.tip, id: \.self) { tip in
      self.tipsMade += 1
      return .popover(DetailModel("tip \(tip)"), source: "wish")
    }
  }

  private func retry(_ ask: () -> Void) {
    guard retries > 0 else { return }
    retries -= 1
    ask()
  }

  var body: some View { Text("wish").id("wish") }
}
