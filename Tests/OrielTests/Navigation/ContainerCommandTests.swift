import Oriel
import OrielDocument
import OrielTesting
import Testing

struct ContainerCommandTests {
  let mail = NamedModel("mail")
  let news = NamedModel("news")
  let tabs: DefaultTabsRootNavigationModel
  let window: TestWindow

  init() throws {
    let tabs = DefaultTabsRootNavigationModel(
      tabs: [
        TabModel(id: "mail", title: "Mail", systemImage: "envelope", model: mail),
        TabModel(id: "news", title: "News", model: news),
      ], selectedTabID: "mail")
    window = try TestWindow(tabs)
    self.tabs = tabs
  }

  @Test func `tabs all stand in the document`() {
    #expect(
      window.document["models"]?["m1"]
        == [
          "kind": "tabs", "selected": "mail",
          "tabs": [
            ["id": "mail", "title": "Mail", "icon": "envelope", "model": "m2"],
            ["id": "news", "title": "News", "model": "m3"],
          ],
        ])
  }

  @Test func `a tab is selected by a command, and by its user`() throws {
    let changed = try window.run { mail.selectTab("news") }
    #expect(
      changed
        == .patch(
          [
            .replace("/models/m1/selected", "news"),
            .replace(
              "/models/m3/body",
              [["type": "text", "text": "news"], ["type": "button", "id": "add", "text": "Add"]]),
          ], rev: 2))
    #expect(window.text == ["news", "Add"])
    #expect(try window.selectTab("mail") == .patch([.replace("/models/m1/selected", "mail")], rev: 3))
  }

  @Test func `the elements of a tab come when it is first selected, and stay current from then on`() throws {
    #expect(window.document["models"]?["m3"] == ["kind": "screen", "type": "NamedModel", "body": []])
    #expect(try window.run { news.count = 1 } == .nothing)
    try window.selectTab("news")
    #expect(window.text == ["news", "Add", "count 1"])
    try window.selectTab("mail")
    #expect(try window.run { news.count = 2 } == .patch([.replace("/models/m3/body/2/text", "count 2")], rev: 4))
  }

  @Test func `a tab that was not shown yet pushes and presents, and what it presents is shown`() throws {
    let (home, more, sheet) = (NamedModel("home"), NamedModel("more"), NamedModel("sheet"))
    let stack: DefaultStackRootNavigationModel = .stacked(home)
    let window = try TestWindow(
      .tabbed([
        TabModel(id: "mail", title: "Mail", model: mail), TabModel(id: "home", title: "Home", model: stack),
      ]))
    try window.run { home.push(more) }
    #expect(window.document["models"]?[more._node.id]?["body"] == [])
    try window.run { more.present(.sheet(sheet)) }
    #expect(window.text == ["sheet", "Add"])
    try window.run { sheet.dismiss() }
    try window.run {
      mail.selectTab("home")
      home.selectTab("mail")
    }
    try window.selectTab("home")
    #expect(window.text == ["more", "Add"])
    try window.run { more.pop() }
    #expect(window.text == ["home", "Add"])
  }

  @Test func `a screen that leaves a tab that was not shown yet is shown in its new place`() throws {
    try window.run {
      tabs.tabs = [TabModel(id: "all", title: "All", model: .stacked([mail, news]))]
    }
    #expect(window.text == ["news", "Add"])
  }

  @Test func `an unknown tab is refused and the selection stays`() throws {
    try window.run {
      #expect(mail.canExecute(.selectTab("sports")) == false)
      #expect(mail.selectTab("sports") == .notExecutable(.unknownTab("sports")))
    }
    #expect(try window.selectTab("sports") == .rejected(.invalid, "no such tab"))
    #expect(tabs.selectedTabID == "mail")
  }

  @Test func `without tabs around none is selected`() throws {
    let alone = NamedModel("alone")
    let window = try TestWindow(alone)
    try window.run { #expect(alone.selectTab("mail") == .notExecutable(.noTabs)) }
  }

  @Test func `what lies over the tabs selects one of them, and pushes onto no stack there`() throws {
    let (one, sheet) = (NamedModel("one"), NamedModel("sheet"))
    let stack: DefaultStackRootNavigationModel = .stacked(one)
    let window = try TestWindow(
      .tabbed([
        TabModel(id: "1", title: "One", model: stack), TabModel(id: "2", title: "Two", model: NamedModel("two")),
      ]))
    try window.run {
      #expect(one.present(.sheet(sheet)) == .executed)
      #expect(sheet.selectTab("3") == .notExecutable(.unknownTab("3")))
      #expect(sheet.selectTab("2") == .executed)
      #expect(sheet.push(NamedModel("x")) == .notExecutable(.noStack))
    }
    #expect(window.text == ["two", "Add", "sheet", "Add"])
  }

  @Test func `a tab that is not selected lives on`() throws {
    try window.selectTab("news")
    try window.run { mail.count = 2 }
    try window.selectTab("mail")
    #expect(window.text == ["mail", "Add", "count 2"])
  }

  @Test func `a removed tab finishes`() throws {
    let departures = Departures()
    _ = news.noted(in: departures)
    let outcome = try window.run { tabs.tabs.removeLast() }
    #expect(outcome == .patch([.remove("/models/m1/tabs/1"), .remove("/models/m3")], rev: 2))
    #expect(departures.names == ["news"])
  }
}

struct SwitchModelTests {
  let departures = Departures()
  let one: NamedModel
  let switched: DefaultSwitchedNavigationModel
  let window: TestWindow

  init() throws {
    let one = NamedModel("one").noted(in: departures)
    let switched = DefaultSwitchedNavigationModel(one)
    window = try TestWindow(switched)
    (self.one, self.switched) = (one, switched)
  }

  @Test func `another model takes the place of the old one`() throws {
    let outcome = try window.run { #expect(switched.switchModel(NamedModel("two")) == .executed) }
    #expect(outcome.abridged == .patch([.replace("/models/m1/child", "m3")], rev: 2))
    #expect(window.text == ["two", "Add"])
    #expect(departures.names == ["one"])
  }

  @Test func `nothing may be shown`() throws {
    let outcome = try window.run { #expect(switched.switchModel(nil) == .executed) }
    #expect(outcome == .patch([.remove("/models/m1/child"), .remove("/models/m2")], rev: 2))
  }

  @Test func `only a switch switches, unless the nearest is meant`() throws {
    try window.run {
      #expect(one.switchModel(NamedModel("two")) == .notExecutable(.notSwitched))
      #expect(one.switchModel(NamedModel("two"), nearest: true) == .executed)
    }
    #expect(window.text == ["two", "Add"])
  }

  @Test func `the nearest switch may be below the layer of who asks`() throws {
    let sheet = NamedModel("sheet")
    try window.run {
      #expect(switched.present(.sheet(sheet), on: switched) == .executed)
      #expect(sheet.switchModel(NamedModel("two")) == .notExecutable(.notSwitched))
      #expect(sheet.switchModel(NamedModel("two"), nearest: true) == .executed)
    }
    #expect(window.text == ["two", "Add", "sheet", "Add"])
  }

  @Test func `the same model again changes nothing, one from elsewhere is refused`() throws {
    let outcome = try window.run {
      #expect(switched.switchModel(one) == .executed)
      #expect(switched.switchModel(switched) == .notExecutable(.alreadyAttached))
    }
    #expect(outcome == .nothing)
    #expect(departures.names == [])
  }
}
