import OrielDocument
import OrielTesting
import Testing

@testable import Oriel
@testable import OrielHub

/// What is left of a window when not all of it can be restored.
struct RestorationTests {
  @Test func `a restart changes nothing, and writes nothing`() throws {
    let window = try TestWindow(
      .tabbed([
        TabModel(id: "a", title: "A", model: .stacked([Leaf(), Leaf()])), TabModel(id: "b", title: "B", model: Leaf()),
      ]))
    try window.run { window.root.selected.present(.sheet(.stacked(Leaf()))) }
    let restart = try Restart(window)
    #expect(restart.outline == "tabs[stack[Leaf, Leaf], Leaf] + stack[Leaf]")
    #expect(restart.issues == [])
    #expect(restart.saved == [] && restart.deleted == [])
  }

  @Test func `a stack ends before what can't be restored`() throws {
    let window = try TestWindow(.stacked([Leaf(), Leaf(), Gone(), Leaf()]))
    let restart = try Restart(window) { $0.forgetGone() }
    #expect(restart.outline == "stack[Leaf, Leaf]")
    #expect(
      restart.issues == ["\(goneName) m4 can't be restored: unknownType(\"\(goneName)\")"])
    #expect(restart.saved == ["m1", "m2", "m3"])
    #expect(restart.deleted == ["m4", "m5"])
  }

  @Test func `a damaged row ends the stack too`() throws {
    let window = try TestWindow(.stacked([Leaf(), Leaf(), Leaf()]))
    let restart = try Restart(window) { $0["m3"] = "{\"type\": [" }
    #expect(restart.outline == "stack[Leaf]")
    #expect(restart.issues.count == 1)
    #expect(restart.deleted == ["m3", "m4"])
  }

  @Test func `a layer that can't be restored is dropped, with what it presented`() throws {
    let window = try TestWindow(.stacked(Leaf()))
    try window.run { window.root.top.present(.sheet(Gone())) }
    try window.run { window.root.execute(.present(.sheet(Leaf()))) }
    #expect(try Restart(window).outline == "stack[Leaf] + Gone + Leaf")
    let restart = try Restart(window) { $0.forgetGone() }
    #expect(restart.outline == "stack[Leaf]")
    #expect(restart.deleted == ["m3", "m4"])
  }

  @Test func `a window whose root can't be restored starts over`() throws {
    let window = try TestWindow(.stacked([Gone(), Leaf()]))
    let restart = try Restart(window, newRoot: .stacked(Leaf())) { $0.forgetGone() }
    #expect(restart.isNew)
    #expect(restart.outline == "stack[Leaf]")
    #expect(restart.deleted == ["m1", "m2", "m3"])
    #expect(restart.saved == ["m100x", "m101x"])
  }

  @Test func `a tab that can't be restored starts over, the others stay`() throws {
    let window = try TestWindow(
      .tabbed([
        TabModel(id: "a", title: "A", model: .stacked([Leaf(), Leaf()])), TabModel(id: "b", title: "B", model: Gone()),
      ]))
    let restart = try Restart(
      window,
      newRoot: .tabbed([
        TabModel(id: "a", title: "A", model: Leaf()), TabModel(id: "b", title: "B", model: .stacked(Leaf())),
      ])
    ) { $0.forgetGone() }
    #expect(restart.outline == "tabs[stack[Leaf, Leaf], stack[Leaf]]")
    #expect(restart.isNew == false)
  }

  @Test func `a switch goes with the child that can't be restored, and is not shown empty`() throws {
    let pushed = try TestWindow(.stacked([Leaf(), DefaultSwitchedNavigationModel(Gone())]))
    #expect(try Restart(pushed).outline == "stack[Leaf, switchednavigationmodel[Gone]]")
    #expect(try Restart(pushed) { $0.forgetGone() }.outline == "stack[Leaf]")
    let presented = try TestWindow(.stacked(Leaf()))
    try presented.run { presented.root.top.present(.sheet(DefaultSwitchedNavigationModel(Gone()))) }
    #expect(try Restart(presented) { $0.forgetGone() }.outline == "stack[Leaf]")
    let root = try TestWindow(DefaultSwitchedNavigationModel(Gone()))
    let restart = try Restart(root, newRoot: DefaultSwitchedNavigationModel(Leaf())) { $0.forgetGone() }
    #expect(restart.outline == "switchednavigationmodel[Leaf]")
    #expect(restart.isNew)
    #expect(try Restart(TestWindow(DefaultSwitchedNavigationModel(nil))).outline == "switchednavigationmodel[]")
  }

  @Test func `an optional model that can't be restored is none`() throws {
    let window = try TestWindow(Frame(Gone()))
    #expect(try Restart(window).outline == "frame[Gone]")
    #expect(try Restart(window) { $0.forgetGone() }.outline == "frame[]")
  }

  @Test func `models that hold each other can't be restored as such, and do no harm`() throws {
    let window = try TestWindow(Frame(nil))
    let knot = Restart.Knot()
    try window.run {
      let frame = window.root as? Frame
      frame?.child = knot.one
      knot.one.other = knot.two
      knot.two.other = knot.one
    }
    let restart = try Restart(window)
    #expect(restart.outline == "frame[Held]")
    #expect(restart.issues == ["\(heldName) m2 can't be restored: cycle(\"m2\")"])
  }

  @Test func `rows that nothing refers to leave the store`() throws {
    let window = try TestWindow(.stacked(Leaf()))
    let restart = try Restart(window) { $0["m77"] = $0["m2"] }
    #expect(restart.outline == "stack[Leaf]")
    #expect(restart.deleted == ["m77"])
    #expect(restart.saved == [])
  }

  @Test func `a model that is only referred to stays in the store`() throws {
    let window = try TestWindow(Frame(nil))
    try window.run { (window.root as? Frame)?.spare = Leaf() }
    let restart = try Restart(window)
    #expect(restart.deleted == [])
    #expect(restart.saved == [])
  }

  @Test func `a question of messages is asked on, one of closures closes`() throws {
    let window = try TestWindow(.stacked(Leaf()))
    let codable = AlertState("Sure?") { ButtonState("Yes", message: Yes()) }
    try window.run { window.root.top.present(.alert(codable)) }
    #expect(try Restart(window).outline == "stack[Leaf] + Sure?")
    let closures = AlertState("Sure?") { ButtonState("Yes") {} }
    try window.run { window.root.top.present(.alert(closures)) }
    let restart = try Restart(window)
    #expect(restart.outline == "stack[Leaf]")
    #expect(
      restart.issues == ["DefaultStackRootNavigationModel m1 lost its question: closures can't be saved"])
    // Once: it is not asked any more in what is saved now.
    #expect(restart.saved == ["m1"])
  }

  @Test func `what a question's cancel button says is said when it closes`() throws {
    let window = try TestWindow(.stacked(Leaf()))
    let question = AlertState("Sure?") {
      ButtonState("Yes") {}
      ButtonState("No", role: .cancel, message: Yes())
    }
    try window.run { window.root.top.present(.alert(question)) }
    #expect(try Restart(window, newRoot: BlankModel()).outline == "stack[Leaf] + heard")
  }
}

private let goneName = "OrielTests.Gone"
private let heldName = "OrielTests.Held"

extension [String: String] {
  /// As if the program had no type of that name any more.
  fileprivate mutating func forgetGone() {
    self = mapValues { $0.replacing("Gone\"", with: "Lost\"").replacing("4GoneC", with: "4LostC") }
      .mapValues { $0.replacing("OrielTests.Lost", with: "OrielTests.Gone") }
  }
}

extension TestWindow {
  fileprivate var root: any NavigationModel {
    server.look(id) { hub, id in Carried(model: hub.windows[id]!.graph.root) }.model
  }
  private struct Carried: @unchecked Sendable { let model: any NavigationModel }
}

extension NavigationModel {
  fileprivate var top: any NavigationModel { _content.visibleChildren.first?.top ?? self }
  fileprivate var selected: any NavigationModel { top }
}

extension Restart {
  final class Knot {
    let one = Held()
    let two = Held()
  }
}

struct Yes: NavigationMessage, Codable {}

@NavigationModel
final class Leaf {
  init() {}
  var body: some View { EmptyView() }
  func receive(_ message: any NavigationMessage, from child: any NavigationModel) {
    if message is Yes { present(.alert(AlertState("heard"))) }
  }
}

@NavigationModel
final class Gone {
  init() {}
  var body: some View { EmptyView() }
}

@NavigationModel
final class Held {
  var other: Held?
  init() {}
  var body: some View { EmptyView() }
}

/// A container with a child and something it only keeps.
@NavigationModel
final class Frame {
  var child: (any NavigationModel)?
  var spare: Leaf?
  init(_ child: (any NavigationModel)?) { self.child = child }
  var _content: ModelContent { .custom(component: "frame", properties: [:], children: child.map { [$0] } ?? []) }
  var body: some View { EmptyView() }
}
