import Oriel
import OrielDocument
import Testing

@Suite("Focus")
struct FocusTests {
  private enum Field: Hashable { case name, email }

  @Test func `a field says whether it has the focus, and hears when that changes`() throws {
    let isFocused = Box(true)
    let rendered = ElementRenderer.render(TextField("Name", text: .constant("")).focused(isFocused.binding))
    #expect(
      rendered.body == [["type": "textField", "id": "0", "label": "Name", "text": "", "focused": true]])
    #expect(rendered.events(of: "0") == ["input", "change", "submit", "focus", "blur"])
    try rendered.send("focus", to: "0")
    #expect(isFocused.writes == [])
    try rendered.send("blur", to: "0")
    try rendered.send("focus", to: "0")
    #expect(isFocused.writes == [false, true])
  }

  @Test func `one binding for several fields names the one that has the focus`() throws {
    let field = Box<Field?>(.name)
    let rendered = ElementRenderer.render(
      Group {
        TextField("Name", text: .constant("")).focused(field.binding, equals: .name)
        TextField("Email", text: .constant("")).focused(field.binding, equals: .email)
      })
    #expect(rendered.body.map { $0["focused"] } == [true, false])
    try rendered.send("focus", to: "1")
    #expect(field.value == .email)
  }

  @Test func `a field that loses the focus takes it from no other`() throws {
    let field = Box<Field?>(.name)
    let rendered = ElementRenderer.render(
      Group {
        TextField("Name", text: .constant("")).focused(field.binding, equals: .name)
        TextField("Email", text: .constant("")).focused(field.binding, equals: .email)
      })
    try rendered.send("focus", to: "1")
    try rendered.send("blur", to: "0")
    #expect(field.value == .email)
    try rendered.send("blur", to: "1")
    #expect(field.value == nil)
  }

  @Test func `what can have the focus has an id`() throws {
    #expect(try element(Text("a").focused(.constant(false)))["id"] == "0")
  }
}
