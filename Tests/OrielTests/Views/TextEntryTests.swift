import Oriel
import OrielDocument
import Testing

@Suite("Text that the user edits")
struct TextEntryTests {
  @Test func `a field has a label, its text and a prompt`() throws {
    let text = Box("eggs")
    #expect(
      try element(TextField("Search", text: text.binding, prompt: "Name or date")) == [
        "type": "textField", "id": "0", "label": "Search", "text": "eggs", "placeholder": "Name or date",
      ])
    #expect(try element(TextEditor(text: text.binding)) == ["type": "textArea", "id": "0", "text": "eggs"])
  }

  @Test func `typing and committing write to the binding`() throws {
    let text = Box("")
    let rendered = ElementRenderer.render(TextField("Search", text: text.binding))
    #expect(rendered.events(of: "0") == ["input", "change", "submit"])
    try rendered.send("input", "e", to: "0")
    try rendered.send("change", "eggs", to: "0")
    #expect(text.writes == ["e", "eggs"])
  }

  @Test func `an equal text is not written again`() throws {
    let text = Box("eggs")
    try ElementRenderer.render(TextField("Search", text: text.binding)).send("change", "eggs", to: "0")
    #expect(text.writes == [])
  }

  @Test func `equal means the same scalars`() throws {
    let text = Box("\u{E9}")
    try ElementRenderer.render(TextField("Search", text: text.binding)).send("input", "e\u{301}", to: "0")
    #expect(text.writes.map { Array($0.unicodeScalars) } == [["e", "\u{301}"]])
  }

  @Test(arguments: [nil, .null, 1, true, ["text": "a"], ["a"]] as [JSONValue?])
  func `what is no text is refused`(_ value: JSONValue?) {
    let text = Box("eggs")
    let rendered = ElementRenderer.render(TextField("Search", text: text.binding))
    #expect(throws: EventRefusal.invalid("Expected a string")) { try rendered.send("input", value, to: "0") }
    #expect(text.writes == [])
  }

  @Test func `fields say what their texts mean and which keys they take`() {
    let (name, password) = (Box(""), Box(Secret("")))
    let fields = VStack {
      TextField("Name", text: name.binding).textContentType(.username)
      SecureField("Password", text: password.binding).textContentType(.password)
      TextField("Code", text: name.binding).textContentType(nil)
    }
    let rendered = ElementRenderer.render(fields.textContentType(.oneTimeCode).keyboardType(.numberPad))
    let all = rendered.body[0]["children"]?.arrayValue ?? []
    #expect(all.map { $0["autocomplete"] } == ["username", "current-password", nil])
    #expect(all.map { $0["keyboard"] } == ["numeric", "numeric", "numeric"])
    let plain = ElementRenderer.render(TextField("Name", text: name.binding))
    #expect(plain.body == [["type": "textField", "id": "0", "label": "Name", "text": ""]])
  }

  @Test func `a text that is too long is refused`() throws {
    let text = Box("")
    let rendered = ElementRenderer.render(TextField("Code", text: text.binding).textLimit(3))
    #expect(rendered.body[0]["maxLength"] == 3)
    try rendered.send("input", "äöü", to: "0")
    #expect(throws: EventRefusal.invalid("The text is longer than 3 characters")) {
      try rendered.send("input", "äöüß", to: "0")
    }
    #expect(text.writes == ["äöü"])
  }

  @Test func `there is a limit where none was said`() {
    let text = Box("")
    let rendered = ElementRenderer.render(TextField("Code", text: text.binding))
    #expect(throws: EventRefusal.self) {
      try rendered.send("input", .string(String(repeating: "a", count: 16_385)), to: "0")
    }
  }

  @Test(arguments: ["a\nb", "a\rb", "a\r\nb"])
  func `a field takes one line and an editor many`(_ lines: String) throws {
    let text = Box("")
    #expect(throws: EventRefusal.invalid("The field takes one line of text")) {
      try ElementRenderer.render(TextField("Line", text: text.binding)).send("input", .string(lines), to: "0")
    }
    try ElementRenderer.render(TextEditor(text: text.binding)).send("input", .string(lines), to: "0")
    #expect(text.writes == [lines])
  }

  @Test func `submitting brings the text and then does what was asked`() throws {
    let text = Box("")
    let seen = Box("")
    let rendered = ElementRenderer.render(
      TextField("Search", text: text.binding).onSubmit { seen.value = text.value })
    try rendered.send("submit", "eggs", to: "0")
    #expect(seen.value == "eggs")
  }

  @Test func `submitting without a text or an action is fine`() throws {
    let text = Box("eggs")
    try ElementRenderer.render(TextField("Search", text: text.binding)).send("submit", to: "0")
    #expect(text.writes == [])
  }

  @Test func `a refused text is not submitted`() {
    let (text, submits) = (Box(""), Box(0))
    let rendered = ElementRenderer.render(
      TextField("Search", text: text.binding).onSubmit { submits.value += 1 })
    #expect(throws: EventRefusal.self) { try rendered.send("submit", 1, to: "0") }
    #expect(submits.value == 0)
  }

  @Test func `all submit actions around a field are called, the nearest first`() async throws {
    let (text, calls) = (Box(""), Box<[String]>([]))
    let view = VStack {
      TextField("Search", text: text.binding).onSubmit { calls.value.append("near") }
    }
    .onSubmit {
      await Task.yield()
      calls.value.append("far")
    }
    try await ElementRenderer.render(view).sendAndWait("submit", "eggs", to: "0")
    #expect(calls.value == ["near", "far"])
    #expect(text.value == "eggs")
  }

  @Test func `a form with an id takes the submit that its fields have told already`() throws {
    let rendered = ElementRenderer.render(Form {}.id("form"))
    #expect(rendered.events(of: "form") == ["submit"])
    try rendered.send("submit", to: "form")
  }
}
