import Oriel
import OrielDocument
import Testing

@Suite("What is selected in a field")
struct SelectionTests {
  @Test func `the caret is followed and moved`() throws {
    let (text, selection) = (Box("aé👍b"), Box<TextSelection?>(nil))
    let field = TextField("Name", text: text.binding, selection: selection.binding)
    let rendered = ElementRenderer.render(field)
    #expect(rendered.body[0]["selection"] == [:])
    try rendered.send("selection", ["from": 1, "to": 3], to: "0")
    try rendered.send("selection", ["from": 1, "to": 3], to: "0")
    #expect(selection.writes == [TextSelection(range: 1..<3)])
    selection.value = TextSelection(insertionPoint: 99)
    #expect(
      try element(TextField("Name", text: text.binding, selection: selection.binding))["selection"]
        == ["from": 4, "to": 4])
    #expect(
      try element(TextEditor(text: text.binding, selection: selection.binding))["selection"] == ["from": 4, "to": 4])
  }

  @Test func `what lies behind the text is taken to its end`() throws {
    let selection = Box<TextSelection?>(nil)
    let rendered = ElementRenderer.render(
      TextField("Name", text: .constant("abc"), selection: selection.binding))
    try rendered.send("selection", ["from": 2, "to": 90], to: "0")
    #expect(selection.value?.range == 2..<3)
  }

  @Test(
    arguments: [nil, 1, [:], ["from": 2, "to": 1], ["from": -1, "to": 1], ["from": 0.5, "to": 1]] as [JSONValue?])
  func `what is no selection is refused`(_ value: JSONValue?) {
    let selection = Box<TextSelection?>(nil)
    let rendered = ElementRenderer.render(TextField("Name", text: .constant("abc"), selection: selection.binding))
    #expect(throws: EventRefusal.invalid("Expected a selection")) { try rendered.send("selection", value, to: "0") }
    #expect(selection.writes.isEmpty)
  }

  @Test func `a field that is not followed is not asked`() throws {
    let rendered = ElementRenderer.render(TextField("Name", text: .constant("abc")))
    #expect(rendered.body[0]["selection"] == nil)
    #expect(!rendered.events(of: "0").contains("selection"))
  }
}
