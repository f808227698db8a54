import Oriel
import OrielTesting
import Testing

/// What is shown while an optional property has a value.
struct ItemTests {
  let model: ItemModel
  let window: TestWindow

  init() throws {
    let model = ItemModel()
    window = try TestWindow(.stacked(model))
    self.model = model
  }

  @Test func `a value pushes, nothing pops with all above`() throws {
    try window.run { model.detail = "a" }
    #expect(window.text == ["detail a"])
    try window.run { model.push(NamedModel("above")) }
    try window.run { model.detail = "b" }
    #expect(window.text == ["above", "Add"])
    try window.run { model.detail = nil }
    #expect(model.depth == 0)
  }

  @Test func `going back makes it nothing again`() throws {
    try window.run { model.detail = "a" }
    try window.back()
    #expect(model.detail == nil)
    try window.run { model.detail = "a" }
    #expect(window.text == ["detail a"])
  }

  @Test func `what is shown for a value moves as the value was written`() throws {
    let there = try window.run { withAnimation(.linear) { model.isAsking = true } }
    let back = try window.run { withAnimation(nil) { model.isAsking = false } }
    #expect(there.abridged.animations == [["name": "linear", "duration": 350]])
    #expect(back.abridged.animations == [["name": "none"]])
    let pushed = try window.run { withAnimation(.easeIn) { model.detail = "a" } }
    // The text that says so, and the screen.
    #expect(pushed.abridged.animations == Array(repeating: ["name": "easeIn", "duration": 350], count: 2))
  }

  @Test func `a value presents, one of another id replaces, nothing dismisses`() throws {
    try window.run { model.editing = ItemModel.Note(id: 1, text: "one") }
    let first = try #require(model.presentedModels.first)
    try window.run { model.editing = ItemModel.Note(id: 1, text: "changed") }
    #expect(model.presentedModels.first === first)
    try window.run { model.editing = ItemModel.Note(id: 2, text: "two") }
    #expect(window.text.last == "detail two")
    #expect(model.dismissals == ["replaced"])
    try window.run { model.editing = nil }
    #expect(model.presentedModels.isEmpty)
    #expect(model.dismissals == ["replaced", "programmatic"])
  }

  @Test func `closing it makes it nothing, unless there is another value by then`() throws {
    try window.run { model.editing = ItemModel.Note(id: 1, text: "one") }
    try window.dismiss()
    #expect(model.editing == nil)
    try window.run { model.editing = ItemModel.Note(id: 1, text: "one") }
    try window.run {
      model.dismiss()
      model.editing = ItemModel.Note(id: 2, text: "two")
    }
    #expect(model.editing?.id == 2)
    #expect(window.text.last == "detail two")
  }

  @Test func `a question is asked while a flag is set`() throws {
    try window.run { model.isAsking = true }
    #expect(model.presentedKind == "alert")
    try window.choose("OK")
    #expect(model.isAsking == false)
    #expect(model.presentedKind == nil)
  }

  @Test func `a question with the same id is updated without an answer`() throws {
    let model = ItemQuestionModel()
    let window = try TestWindow(model)
    try window.run { model.question = ItemQuestionModel.Question(id: 1, text: "Sure?") }
    try window.run { model.question = ItemQuestionModel.Question(id: 1, text: "Really?") }
    #expect(window.text == ["Really?", "OK"])
    #expect(window.document["models"]?["m1"]?["presented"]?["id"] == "q1")
    #expect(model.dismissals == [])
    try window.run { model.question = ItemQuestionModel.Question(id: 2, text: "Another?") }
    #expect(model.dismissals == ["replaced"])
    try window.choose("OK")
    #expect(model.question == nil)
  }

  @Test func `after a restart what was shown is known again`() throws {
    try window.run { model.detail = "a" }
    try window.run { model.editing = ItemModel.Note(id: 1, text: "one") }
    let before = window.document
    try window.restart()
    #expect(window.document == before)
    try window.dismiss()
    try window.back()
    #expect(window.text == ["nil nil"])
  }

  @Test func `after a restart, what a property that isn't saved has shown closes`() throws {
    let window = try TestWindow(BriefModel())
    try window.run { (window.rootModel as? BriefModel)?.isRaised = true }
    #expect(window.text == ["true", "detail brief"])
    try window.restart()
    #expect(window.text == ["false"])
    try window.run { (window.rootModel as? BriefModel)?.isRaised = true }
    #expect(window.text == ["true", "detail brief"])
  }

  @Test func `where it can't be shown the log says why`() throws {
    let model = ItemModel()
    let window = try TestWindow(model)
    try window.run { model.detail = "a" }
    #expect(
      window.server.warnings == [
        """
        ItemModel m1 can't execute PushCommand: noStack: it is not inside a stack: show it with .stacked(_:), \
        .managedSheet(_:) or .managedCover(_:)
        """,
        """
        ItemModel m1 can't show what its property asks for yet: notExecutable(Oriel.NotExecutableReason.noStack). It is \
        shown as soon as possible
        """,
      ])
  }
}

@NavigationModel
final class ItemModel {
  struct Note: Identifiable, Codable, Equatable {
    var id: Int
    var text: String
  }

  var detail: String?
  var editing: Note?
  var isAsking = false
  @Transient var dismissals: [String] = []

  init() {}

  func start() {
    push(item: \.detail) { DetailModel($0) }
    present(item: \.editing) { note in
      .sheet(DetailModel(note.text)) { self.dismissals.append($0.rawValue) }
    }
    present(isPresented: \.isAsking) { .alert(AlertState("Sure?")) }
  }

  var body: some View { Text("\(detail ?? "nil") \(editing?.text ?? "nil")") }
}

/// What is shown while a case of one enumeration is the current one.
struct CaseItemTests {
  let model = CaseItemModel()
  let window: TestWindow

  init() throws {
    let model = model
    window = try TestWindow(.stacked(model))
  }

  @Test func `one enumeration pushes, presents and asks, one thing at a time`() throws {
    try window.run { model.destination = .detail("a") }
    #expect(window.text == ["detail a"])
    try window.run { model.destination = .edit(ItemModel.Note(id: 1, text: "one")) }
    #expect(window.text == ["edit", "detail one"])
    try window.run { model.destination = .asking }
    #expect(window.text == ["asking", "Sure?", "OK"])
    try window.run { model.destination = .settings }
    #expect(window.text == ["detail settings"])
    try window.run { model.destination = nil }
    #expect(window.text == ["nil"])
  }

  @Test func `its user closes a case, and the whole is nothing`() throws {
    try window.run { model.destination = .edit(ItemModel.Note(id: 1, text: "one")) }
    try window.dismiss()
    #expect(model.destination == nil)
    try window.run { model.destination = .detail("a") }
    try window.back()
    #expect(model.destination == nil)
    try window.run { model.destination = .asking }
    try window.choose("OK")
    #expect(model.destination == nil)
  }

  @Test func `closing a case leaves the one that has come meanwhile`() throws {
    try window.run { model.destination = .edit(ItemModel.Note(id: 1, text: "one")) }
    try window.run {
      model.dismiss()
      model.destination = .detail("a")
    }
    #expect(model.destination == .detail("a"))
    #expect(window.text == ["detail a"])
  }

  @Test func `another id in the same case replaces, the same one stays`() throws {
    try window.run { model.destination = .edit(ItemModel.Note(id: 1, text: "one")) }
    let first = try #require(model.presentedModels.first)
    try window.run { model.destination = .edit(ItemModel.Note(id: 1, text: "changed")) }
    #expect(model.presentedModels.first === first)
    try window.run { model.destination = .edit(ItemModel.Note(id: 2, text: "two")) }
    #expect(window.text == ["edit", "detail two"])
  }

  @Test(arguments: [CaseItemModel.Destination.detail("a"), .edit(ItemModel.Note(id: 1, text: "one")), .settings])
  func `after a restart a case is known again`(destination: CaseItemModel.Destination) throws {
    try window.run { model.destination = destination }
    let before = window.document
    try window.restart()
    #expect(window.document == before)
    let restored = try #require(window.rootModel?.children.compactMap { $0 as? CaseItemModel }.first)
    if destination.isPushed { try window.back() } else { try window.dismiss() }
    #expect(restored.destination == nil)
  }

  @Test func `following one case twice is reported, following another is not`() throws {
    try window.run {
      model.present(item: model.bind(\.destination).edit) { .sheet(DetailModel($0.text)) }
    }
    try window.server.advance(by: .seconds(60))
    try window.run {
      model.present(isPresented: model.bind(\.destination).asking) { .alert(AlertState("Sure?")) }
    }
    #expect(
      window.server.warnings
        == Array(
          repeating: "CaseItemModel m2 follows this property already: call this once, in start()",
          count: 2))
  }

  @Test func `a binding of another object shows too, and is not held when its model has gone (C32)`() throws {
    let flag = SharedFlag()
    let window = try TestWindow(.stacked(NamedModel("home")), environment: [flag])
    weak var gone: FlagModel?
    try window.run {
      let model = FlagModel()
      gone = model
      window.rootModel?.children.first?.push(model)
    }
    try window.run { flag.isRaised = true }
    #expect(window.text.last == "detail raised")
    try window.dismiss()
    #expect(!flag.isRaised)
    try window.back()
    #expect(gone == nil)
    try window.run { flag.isRaised = true }
    #expect(window.text == ["home", "Add"])
  }
}

@NavigationModel
final class CaseItemModel {
  @CaseBindable
  enum Destination: Codable, Equatable {
    case detail(String)
    case edit(ItemModel.Note)
    case asking
    case settings

    var isPushed: Bool { if case .detail = self { true } else { self == .settings } }
  }

  var destination: Destination?

  init() {}

  func start() {
    push(item: bind(\.destination).detail) { DetailModel($0) }
    present(item: bind(\.destination).edit) { .sheet(DetailModel($0.text)) }
    present(isPresented: bind(\.destination).asking) { .alert(AlertState("Sure?")) }
    push(isPresented: bind(\.destination).settings) { DetailModel("settings") }
  }

  var body: some View {
    switch destination {
    case nil: Text("nil")
    case .detail: Text("detail")
    case .edit: Text("edit")
    case .asking: Text("asking")
    case .settings: Text("settings")
    }
  }
}

@Observable
private final class SharedFlag {
  var isRaised = false
}

/// Shows something while a flag of another object is set.
@NavigationModel
private final class FlagModel {
  @Environment(SharedFlag.self) var flag

  init() {}

  func start() {
    present(
      isPresented: Binding {
        self.flag.isRaised
      } set: {
        self.flag.isRaised = $0
      }
    ) {
      .sheet(DetailModel("raised"))
    }
  }

  var body: some View { Text("flag") }
}

/// Shows something while a flag that isn't saved is set.
@NavigationModel
private final class BriefModel {
  @Transient var isRaised = false

  init() {}

  func start() {
    present(isPresented: \.isRaised) { .sheet(DetailModel("brief")) }
  }

  var body: some View { Text("\(isRaised)") }
}

@NavigationModel
final class DetailModel {
  let text: String
  init(_ text: String) { self.text = text }
  var body: some View { Text("detail \(text)") }
}

/// Asks while there is something to ask.
@NavigationModel
private final class ItemQuestionModel {
  struct Question: Codable, Identifiable, Equatable {
    var id: Int
    var text: String
  }

  var question: Question?
  var dismissals: [String] = []

  init() {}

  func start() {
    present(item: \.question) { question in
      .alert(AlertState(question.text), onDismiss: { [weak self] in self?.dismissals.append($0.rawValue) })
    }
  }

  var body: some View { EmptyView() }
}
