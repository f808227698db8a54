import Oriel
import OrielDocument
import OrielTesting
import Testing

/// Split views and containers of the author's own.
struct SplitTests {
  let departures = Departures()
  let list = NamedModel("list")
  let split: DefaultSplitNavigationModel
  let window: TestWindow

  init() throws {
    let split = DefaultSplitNavigationModel(sidebar: .stacked(list))
    window = try TestWindow(split)
    self.split = split
  }

  @Test func `what is selected in the sidebar shows beside it`() throws {
    let (one, two) = (NamedModel("one").noted(in: departures), NamedModel("two").noted(in: departures))
    #expect(try window.run { list.showDetail(one) }.abridged == .patch([.add("/models/m1/detail", "m4")], rev: 2))
    #expect(window.text == ["list", "Add", "one", "Add"])
    #expect(try window.run { list.showDetail(two) }.abridged == .patch([.replace("/models/m1/detail", "m5")], rev: 3))
    #expect(departures.take() == ["one"])
    try window.run { #expect(one.showDetail(nil) == .notExecutable(.notAttached)) }
    try window.run { #expect(two.showDetail(nil) == .executed) }
    #expect(departures.take() == ["two"])
    #expect(window.document["models"]?["m1"] == ["kind": "split", "sidebar": "m2"])
  }

  @Test func `sidebar and detail have stacks of their own, and what is presented covers both`() throws {
    let detail = NamedModel("detail")
    try window.run { list.showDetail(.stacked(detail)) }
    try window.run { detail.push(NamedModel("pushed")) }
    #expect(detail.depth == 1)
    #expect(list.depth == 0)
    try window.run { detail.present(.sheet(NamedModel("sheet"))) }
    #expect(split.presentedModel?.modelID == "m7")
  }

  @Test func `its user goes back from the detail to the sidebar`() throws {
    try window.run { list.showDetail(NamedModel("one").noted(in: departures)) }
    try window.event(model: "m1", name: "back", value: ["depth": 0])
    #expect(split.detail == nil)
    #expect(departures.names == ["one"])
    #expect(
      try window.event(model: "m1", name: "back", value: ["depth": 0])
        == .rejected(.stale, "This is no longer on the screen"))
  }

  @Test func `a split view comes back as it was, and without one there is no detail`() throws {
    try window.run { list.showDetail(NamedModel("one")) }
    let before = window.document
    try window.restart()
    #expect(window.document == before)
    let alone = NamedModel("alone")
    let other = try TestWindow(alone)
    try other.run { #expect(alone.showDetail(NamedModel("x")) == .notExecutable(.noSplit)) }
  }
}

struct CustomContainerTests {
  let departures = Departures()

  @Test func `a container of the author's own has the children it lists`() throws {
    let (a, b) = (NamedModel("a").noted(in: departures), NamedModel("b").noted(in: departures))
    let segments = SegmentsModel([a, b])
    let window = try TestWindow(segments)
    #expect(
      window.document["models"]?["m1"]
        == [
          "kind": "custom", "component": "segments", "properties": ["count": 2], "children": ["m2", "m3"],
        ])
    try window.run { segments.parts.removeFirst() }
    #expect(departures.names == ["a"])
    #expect(window.document["models"]?["m1"]?["children"] == ["m3"])
    #expect(b.parent === segments)
  }

  @Test func `a container hears what its component emits, and refuses what it does not know`() throws {
    let segments = SegmentsModel([NamedModel("a"), NamedModel("b")])
    let window = try TestWindow(segments)
    try window.event("custom:remove", of: segments, value: 0)
    #expect(
      window.document["models"]?["m1"]
        == ["kind": "custom", "component": "segments", "properties": ["count": 1], "children": ["m3"]])
    #expect(try window.event("custom:remove", of: segments, value: 7).isRefused)
    #expect(try window.event("custom:paint", of: segments).isRefused)
    #expect(try window.event("custom:remove", of: segments.parts[0], value: 0).isRefused)
    try window.run { segments.present(.sheet(NamedModel("sheet"))) }
    #expect(
      try window.event("custom:remove", of: segments, value: 0)
        == .rejected(.stale, "This is no longer on the screen"))
    #expect(segments.parts.map(\.name) == ["b"])
    #expect(window.server.warnings == [])
  }

  @Test func `it may list what it presents too, or not`() throws {
    let a = NamedModel("a")
    let listing = ListingModel(a)
    let window = try TestWindow(listing)
    try window.run { a.present(.sheet(NamedModel("sheet"))) }
    #expect(listing.successors.map(\.modelID) == ["m3", "m2"])
    #expect(
      window.document["models"]?["m1"]
        == [
          "kind": "custom", "component": "ListingModel", "properties": [:], "children": ["m2"],
          "presented": ["as": "sheet", "model": "m3"],
        ])
  }
}

@NavigationModel
final class SegmentsModel: CustomNavigationModel {
  var parts: [NamedModel]
  init(_ parts: [NamedModel]) { self.parts = parts }
  var component: String { "segments" }
  var properties: JSONObject { ["count": .integer(parts.count)] }
  var children: [any NavigationModel] { parts }

  func receive(event: String, value: JSONValue?) throws {
    guard event == "remove", let index = value?.integerValue, parts.indices.contains(index) else {
      throw UnknownComponentEvent()
    }
    parts.remove(at: index)
  }
}

extension TestOutcome {
  fileprivate var isRefused: Bool { if case .rejected(.invalid, _) = self { true } else { false } }
}

@NavigationModel
final class ListingModel {
  var child: NamedModel
  init(_ child: NamedModel) { self.child = child }
  var children: [any NavigationModel] { (presentedModel.map { [$0] } ?? []) + [child] }
  var body: some View { EmptyView() }
}

struct TabListTests {
  let departures = Departures()
  let mail = NamedModel("mail")
  let news = NamedModel("news")
  let tabs: DefaultTabsRootNavigationModel
  let window: TestWindow

  init() throws {
    _ = mail.noted(in: departures)
    let tabs: DefaultTabsRootNavigationModel = .tabbed([
      TabModel(id: "mail", title: "Mail", model: mail), TabModel(id: "news", title: "News", model: news),
    ])
    window = try TestWindow(tabs)
    self.tabs = tabs
  }

  @Test func `tabs come and go, and what goes finishes`() throws {
    try window.run { tabs.tabs.append(TabModel(id: "new", title: "New", model: NamedModel("new"))) }
    #expect(window.document["models"]?["m1"]?["tabs"]?.arrayValue?.count == 3)
    try window.run { tabs.tabs.removeFirst() }
    #expect(departures.names == ["mail"])
    #expect(tabs.selectedTabID == "news")
    #expect(window.text == ["news", "Add"])
    #expect(window.server.warnings == [])
  }

  @Test func `a selection that is no tab is not taken`() throws {
    let outcome = try window.run { tabs.selectedTabID = "sports" }
    #expect(outcome == .nothing)
    #expect(tabs.selectedTabID == "mail")
    #expect(window.server.warnings == ["DefaultTabsRootNavigationModel m1 has no tab \"sports\""])
  }

  @Test func `a tab may be selected before it is there, in one turn`() throws {
    try window.run {
      tabs.selectedTabID = "new"
      #expect(mail.canGoBack == false)
      tabs.tabs.append(TabModel(id: "new", title: "New", model: NamedModel("new")))
    }
    #expect(window.text == ["new", "Add"])
  }
}
