import Oriel
import OrielDocument
import Testing

@Suite("Pickers")
struct PickerTests {
  private enum Size: String, Hashable, CaseIterable { case small, large }

  private func picker(_ size: Box<Size>) -> some View {
    Picker("Size", selection: size.binding) {
      Text("Little").tag(Size.small)
      Text("Much").tag(Size.large)
    }
  }

  @Test func `a picker shows its options and which is chosen`() throws {
    #expect(
      try element(picker(Box(.large))) == [
        "type": "picker", "id": "0", "label": "Size", "value": "large", "as": "menu",
        "options": [["id": "small", "text": "Little"], ["id": "large", "text": "Much"]],
      ])
  }

  @Test func `choosing writes the value, once`() throws {
    let size = Box(Size.large)
    let rendered = ElementRenderer.render(picker(size))
    try rendered.send("change", "small", to: "0")
    try rendered.send("change", "small", to: "0")
    #expect(size.writes == [.small])
  }

  @Test func `what is no option is refused`() {
    let size = Box(Size.large)
    let rendered = ElementRenderer.render(picker(size))
    #expect(throws: EventRefusal.invalid("There is no such option")) {
      try rendered.send("change", "medium", to: "0")
    }
    #expect(throws: EventRefusal.invalid("Expected a string")) { try rendered.send("change", 0, to: "0") }
    #expect(size.writes == [])
  }

  @Test func `a picker style counts for all pickers below`() throws {
    let view = VStack { picker(Box(.small)) }.pickerStyle(.segmented)
    #expect(try element(view)["children"]?[0]?["as"] == "segmented")
    #expect(try element(picker(Box(.small)).pickerStyle(.radioGroup))["as"] == "radio")
  }

  @Test func `in a list of data an option stands for its id`() throws {
    let fruit = Box("kiwi")
    let rendered = ElementRenderer.render(
      Picker("Fruit", selection: fruit.binding) {
        ForEach(Fruit.named("fig", "kiwi")) { Text("One \($0.id)") }
      })
    #expect(
      rendered.body[0]["options"] == [["id": "fig", "text": "One fig"], ["id": "kiwi", "text": "One kiwi"]])
    try rendered.send("change", "fig", to: "0")
    #expect(fruit.writes == ["fig"])
  }

  @Test func `a selection that is not an option is reported`() {
    let fruit = Box("pear")
    let view = Picker("Fruit", selection: fruit.binding) { ForEach(Fruit.named("fig")) { Text($0.id) } }
    #expect(ElementRenderer.render(view).issues == ["“Fruit” has a selection that is not one of its options"])
    fruit.value = "fig"
    #expect(ElementRenderer.render(view).issues == [])
    let none = Box<String?>(nil)
    let optional = Picker("Fruit", selection: none.binding) { Text("Fig").tag(Optional("fig")) }
    #expect(ElementRenderer.render(optional).issues == [])
  }

  @Test func `an optional selection has no value while it is nil`() throws {
    let size = Box<Size?>(nil)
    let rendered = ElementRenderer.render(
      Picker("Size", selection: size.binding) { Text("Little").tag(Size.small) })
    #expect(rendered.body[0]["value"] == nil)
    try rendered.send("change", "small", to: "0")
    #expect(size.writes == [.small])
  }

  @Test func `options that cannot be chosen are reported`() {
    let rendered = ElementRenderer.render(
      Picker("Size", selection: Box(Size.large).binding) {
        Text("Little").tag("small")
        Text("Much").tag(Size.large)
        Spacer()
      })
    #expect(rendered.body[0]["options"] == [["id": "large", "text": "Much"]])
    #expect(
      rendered.issues == [
        "A picker's options must be texts", "The option “Little” of a picker has no tag of the type Size",
      ])
  }

  @Test func `options may be labels, divided and in sections`() throws {
    let view = Picker("Size", selection: Box(Size.small).binding) {
      Section("All") { Label("Little", systemImage: "minus").tag(Size.small) }
      Divider()
      Text("Much").tag(Size.large)
    }
    #expect(
      try element(view)["options"] == [["id": "small", "text": "Little"], ["id": "large", "text": "Much"]])
  }

  @Test func `a picker's options take no ids from the screen`() {
    let rendered = ElementRenderer.render(
      VStack {
        picker(Box(.small))
        Button("b") {}.id("small")
      })
    #expect(rendered.interactive == ["0", "small"])
    #expect(rendered.issues == [])
  }
}
