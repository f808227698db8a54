import Oriel
import OrielTesting
import Testing

/// `Finished` for every model that left, parents first, what is presented before what is contained; then the actions of
/// questions that were closed without a choice; then `onDismiss` of the layers, the innermost last.
struct FinishOrderTests {
  let departures = Departures()
  let screen: StackedWindow
  init() throws { screen = try StackedWindow() }

  private func sheet(_ model: any NavigationModel, _ name: String) -> Presentation {
    .sheet(model) { [departures] reason in departures.add("\(name) dismissed: \(reason)") }
  }

  private func named(_ name: String) -> NamedModel { NamedModel(name).noted(in: departures) }

  /// A sheet with tabs, over which there is a sheet with tabs, over which there is an alert.
  private func presentThree() throws -> any NavigationModel {
    let (outer, inner) = (tabs("outer", "a", "b"), tabs("inner", "c", "d"))
    try screen.window.run {
      screen.home.present(sheet(outer, "outer"))
      screen.home.present(sheet(inner, "inner"))
      screen.home.present(
        .alert(AlertState("Sure?") { ButtonState("No", role: .cancel) { departures.add("cancelled") } }))
    }
    return outer
  }

  private func tabs(_ name: String, _ names: String...) -> any NavigationModel {
    DefaultTabsRootNavigationModel(
      tabs: names.map { TabModel(id: $0, title: $0, model: named($0)) }, selectedTabID: names[0]
    ).noted(name, in: departures)
  }

  @Test func `what hangs on a closed layer goes with it, the innermost last`() throws {
    let outer = try presentThree()
    try screen.window.run { outer.back() }
    #expect(
      departures.names == [
        "outer", "inner", "c", "d", "a", "b", "cancelled", "outer dismissed: programmatic",
        "inner dismissed: programmatic",
      ])
  }

  @Test func `layers that are closed one by one in a turn go in the same order`() throws {
    _ = try presentThree()
    try screen.window.run { while screen.home.dismiss() == .executed {} }
    #expect(
      departures.names == [
        "outer", "inner", "c", "d", "a", "b", "cancelled", "outer dismissed: programmatic",
        "inner dismissed: programmatic",
      ])
  }

  @Test func `a layer that is replaced below takes all above with it`() throws {
    let asker = named("asker")
    try screen.window.run { screen.home.push(asker) }
    try screen.window.run {
      asker.present(.confirmationDialog(ConfirmationDialogState<Never>("Which?") { ButtonState("One") }, source: "add"))
    }
    try screen.window.run { screen.home.popToRoot() }
    #expect(departures.names == ["asker"])
  }

  @Test func `the end of a window finishes all of it in order`() throws {
    _ = screen.home.noted(in: departures)
    _ = try presentThree()
    try screen.window.leave()
    #expect(
      departures.names == [
        "outer", "inner", "c", "d", "a", "b", "home", "cancelled", "outer dismissed: windowClosed",
        "inner dismissed: windowClosed",
      ])
  }

  @Test func `a user's dismissal says so`() throws {
    try screen.window.run { screen.home.present(sheet(named("a"), "sheet")) }
    try screen.window.dismiss()
    #expect(departures.names == ["a", "sheet dismissed: user"])
  }

  @Test func `an alert's action comes before its layer goes`() throws {
    try screen.window.run { screen.home.present(sheet(named("a"), "sheet")) }
    try screen.window.run {
      screen.home.present(
        .alert(
          AlertState("Sure?") {
            ButtonState("Yes") {
              departures.add("yes")
              screen.home.back()
              screen.home.dismiss()
              screen.home.dismiss()
            }
          }))
    }
    try screen.window.choose("Yes")
    #expect(departures.names == ["yes", "a", "sheet dismissed: programmatic"])
  }

  @Test func `the parent hears that a child has finished, and so do its own listeners`() throws {
    let parent = HearingModel()
    let window = try TestWindow(parent)
    let child = named("child")
    try window.run { parent.child = child }
    try window.run { parent.child = nil }
    #expect(parent.heard == ["finished child"])
    #expect(departures.names == ["child"])
  }

  @Test func `what listeners do belongs to the same turn`() throws {
    let next = NamedModel("next")
    let sheet = NamedModel("sheet").onMessageReceived { [home = screen.home] message in
      if message is FinishedNavigationMessage { home.push(next) }
    }
    try screen.window.run { screen.home.present(.sheet(sheet)) }
    let outcome: TestOutcome = try screen.window.dismiss()
    #expect(
      outcome.abridged
        == .patch([.add("/models/m1/path/1", ["model": "m4"]), .remove("/models/m1/presented")], rev: 3))
  }

  @Test(arguments: [false, true])
  func `what comes in a listener and leaves in its own start finishes, and its timers end`(isPushed: Bool) throws {
    let skipped = SkippedModel.Reference()
    let sheet = named("sheet").onMessageReceived { [home = screen.home, departures] message in
      if isPushed, message is FinishedNavigationMessage { home.push(skipped.make(isPushed, departures)) }
    }
    let presentation = Presentation.sheet(sheet).onDismiss { [home = screen.home, departures] _ in
      if !isPushed { home.present(.sheet(skipped.make(isPushed, departures)) { departures.add("skipped: \($0)") }) }
    }
    try screen.window.run { screen.home.present(presentation) }
    try screen.window.dismiss()
    #expect(departures.take() == ["sheet", "skipped"] + (isPushed ? [] : ["skipped: programmatic"]))
    #expect(screen.window.text == ["home", "Add"])
    try screen.window.advance(by: .seconds(2))
    #expect(departures.names == [])
    #expect(skipped.model == nil)
  }
}

/// A step that finds nothing to do.
@NavigationModel
final class SkippedModel {
  let isPushed: Bool
  @Transient private var departures = Departures()

  init(isPushed: Bool, _ departures: Departures) {
    self.isPushed = isPushed
    self.departures = departures
  }

  func start() {
    schedule(after: .seconds(1)) { self.departures.add("timer") }
    if isPushed { popSelf() } else { dismissSelf() }
  }

  var body: some View { Text("skipped") }

  /// Knows the one that was made, if it is still there.
  final class Reference {
    private(set) weak var model: SkippedModel?

    func make(_ isPushed: Bool, _ departures: Departures) -> SkippedModel {
      let model = SkippedModel(isPushed: isPushed, departures).noted("skipped", in: departures)
      self.model = model
      return model
    }
  }
}

@NavigationModel
final class HearingModel {
  var child: NamedModel?
  var heard: [String] = []

  init() {}

  var _content: ModelContent {
    .custom(component: "hearing", properties: [:], children: child.map { [$0] } ?? [])
  }

  var body: some View { EmptyView() }

  func receive(_ message: any NavigationMessage, from child: any NavigationModel) {
    if message is FinishedNavigationMessage, let child = child as? NamedModel { heard.append("finished \(child.name)") }
  }
}
