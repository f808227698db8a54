import Oriel
import OrielDocument
import OrielTesting
import Testing

/// Where a model stands, and what is found from there.
struct RelationsTests {
  let a = NamedModel("a")
  let b = NamedModel("b")
  let c = NamedModel("c")
  let d = NamedModel("d")
  let mail: DefaultStackRootNavigationModel
  let news: DefaultStackRootNavigationModel
  let sheet: DefaultStackRootNavigationModel
  let tabs: DefaultTabsRootNavigationModel
  let window: TestWindow

  init() throws {
    let mail: DefaultStackRootNavigationModel = .stacked([a, b], name: "mail")
    let news: DefaultStackRootNavigationModel = .stacked(c, name: "news")
    let tabs: DefaultTabsRootNavigationModel = .tabbed([
      TabModel(id: "mail", title: "Mail", model: mail), TabModel(id: "news", title: "News", model: news),
    ])
    window = try TestWindow(tabs)
    (self.mail, self.news, self.tabs) = (mail, news, tabs)
    sheet = .stacked(d, name: "sheet")
  }

  private func present() throws { try window.run { b.present(.sheet(sheet)) } }

  private func names(_ models: [any NavigationModel]) -> [String] { models.map(name) }

  private func name(_ model: any NavigationModel) -> String {
    (model as? NamedModel)?.name ?? (model as? any StackRootNavigationModel)?.name ?? "tabs"
  }

  @Test func `each model has an id of the server's and its type`() throws {
    #expect([tabs.modelID, mail.modelID, a.modelID, b.modelID, news.modelID] == ["m1", "m2", "m3", "m4", "m5"])
    #expect(window.document["models"]?["m3"]?["type"] == "NamedModel")
    try window.run { b.popSelf() }
    try window.run { a.push(NamedModel("e")) }
    #expect(a.successorsIncludingSelf.map(\.modelID) == ["m3"])
    #expect(mail.path.map(\.model.modelID) == ["m3", "m7"])
  }

  @Test func `what is presented comes before what is contained`() throws {
    try present()
    #expect(names(tabs.children) == ["sheet", "mail", "news"])
    #expect(b.parent === mail && mail.parent === tabs && sheet.parent === tabs && tabs.parent == nil)
    #expect(d.root === tabs)
  }

  @Test func `predecessors go down from the root, successors are parents first`() throws {
    try present()
    #expect(names(d.predecessors) == ["tabs", "sheet"])
    #expect(names(d.predecessorsIncludingSelf) == ["tabs", "sheet", "d"])
    #expect(names(tabs.successors) == ["sheet", "d", "mail", "a", "b", "news", "c"])
    #expect(names(mail.successorsIncludingSelf) == ["mail", "a", "b"])
  }

  @Test func `a model that is in no window is its own root`() {
    #expect(d.root === d)
    #expect(d.parent == nil)
    #expect(d.isAttached == false)
    #expect(names(sheet.successorsIncludingSelf) == ["sheet", "d"])
  }

  @Test func `a model is found by id, by name, by type and as the current one`() throws {
    try present()
    #expect(d.find(id: "m3") === a)
    #expect(d.find(id: "m99") == nil)
    #expect(d.find(named: "news") === news)
    #expect(a.find(named: "sheet") === sheet)
    #expect(a.find(named: "nothing") == nil)
    #expect(d.find(DefaultTabsRootNavigationModel.self) === tabs)
    #expect(a.currentStack === sheet)
    try window.dismiss()
    #expect(a.currentStack === mail)
    #expect(a.find(id: "m7") == nil)
  }

  @Test func `flags are derived from the graph, whatever came and went before`() throws {
    #expect(flags(b) == [false, false, false])
    try present()
    #expect(flags(b) == [false, true, false])
    #expect(flags(d) == [true, false, true])
    #expect((b.presentedKind, d.presentedKind, b.depth, d.depth) == ("sheet", nil, 1, 0))
    try window.run { d.present(.alert(AlertState("Sure?"))) }
    #expect(flags(d) == [true, true, true])
    #expect(d.presentedKind == "alert")
    try window.run { d.dismissAll() }
    try window.run { b.popToRoot() }
    #expect(flags(a) == [false, false, true])
  }

  private func flags(_ model: any NavigationModel) -> [Bool] { [model.isPresented, model.isPresenting, model.isEmpty] }

  @Test func `a wrapper's children present through it, those of a switch and of a layer by themselves`() throws {
    let inner = NamedModel("inner")
    let switched: DefaultSwitchedNavigationModel = .switched(inner)
    #expect((tabs.isWrapperModel, mail.isWrapperModel, switched.isWrapperModel) == (true, true, false))
    try window.run { b.present(.sheet(.stacked(switched))) }
    try window.run { b.present(.sheet(NamedModel("top"))) }
    #expect(inner.presentedModel.map(name) == "top")
    #expect(switched.presentedModel == nil)
  }

  @Test func `a body that asks where it stands is evaluated again when that changes`() throws {
    let asking = AskingWhereModel()
    let window = try TestWindow(.stacked(asking, name: "main"))
    #expect(window.text == ["can go back: false", "depth: 0", "can pop: false"])
    try window.run { asking.push(NamedModel("a")) }
    try window.run { asking.present(.alert(AlertState("Sure?"))) }
    #expect(
      window.document["models"]?["m2"]?["body"]
        == [
          ["type": "text", "text": "can go back: true"], ["type": "text", "text": "depth: 1"],
          ["type": "text", "text": "can pop: true"],
        ])
  }
}

@NavigationModel
final class AskingWhereModel {
  init() {}

  var body: some View {
    Text("can go back: \(canGoBack)")
    Text("depth: \(depth)")
    Text("can pop: \(canExecute(.pop(exactly: 1)))")
  }
}
