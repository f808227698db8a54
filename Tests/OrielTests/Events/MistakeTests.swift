import Oriel
import OrielTesting
import Testing

/// What an author easily gets wrong and no compiler can see: each is told of, with what to change.
struct MistakeTests {
  private func told(
    by root: some NavigationModel, _ step: (TestWindow) throws -> Void = { _ in }
  ) throws -> [String] {
    let window = try TestWindow(root)
    try step(window)
    return window.server.warnings
  }

  @Test(arguments: [
    (
      "Push",
      "PushCommand: noStack: it is not inside a stack: show it with .stacked(_:), .managedSheet(_:) or .managedCover(_:)"
    ),
    ("Tab", "SelectTabCommand: noTabs: it is not inside tabs: make them with .tabbed(_:)"),
    (
      "Switch",
      "SwitchModelCommand: notSwitched: it is not a @SwitchedNavigationModel: pass nearest: true to use the nearest one around it"
    ),
    ("Split", "ShowDetailCommand: noSplit: it is not inside a SplitNavigationModel"),
    (
      "Open",
      #"OpenWindowCommand: unknownScene("nowhere"): there is no WindowGroup with the id "nowhere" that this user may open"#
    ),
    (
      "Draw",
      #"PresentCommand: unsupportedPresentation("drawer"): the page has not called definePresentation("drawer")"#
    ),
  ])
  func `a command that can never be executed is a warning`(_ button: String, _ expected: String) throws {
    #expect(
      try told(by: MistakenPlaceModel()) { try $0.tap(button) } == ["MistakenPlaceModel m1 can't execute \(expected)"])
  }

  @Test func `a command that came too late is none`() throws {
    #expect(try told(by: MistakenPlaceModel()) { try $0.tap("Dismiss") } == [])
  }

  @Test func `navigating before there is a window is reported`() throws {
    let server = try TestServer(app: MistakenHasteApp())
    #expect(try server.open().text == ["Hasty"])
    #expect(
      server.warnings == [
        "MistakenHasteModel executes PushCommand before it is part of a window, which does nothing: do it in start()"
      ])
  }

  @Test func `a body that navigates is reported`() throws {
    #expect(
      try told(by: .stacked(MistakenBodyModel())) == [
        """
        MistakenBodyModel m2 executes PushCommand in its body, which may be evaluated at any time: do it in start() or \
        in a handler
        """
      ])
  }

  @Test func `a body that changes its own model is reported`() throws {
    #expect(
      try told(by: MistakenCountModel()) == [
        "MistakenCountModel m1 changes its count in its body, which won't show the change: do it in start() or in a handler"
      ])
  }

  @Test func `what follows a property is asked for once`() throws {
    let window = try TestWindow(MistakenAskingModel())
    try window.tap("Show")
    try window.dismiss()
    try window.tap("Show")
    #expect(window.text == ["Show", "Hasty"])
    #expect(
      window.server.warnings == [
        "MistakenAskingModel m1 follows this property already: call this once, in start()"
      ])
  }

  @Test func `tabs with the same id are reported, and so is an unknown first tab`() throws {
    let tabs = ["a", "a", "b"].map { TabModel(id: $0, title: $0, model: MistakenPlaceModel()) }
    #expect(
      try told(by: .tabbed(tabs, selected: "c")) == [
        #"DefaultTabsRootNavigationModel m1 has two tabs with the id "a"; only one of them can be selected"#,
        #"DefaultTabsRootNavigationModel m1 has no tab "c""#,
      ])
  }

  @Test func `presenting again in start() after a restart is reported`() throws {
    let window = try TestWindow(.stacked(MistakenRepeatingModel()))
    #expect(window.server.warnings == [])
    try window.restart()
    #expect(
      window.server.warnings == [
        """
        MistakenRepeatingModel m2 shows a new MistakenScreenModel in start(), which runs again after a restart, when the earlier one \
        is already there: begin with both, as .stacked([…]) does, or remember in a property that it was shown
        """
      ])
  }

  @Test func `what start shows for the first time is not`() throws {
    let window = try TestWindow(.stacked(MistakenRepeatingModel(isLate: true)))
    try window.restart()
    #expect(window.text == ["Hasty"])
    #expect(window.server.warnings == [])
  }

  @Test func `an optional model may have one from the beginning`() throws {
    let window = try TestWindow(.stacked(MistakenSpareModel()))
    try window.restart()
    let model = try window.find(MistakenSpareModel.self)
    #expect(model.spare?.name == "Spare")
    #expect(model.any is MistakenScreenModel)
  }

  @Test func `models that start one another without end are ended, and one of them is named`() throws {
    let told = try told(by: .stacked(MistakenEndlessModel(count: 0)))
    #expect(
      told.first == """
        MistakenEndlessModel m66 keeps changing the window: each change that its start(), observe, listeners or \
        onDismiss make leads to the next, 64 times in one turn. Further commands in this turn are refused; add a condition \
        that ends the changes
        """)
  }
}

@NavigationModel
private final class MistakenPlaceModel {
  init() {}

  var body: some View {
    Button("Push") { self.push(MistakenScreenModel()) }
    Button("Tab") { self.selectTab("a") }
    Button("Switch") { self.switchModel(nil) }
    Button("Split") { self.showDetail(nil) }
    Button("Open") { self.openWindow("nowhere") }
    Button("Draw") { self.present(.custom("drawer", MistakenScreenModel())) }
    Button("Dismiss") { self.dismiss() }
  }
}

private struct MistakenHasteApp: WindowApp {
  var body: some Scene {
    WindowGroup("Hasty") { .stacked(MistakenHasteModel()) }
  }
}

@NavigationModel
private final class MistakenHasteModel {
  init() { push(MistakenScreenModel()) }

  var body: some View { Text("Hasty") }
}

@NavigationModel
private final class MistakenScreenModel {
  var name = "Spare"

  init() {}

  var body: some View { Text("Hasty") }
}

@NavigationModel
private final class MistakenBodyModel {
  init() {}

  var body: some View {
    let _ = push(MistakenScreenModel())
    Text("Below")
  }
}

@NavigationModel
private final class MistakenCountModel {
  var count = 0

  init() {}

  var body: some View {
    let _ = count += 1
    Text("Counted")
  }
}

@NavigationModel
private final class MistakenAskingModel {
  var isShown = false

  init() {}

  var body: some View {
    Button("Show") {
      self.present(isPresented: \.isShown) { .sheet(MistakenScreenModel()) }
      self.isShown = true
    }
  }
}

@NavigationModel
private final class MistakenRepeatingModel {
  var isLate: Bool

  init(isLate: Bool = false) {
    self.isLate = isLate
  }

  func start() {
    if !isLate { push(MistakenScreenModel()) }
    isLate = false
  }

  var body: some View { Text("Root") }
}

@NavigationModel
private final class MistakenSpareModel {
  var spare: MistakenScreenModel? = MistakenScreenModel()
  var any: (any NavigationModel)? = MistakenScreenModel()

  init() {}

  var body: some View { Text("Parts") }
}

@NavigationModel
private final class MistakenEndlessModel {
  let count: Int

  init(count: Int) {
    self.count = count
  }

  func start() {
    if count < 80 { push(MistakenEndlessModel(count: count + 1)) }
  }

  var body: some View { Text("\(count)") }
}
