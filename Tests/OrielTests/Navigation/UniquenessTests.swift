import Oriel
import OrielDocument
import OrielTesting
import Testing

/// An instance stands in one place. It may be moved, and come back after it has left; where it is put twice, it stays
/// where it was, and the log says so.
struct UniquenessTests {
  let departures = Departures()
  let (left, right): (DefaultStackRootNavigationModel, DefaultStackRootNavigationModel)
  let (a, b, c): (NamedModel, NamedModel, NamedModel)
  let window: TestWindow

  init() throws {
    let named = { [departures] (name: String) in NamedModel(name).noted(in: departures) }
    let (a, b, c) = (named("a"), named("b"), named("c"))
    let (left, right): (DefaultStackRootNavigationModel, DefaultStackRootNavigationModel) = (
      .stacked([a, b], name: "left"), .stacked(c, name: "right")
    )
    window = try TestWindow(.split(sidebar: left, detail: right))
    (self.left, self.right, self.a, self.b, self.c) = (left, right, a, b, c)
  }

  private func names(_ stack: DefaultStackRootNavigationModel) -> [String] {
    stack.path.compactMap { ($0.model as? NamedModel)?.name }
  }

  private func path(_ id: String) -> JSONValue? { window.document["models"]?[id]?["path"] }

  private let doubled = "NamedModel m4 is in two places; an instance can be in only one"

  @Test func `what is put in a second place stays in the first`() throws {
    try window.run { right.path.append(StackNavigationModel(b)) }
    #expect(names(left) == ["a", "b"])
    #expect(names(right) == ["c"])
    #expect(path("m5") == [["model": "m6"]])
    #expect(b.parent === left)
    #expect(departures.names == [])
    #expect(window.server.warnings == [doubled])
  }

  @Test func `what is put into one path twice stands there once`() throws {
    try window.run { left.path.append(StackNavigationModel(a)) }
    #expect(names(left) == ["a", "b"])
    #expect(path("m2") == [["model": "m3"], ["model": "m4"]])
    #expect(
      window.server.warnings == [
        "DefaultStackRootNavigationModel m2 is in two places; an instance can be in only one"
      ])
  }

  @Test(arguments: [true, false]) func `a model moves to another place, and lives on`(takenFirst: Bool) throws {
    try window.run {
      b.count = 2
      if takenFirst { left.path.removeLast() }
      right.path.append(StackNavigationModel(b))
      if !takenFirst { left.path.removeLast() }
    }
    #expect(names(right) == ["c", "b"])
    #expect(path("m5") == [["model": "m6"], ["model": "m4"]])
    #expect(b.parent === right)
    #expect(window.text == ["a", "Add", "b", "Add", "count 2"])
    #expect(departures.names == [])
    #expect(window.server.warnings == [])
  }

  @Test func `what a switch or a split view may not show leaves it as it was`() throws {
    let (inner, other) = (NamedModel("inner"), NamedModel("other"))
    let switched = DefaultSwitchedNavigationModel(inner)
    try window.run { c.push([switched, other]) }
    try window.run { switched.switchedModel = other }
    #expect(switched.switchedModel === inner)
    #expect(other.parent === right)
    #expect(inner.parent === switched)
    let before = window.document
    try window.restart()
    #expect(window.document == before)
  }

  @Test func `a command puts what has just left in a new place`() throws {
    try window.run {
      #expect(a.popToRoot() == .executed)
      #expect(c.push(b) == .executed)
    }
    #expect(names(right) == ["c", "b"])
    #expect(departures.names == [])
  }

  @Test func `what comes back starts and finishes again`() throws {
    let model = StartingModel(departures)
    for _ in 0..<2 {
      try window.run { a.push(model) }
      #expect(departures.take() == ["started"])
      try window.run { model.popSelf() }
      #expect(departures.take() == ["finished"])
    }
  }

  @Test func `a container is not put into what it contains`() throws {
    let inner: DefaultStackRootNavigationModel = .stacked(NamedModel("d"))
    try window.run { c.push(inner) }
    try window.run { inner.path.append(StackNavigationModel(right)) }
    #expect(right.parent is DefaultSplitNavigationModel)
    #expect(inner.depth == 0)
    try window.run { inner.path.append(StackNavigationModel(inner)) }
    #expect(inner.depth == 0)
    #expect(window.server.warnings.count == 2)
  }

  @Test func `a command refuses what contains something that stands in the graph`() throws {
    try window.run {
      #expect(c.push(DefaultSwitchedNavigationModel(b)) == .notExecutable(.alreadyAttached))
      #expect(c.present(.sheet(.stacked([NamedModel("x"), a]))) == .notExecutable(.alreadyAttached))
    }
    #expect(names(right) == ["c"])
  }

  @Test func `what another window has is refused`() throws {
    let other = NamedModel("other")
    let second = try TestWindow(.stacked(other))
    try window.run { #expect(c.push(other) == .notExecutable(.alreadyAttached)) }
    try window.run { right.path.append(StackNavigationModel(other)) }
    #expect(names(right) == ["c"])
    #expect(second.text == ["other", "Add"])
  }

  @Test func `a model in tabs twice stands in the first`() throws {
    let model = NamedModel("tab")
    let tabs: DefaultTabsRootNavigationModel = .tabbed([
      TabModel(id: "1", title: "One", model: model), TabModel(id: "2", title: "Two", model: model),
    ])
    let window = try TestWindow(tabs)
    #expect(window.document["models"]?["m1"]?["tabs"] == [["id": "1", "title": "One", "model": "m2"]])
    #expect(window.text == ["tab", "Add"])
  }
}

@NavigationModel
final class StartingModel {
  @Transient var departures: Departures? = nil

  init(_ departures: Departures) {
    self.departures = departures
    onMessageReceived { [departures] message in
      if message is FinishedNavigationMessage { departures.add("finished") }
    }
  }

  var body: some View { EmptyView() }

  func start() { departures?.add("started") }
}
