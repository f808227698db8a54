import OrielMessages
import OrielDocument
import OrielTesting
import Testing

@testable import Oriel
@testable import OrielHub

/// What a user types stays as it was typed until the edit ends, whatever the app makes of it, and two users lose nothing.
struct TypedTextTests {
  let server: TestServer
  init() throws { server = try TestServer(app: TypingApp(), store: TestStore()) }

  private func field(_ label: String, in window: TestWindow) -> [JSONValue?] {
    let fields = window.document["models"]?["m1"]?["body"]?.arrayValue ?? []
    let field = fields.first { $0["label"]?.stringValue == label }
    return [field?["text"], field?["typed"]]
  }

  // MARK: What the app makes of a text

  @Test(arguments: [
    ("Card", "12345", "1234 5"), ("Trimmed", "hello ", "hello"), ("Upper", "abc", "ABC"), ("Least", "5", "10"),
  ])
  func `an app may write a text in another form, and the field knows what was typed`(
    _ label: String, _ typed: String, _ written: String
  ) throws {
    let window = try server.open()
    try window.type(typed, into: label)
    #expect(field(label, in: window) == [.string(written), .string(typed)])
    try window.change(label, to: .string(typed))
    #expect(field(label, in: window) == [.string(written), nil])
  }

  @Test func `typing goes on over what was typed`() throws {
    let window = try server.open()
    var typed = ""
    for letter in "hello world " {
      typed.append(letter)
      try window.type(typed, into: "Trimmed")
    }
    #expect(field("Trimmed", in: window) == ["hello world", "hello world "])
    for letter in "5123" {
      let card = field("Card", in: window)
      let base = (card[1] ?? card[0])?.stringValue ?? ""
      try window.type(base + "\(letter)\(letter)", into: "Card")
    }
    #expect(field("Card", in: window) == ["5511 2233", "55112233"])
  }

  @Test func `a client that shows the app's form types over that one`() throws {
    let window = try server.open()
    try window.type("12345", into: "Card")
    try window.type("1234 56", into: "Card", over: "1234 5")
    #expect(field("Card", in: window) == ["1234 56", "123456"])
  }

  @Test func `anything else that the user does ends the edit`() throws {
    let window = try server.open()
    try window.type("abc", into: "Upper")
    try window.appeared()
    #expect(field("Upper", in: window) == ["ABC", "abc"])
    try window.tap("Nothing")
    #expect(field("Upper", in: window) == ["ABC", nil])
  }

  @Test func `a text that the app leaves as it is needs no second one`() throws {
    let window = try server.open()
    try window.type("abc", into: "Plain")
    #expect(field("Plain", in: window) == ["abc", nil])
  }

  @Test func `a page that says nothing of a base replaces the text`() throws {
    let window = try server.open()
    try window.type("abc", into: "Plain")
    try window.event("input", of: "Plain", value: "x")
    #expect(field("Plain", in: window) == ["x", nil])
  }

  // MARK: Two users

  @Test func `two users type in one text and lose nothing`() throws {
    let (anna, ben) = (try server.open(user: "anna"), try server.open(user: "ben"))
    try anna.type("AAAA ", into: "Note")
    try anna.type("AAAA a", into: "Note")
    #expect(field("Note", in: ben) == ["AAAA a", nil])
    try ben.type("AAAA b", into: "Note", over: "AAAA ")
    #expect(field("Note", in: ben) == ["AAAA ba", "AAAA ba"])
    try anna.type("AAAA aa", into: "Note", over: "AAAA a")
    try ben.type("AAAA bb", into: "Note", over: "AAAA b")
    #expect(field("Note", in: anna) == ["AAAA bbaa", "AAAA bbaa"])
    try anna.change("Note", to: "AAAA bbaa")
    #expect(field("Note", in: anna) == ["AAAA bbaa", nil])
  }

  @Test func `who types is told what another has typed since, also in a patch with the own answer`() throws {
    let (anna, ben) = (try server.open(user: "anna"), try server.open(user: "ben"))
    try anna.type("a", into: "Note")
    try ben.type("ab", into: "Note")
    #expect(field("Note", in: anna) == ["ab", "ab"])
  }

  @Test func `a shared document's field merges too`() throws {
    let (anna, ben) = (try server.open(user: "anna", scene: "board"), try server.open(user: "ben", scene: "board"))
    try anna.type("x", into: "Common")
    try anna.type("xa", into: "Common", over: "x")
    try ben.type("xb", into: "Common", over: "x")
    #expect(anna.text.last == "common xba")
    #expect(ben.text.last == "common xba")
  }

  @Test func `a merged text that is too long is refused, and changes nothing`() throws {
    let window = try server.open()
    try window.type("12345678", into: "Short")
    #expect(
      try window.type("12abcdef", into: "Short", over: "12")
        == .rejected(.invalid, "The text is longer than 10 characters"))
    #expect(field("Short", in: window) == ["12345678", nil])
  }

  @Test func `a base that doesn't fit is refused`() throws {
    let window = try server.open()
    let event = WindowEvent(
      id: 1, model: "m1", element: "Plain", name: "input", value: "a", over: TextBase(3..<4, was: ""))
    #expect(try window.send(event) == .rejected(.invalid, "The text was not typed over this one"))
  }

  @Test func `a shared document keeps the typed texts of sixteen fields`() throws {
    let window = try server.open(scene: "fields")
    for index in 0..<40 { try window.type("a", into: "Field \(index)") }
    let graph = try server.look(window.id) { hub, id in try #require(hub.windows[id]?.sharedSlots.first?.graph) }
    #expect(graph.typedTexts.count == 16)
  }
}

extension TypedTextTests {
  private func writers(_ window: TestWindow) -> JSONValue? {
    let body = window.document["models"]?["m1"]?["body"]?.arrayValue ?? []
    return body.first { $0["label"]?.stringValue == "Note" }?["writers"]
  }

  @Test func `a field can show who else writes in it, for three seconds`() async throws {
    let (anna, ben) = (try server.open(user: "anna"), try server.open(user: "ben"))
    try anna.type("a", into: "Note")
    #expect(writers(ben) == [["user": "anna"]])
    #expect(writers(anna) == nil)
    try server.advance(by: .seconds(2))
    try anna.type("ab", into: "Note")
    try server.advance(by: .seconds(2))
    #expect(writers(ben) == [["user": "anna"]])
    try server.advance(by: .seconds(1))
    #expect(writers(ben) == nil)
  }

  @Test func `a text that an action changes has no writer`() throws {
    let window = try server.open(user: "anna")
    try window.tap("Fill")
    #expect(field("Note", in: window) == ["filled", nil])
    #expect(writers(window) == nil)
  }

  @Test func `of many who write in one field, the last sixteen are shown`() throws {
    let windows = try (0..<20).map { try server.open(user: "user-\($0)", scene: "board") }
    for (number, window) in windows.enumerated() { try window.type("\(number)", into: "Common") }
    let models = windows[0].page.shared.values.first?.document["models"]?.objectValue
    let writers = models?.first { _ in true }?.value["body"]?[0]?["writers"]?.arrayValue ?? []
    #expect(writers.compactMap { $0["user"]?.stringValue } == (4..<20).map { "user-\($0)" })
  }

  @Test func `a shared document lists all, and each page leaves itself out`() throws {
    let (anna, ben) = (try server.open(user: "anna", scene: "board"), try server.open(user: "ben", scene: "board"))
    try anna.type("a", into: "Common")
    try ben.type("ab", into: "Common")
    let models = anna.page.shared.values.first?.document["models"]?.objectValue
    let field = models?.first { _ in true }?.value["body"]?[0]
    let both: JSONValue = [["user": "anna"], ["user": "ben"]]
    #expect(field?["writers"] == both)
  }
}

private struct TypingApp: WindowApp {
  var body: some Scene {
    WindowGroup("Typing", id: "main") { TypingModel() }
    WindowGroup("Board", id: "board") { SharedSlotModel(kind: "common", value: .null) }
    WindowGroup("Fields", id: "fields") { SharedSlotModel(kind: "many", value: .null) }
    SharedModel("common") { CommonModel() }
    SharedModel("many") { ManyModel() }
  }

  func environment(for tenant: Tenant) -> EnvironmentValues { [CommonNote()] }
}

@SavedState
private final class CommonNote {
  var text = ""
}

@NavigationModel
private final class TypingModel {
  var card = "" { didSet { card = grouped(card) } }
  var trimmed = "" { didSet { trimmed = String(trimmed.reversed().drop { $0 == " " }.reversed()) } }
  var upper = "" { didSet { upper = upper.uppercased() } }
  var least = "" { didSet { least = String(max(Int(least) ?? 0, 10)) } }
  var plain = ""
  var short = ""
  @Environment(CommonNote.self) var note

  var body: some View {
    TextField("Card", text: bind(\.card))
    TextField("Trimmed", text: bind(\.trimmed))
    TextField("Upper", text: bind(\.upper))
    TextField("Least", text: bind(\.least))
    TextField("Plain", text: bind(\.plain)).id("Plain")
    TextField("Short", text: bind(\.short)).textLimit(10)
    TextField("Note", text: Binding(get: { self.note.text }, set: { self.note.text = $0 })).showsWriters()
    Button("Nothing") {}
    Button("Fill") { self.note.text = "filled" }
  }
}

@NavigationModel
private final class CommonModel {
  var text = ""
  var body: some View {
    TextField("Common", text: bind(\.text)).showsWriters()
    Text("common \(text)")
  }
}

@NavigationModel
private final class ManyModel {
  var texts = Array(repeating: "", count: 40)
  var body: some View {
    ForEach(0..<40, id: \.self) { index in
      TextField("Field \(index)", text: Binding(get: { self.texts[index] }, set: { self.texts[index] = $0 }))
    }
  }
}

/// Digits in groups of four.
private func grouped(_ text: String) -> String {
  let digits = Array(text.filter(\.isNumber))
  return stride(from: 0, to: digits.count, by: 4).map { String(digits[$0..<min($0 + 4, digits.count)]) }.joined(
    separator: " ")
}
