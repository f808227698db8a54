import Oriel
import OrielDocument
import OrielTesting
import Testing

struct PresentationCommandTests {
  let screen: StackedWindow
  let departures = Departures()
  init() throws { screen = try StackedWindow() }

  private func presented(by model: String) -> JSONValue? { screen.window.document["models"]?[model]?["presented"] }

  private func alert(_ title: String) -> Presentation {
    .alert(AlertState(title) { ButtonState("Cancel", role: .cancel) { departures.add("\(title) cancelled") } })
  }

  // MARK: Who presents

  @Test func `the window's root presents the first layer, for any model`() throws {
    #expect(try screen.execute(.push(NamedModel("a")), as: screen.home) == .executed)
    #expect(try screen.execute(.present(.sheet(NamedModel("sheet"))), as: screen.home) == .executed)
    #expect(presented(by: "m1") == ["as": "sheet", "model": "m4"])
  }

  @Test func `the last layer presents the next, for any model`() throws {
    #expect(try screen.execute(.present(.sheet(NamedModel("one"))), as: screen.home) == .executed)
    #expect(try screen.execute(.present(.fullScreenCover(NamedModel("two"))), as: screen.home) == .executed)
    #expect(presented(by: "m3") == ["as": "cover", "model": "m4"])
    #expect(screen.window.text == ["home", "Add", "one", "Add", "two", "Add"])
  }

  @Test func `the child of a switch presents, and a screen in a stack does not`() throws {
    let inner = NamedModel("inner")
    let sheet = DefaultSwitchedNavigationModel(DefaultStackRootNavigationModel(path: [StackNavigationModel(inner)]))
    #expect(try screen.execute(.present(.sheet(sheet)), as: screen.home) == .executed)
    #expect(try screen.execute(.present(.sheet(NamedModel("two"))), as: inner) == .executed)
    #expect(presented(by: "m4") == ["as": "sheet", "model": "m6"])
  }

  @Test func `only the visible branch presents`() throws {
    let (one, two) = (
      DefaultSwitchedNavigationModel(NamedModel("one")), DefaultSwitchedNavigationModel(NamedModel("two"))
    )
    let tabs = DefaultTabsRootNavigationModel(
      tabs: [TabModel(id: "1", title: "One", model: one), TabModel(id: "2", title: "Two", model: two)],
      selectedTabID: "2")
    let window = try TestWindow(tabs)
    try window.run { one.present(.sheet(NamedModel("sheet"))) }
    #expect(window.text == ["two", "Add", "sheet", "Add"])
    #expect(window.document["models"]?["m5"]?["presented"] == ["as": "sheet", "model": "m6"])
  }

  @Test func `presenting over a question closes it as no choice`() throws {
    #expect(try screen.execute(.present(alert("Sure?")), as: screen.home) == .executed)
    #expect(try screen.execute(.present(.sheet(NamedModel("sheet"))), as: screen.home) == .executed)
    #expect(departures.names == ["Sure? cancelled"])
    #expect(presented(by: "m1") == ["as": "sheet", "model": "m3"])
  }

  @Test func `a question on a sheet is presented by the sheet`() throws {
    #expect(try screen.execute(.present(.sheet(NamedModel("sheet"))), as: screen.home) == .executed)
    #expect(try screen.execute(.present(alert("Sure?")), as: screen.home) == .executed)
    #expect(
      presented(by: "m3")
        == [
          "id": "q1", "title": "Sure?", "actions": [["id": "q1.0", "label": "Cancel", "role": "cancel"]], "as": "alert",
        ])
  }

  // MARK: Dismiss and hide

  @Test func `dismiss removes the top layer, from any model`() throws {
    #expect(try screen.execute(.dismiss, as: screen.home) == .notExecutable(.nothingPresented))
    let one = NamedModel("one").noted(in: departures)
    #expect(try screen.execute(.present(.sheet(one)), as: screen.home) == .executed)
    #expect(try screen.execute(.present(.sheet(NamedModel("two").noted(in: departures))), as: one) == .executed)
    #expect(try screen.execute(.dismiss, as: screen.home) == .executed)
    #expect(departures.take() == ["two"])
    #expect(try screen.execute(.dismiss, as: one) == .executed)
    #expect(departures.take() == ["one"])
  }

  @Test func `hide pops what can be popped, then dismisses the caller's layer`() throws {
    let (a, b) = (NamedModel("a").noted(in: departures), NamedModel("b").noted(in: departures))
    let sheet = DefaultStackRootNavigationModel(path: [StackNavigationModel(a), StackNavigationModel(b)])
    #expect(try screen.execute(.present(.sheet(sheet)), as: screen.home) == .executed)
    let above = NamedModel("above").noted(in: departures)
    #expect(try screen.execute(.present(.sheet(above)), as: a) == .executed)
    #expect(try screen.execute(.back, as: a) == .executed)
    #expect(departures.take() == ["b"])
    #expect(try screen.execute(.back, as: a) == .executed)
    #expect(departures.take() == ["above", "a"])
    #expect(try screen.execute(.back, as: screen.home) == .notExecutable(.atRoot))
  }

  // MARK: The same again

  @Test func `the same model presented again is updated and told nothing`() throws {
    let sheet = NamedModel("sheet").noted(in: departures)
    #expect(try screen.execute(.present(.sheet(sheet)), as: screen.home) == .executed)
    let outcome = try screen.window.run { screen.home.present(.sheet(sheet, detents: [.medium])) }
    #expect(outcome == .patch([.add("/models/m1/presented/detents", ["medium"])], rev: 3))
    #expect(departures.names == [])
  }

  @Test func `a model that is presented is not presented in another style`() throws {
    let sheet = NamedModel("sheet")
    #expect(try screen.execute(.present(.sheet(sheet)), as: screen.home) == .executed)
    #expect(
      try screen.execute(.present(.fullScreenCover(sheet)), as: screen.home) == .notExecutable(.alreadyAttached))
  }

  // MARK: With a source

  private func dialog(_ title: String) -> Presentation {
    .confirmationDialog(ConfirmationDialogState<Never>(title) { ButtonState("Yes") }, source: "add")
  }

  @Test func `what has a source is presented by its caller`() throws {
    #expect(try screen.execute(.present(dialog("Which?")), as: screen.home) == .executed)
    #expect(presented(by: "m2")?["as"] == "dialog")
  }

  @Test func `a caller with a layer replaces it, and all above`() throws {
    #expect(try screen.execute(.present(dialog("Which?")), as: screen.home) == .executed)
    #expect(try screen.execute(.present(dialog("Really?")), as: screen.home) == .executed)
    #expect(presented(by: "m2")?["title"] == "Really?")
    #expect(screen.window.text.contains("Which?") == false)
  }

  @Test func `a covered caller presents nothing at a source`() throws {
    #expect(try screen.execute(.present(.sheet(NamedModel("sheet"))), as: screen.home) == .executed)
    #expect(try screen.execute(.present(dialog("Which?")), as: screen.home) == .notExecutable(.covered))
  }

  // MARK: No choice

  @Test func `closing a question without a choice is its cancel button`() throws {
    #expect(try screen.execute(.present(alert("Sure?")), as: screen.home) == .executed)
    try screen.window.dismiss()
    #expect(departures.take() == ["Sure? cancelled"])
    #expect(try screen.execute(.present(alert("Sure?")), as: screen.home) == .executed)
    #expect(try screen.execute(.dismiss, as: screen.home) == .executed)
    #expect(departures.take() == ["Sure? cancelled"])
  }

  @Test func `an answered question is not cancelled too`() throws {
    #expect(try screen.execute(.present(alert("Sure?")), as: screen.home) == .executed)
    try screen.window.choose("Cancel")
    #expect(departures.names == ["Sure? cancelled"])
  }

  @Test func `an alert's message is heard by the model that asked`() throws {
    let asker = AskingModel()
    let window = try TestWindow(.stacked(asker))
    try window.tap("Ask")
    try window.choose("Yes")
    #expect(window.text == ["Ask", "heard yes"])
    try window.tap("Ask")
    try window.restart()
    try window.choose("No")
    #expect(window.text == ["Ask", "heard no"])
  }

  // MARK: Presenting from what leaves in the same turn

  @Test func `what is presented over a layer that leaves with its presenter shows`() throws {
    let switched = DefaultSwitchedNavigationModel(NamedModel("one"))
    let window = try TestWindow(switched)
    try window.run { switched.present(.sheet(NamedModel("sheet").noted(in: departures))) }
    try window.run {
      switched.switchModel(NamedModel("two"))
      #expect(switched.present(.sheet(NamedModel("new"))) == .executed)
    }
    #expect(departures.names == ["sheet"])
    #expect(window.text == ["two", "Add", "new", "Add"])
  }

  @Test func `a dismissed sheet's screen that is moved leaves its own layers behind`() throws {
    let sheet = NamedModel("sheet")
    #expect(try screen.execute(.present(.sheet(sheet)), as: screen.home) == .executed)
    #expect(
      try screen.execute(.present(.sheet(NamedModel("above").noted(in: departures))), as: sheet) == .executed)
    try screen.window.run {
      sheet.back()
      screen.stack.path.append(StackNavigationModel(sheet))
    }
    #expect(departures.names == ["above"])
    #expect(screen.window.text == ["sheet", "Add"])
    #expect(try screen.execute(.dismiss, as: screen.home) == .notExecutable(.nothingPresented))
  }
}

enum Answer: String, NavigationMessage, Codable { case yes, no }

@NavigationModel
final class AskingModel {
  var heard = ""

  init() {}

  var body: some View {
    Button("Ask") {
      self.present(
        .alert(
          AlertState("Sure?") {
            ButtonState("Yes", action: Answer.yes)
            ButtonState("No", action: Answer.no)
          }))
    }
    if !heard.isEmpty { Text("heard \(heard)") }
  }

  func receive(_ message: any NavigationMessage, from child: any NavigationModel) {
    if let answer = message as? Answer { heard = answer.rawValue }
  }
}
