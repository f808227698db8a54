import Oriel
import OrielDocument
import OrielTesting
import Testing

enum Reply: NavigationMessage, Codable, Hashable { case delete, keep }

/// Asks questions, and notes what it hears.
@NavigationModel
final class QuestioningModel {
  var heard: [String] = []

  init() {}

  var body: some View {
    ForEach(heard, id: \.self) { Text($0) }
    Button("Ask") { self.askWhetherToDelete() }
  }

  func askWhetherToDelete() {
    present(
      .alert(
        AlertState<Reply>("Delete it?") {
          ButtonState("Delete", role: .destructive, action: .delete)
          ButtonState("Later")
          ButtonState("Keep", role: .cancel, action: .keep)
        }, onDismiss: { self.heard.append("dismissed: \($0)") }))
  }

  func receive(_ message: any NavigationMessage, from child: any NavigationModel) {
    if let answer = message as? Reply { heard.append("\(answer)") }
    if message is NoChoiceNavigationMessage { heard.append("no choice") }
  }
}

@Suite("Questions on the screen")
struct QuestionTests {
  let model: QuestioningModel
  let window: TestWindow

  init() throws {
    let model = QuestioningModel()
    self.model = model
    window = try TestWindow(model)
  }

  private var presented: JSONValue? { window.document["models"]?["m1"]?["presented"] }

  private func ask(_ presentation: Presentation) throws {
    try window.run { model.present(presentation) }
  }

  @Test func `an alert carries its content inline`() throws {
    try window.tap("Ask")
    #expect(
      presented == [
        "as": "alert", "id": "q1", "title": "Delete it?",
        "actions": [
          ["id": "q1.0", "label": "Delete", "role": "destructive"], ["id": "q1.1", "label": "Later"],
          ["id": "q1.2", "label": "Keep", "role": "cancel"],
        ],
      ])
  }

  @Test func `the action comes once, then the alert goes, then that is said`() throws {
    try window.tap("Ask")
    try window.choose("Delete")
    #expect(model.heard == ["delete", "dismissed: user"])
    #expect(presented == nil)
  }

  @Test func `a button without an action only closes`() throws {
    try window.tap("Ask")
    try window.choose("Later")
    #expect(model.heard == ["dismissed: user"])
  }

  @Test func `closing without a choice is the cancel button`() throws {
    try window.tap("Ask")
    try window.dismiss()
    #expect(model.heard == ["keep", "dismissed: user"])
  }

  @Test func `without a cancel button the model that asked is told, once`() throws {
    try ask(.alert(AlertState<Reply>("Delete it?") { ButtonState("Delete", action: .delete) }))
    try window.run { model.dismiss() }
    #expect(model.heard == ["no choice"])
  }

  @Test func `an answer reaches its model after a restart`() throws {
    let window = try TestWindow(QuestioningModel())
    try window.tap("Ask")
    try window.restart()
    try window.choose("Delete")
    #expect(window.text == ["delete", "Ask"])
  }

  @Test(arguments: [false, true])
  func `what a button does moves as the button says`(isRestarted: Bool) throws {
    let window = try TestWindow(QuestioningModel())
    let alert = AlertState<Reply>("Delete it?") {
      ButtonState("Delete", action: .delete).animation(.easeIn)
      ButtonState("Keep", action: .keep)
    }
    try window.run { window.rootModel?.present(.alert(alert)) }
    if isRestarted { try window.restart() }
    // The row that is new, and not the alert that goes.
    #expect(try window.choose("Delete").animations == [["name": "easeIn", "duration": 350]])
  }

  @Test func `a question with closures is gone after a restart`() throws {
    let window = try TestWindow(ClosureModel())
    try window.tap("Ask")
    #expect(window.text.contains("Yes"))
    try window.restart()
    #expect(window.text == ["0", "Ask"])
  }

  @Test func `without buttons there is an OK`() throws {
    let ok: JSONValue = [["id": "q1.0", "label": "OK", "role": "cancel"]]
    try ask(.alert(AlertState("Done")))
    #expect(presented?["actions"] == ok)
    try window.choose("OK")
    #expect(presented == nil)
    try ask(.confirmationDialog(ConfirmationDialogState<Never>("Done") {}))
    #expect(presented?["actions"]?[0]?["label"] == "OK")
  }

  @Test func `a dialog stands at its source, and may hide its title`() throws {
    let dialog = ConfirmationDialogState<Reply>("Delete?", titleVisibility: .hidden, cancel: ButtonState("No")) {
      ButtonState("Yes", action: .delete)
    }
    try ask(.confirmationDialog(dialog, source: "row"))
    #expect(
      presented == [
        "as": "dialog", "id": "q1", "title": "Delete?", "titleVisibility": "hidden", "source": "row",
        "actions": [["id": "q1.0", "label": "Yes"], ["id": "q1.1", "label": "No", "role": "cancel"]],
      ])
  }

  @Test func `another alert is another question, and an old answer does not reach it`() throws {
    try ask(.alert(AlertState<Reply>("First?") { ButtonState("Yes", action: .delete) }))
    let old = presented?["actions"]?[0]?["id"]
    try ask(.alert(AlertState<Reply>("Second?") { ButtonState("Yes", action: .delete) }))
    #expect(presented?["id"] == "q2")
    let late: TestOutcome = try window.event(model: "m1", name: "action", value: ["id": old ?? ""])
    #expect(late == .rejected(.stale, "This is no longer on the screen"))
    #expect(model.heard == ["no choice"])
    let never: TestOutcome = try window.event(model: "m1", name: "action", value: ["id": "q2.7"])
    #expect(never == .rejected(.invalid, "no such action"))
  }

  @Test func `closing a question closes no other, and not the layer below`() throws {
    let sheet = NamedModel("sheet")
    try ask(.sheet(sheet))
    func close(_ question: JSONValue) throws -> TestOutcome {
      try window.event(model: sheet.modelID, name: "dismiss", value: ["id": question])
    }
    try ask(.alert(AlertState<Reply>("First?") { ButtonState("Yes", action: .delete) }))
    try ask(.alert(AlertState<Reply>("Second?") { ButtonState("Yes", action: .delete) }))
    #expect(try close("q1") == .rejected(.stale, "This is no longer on the screen"))
    #expect(try close(2) == .rejected(.invalid, "the id of a question is a string"))
    try window.run { model.dismiss() }
    #expect(try close("q2") == .rejected(.stale, "This is no longer on the screen"))
    #expect(model.presentedModel === sheet)
  }

  @Test func `the same alert again is updated in place, without an answer`() throws {
    var alert = AlertState<Reply>("Delete it?") { ButtonState("Delete", action: .delete) }
    try ask(.alert(alert))
    alert.title = "Really?"
    try ask(.alert(alert))
    #expect(presented?["id"] == "q1")
    #expect(presented?["title"] == "Really?")
    #expect(model.heard == [])
    try window.choose("Delete")
    #expect(model.heard == ["delete"])
  }

  @Test func `an alert may follow from the answer of another`() throws {
    let second = AlertState<Reply>("Second?") { ButtonState("Yes", action: .keep) }
    let first = AlertState<ButtonAction>("First?") { ButtonState("Next") { model.present(.alert(second)) } }
    try ask(.alert(first))
    try window.choose("Next")
    #expect(presented?["title"] == "Second?")
    try window.choose("Yes")
    #expect(model.heard == ["keep"])
  }

  @Test func `a handler hears an action, or nil, exactly once`() throws {
    let answers = Box<[Int?]>([])
    let alert = AlertState<Int>("How many?") {
      ButtonState("One", action: 1)
      ButtonState("None")
    }
    for close: (TestWindow) throws -> Void in [
      { try $0.choose("One") }, { try $0.choose("None") }, { try $0.dismiss() },
    ] {
      try ask(.alert(alert) { answers.value.append($0) })
      try close(window)
    }
    #expect(answers.value == [1, nil, nil])
  }

  @Test func `an alert is in the language of its window and follows it`() throws {
    let window = try TestWindow(
      GreetingModel(), environment: [Localization(["de": ["Hello": "Hallo", "Fine": "Gut"]])])
    try window.tap("Ask")
    #expect(window.text == ["Ask", "Hello", "Fine"])
    try window.report(locale: "de-DE")
    #expect(window.text == ["Ask", "Hallo", "Gut"])
  }
}

@NavigationModel
final class ClosureModel {
  var count = 0

  init() {}

  var body: some View {
    Text("\(count)")
    Button("Ask") {
      self.present(.alert(AlertState("Sure?") { ButtonState("Yes") { self.count += 1 } }))
    }
  }
}

@NavigationModel
final class GreetingModel {
  init() {}

  var body: some View {
    Button("Ask") {
      self.present(
        .alert(
          AlertState<Never>(LocalizedStringKey("Hello")) { ButtonState(LocalizedStringKey("Fine"), role: .cancel) }))
    }
  }
}
