import Oriel
import OrielDocument
import OrielTesting
import Testing

@Suite("Modifiers")
struct ModifierTests {
  @Test func `styles are tokens of a closed set, in one order`() throws {
    #expect(try element(Text("a").bold().font(.title))["style"] == "title bold")
    #expect(try element(Text("a").foregroundStyle(.danger).italic())["style"] == "italic danger")
    #expect(try element(VStack {}.style(.fill, .card))["style"] == "card fill")
    #expect(try element(Text("a").font(.body.monospaced().bold()))["style"] == "body mono bold")
    #expect(try element(Text("a").multilineTextAlignment(.center))["style"] == "center")
  }

  @Test func `the style nearest to an element wins`() throws {
    #expect(try element(Text("a").font(.title).font(.caption))["style"] == "title")
    #expect(try element(Group { Text("a").font(.title) }.font(.caption).bold())["style"] == "title bold")
    #expect(try element(Group { Text("a").bold(false) }.bold())["style"] == nil)
    #expect(try element(Group { Text("a").foregroundStyle(.primary) }.foregroundStyle(.danger))["style"] == nil)
  }

  @Test func `controls have a size, and the nearest to them wins`() throws {
    #expect(try element(List {}.controlSize(.mini))["style"] == "dense")
    #expect(try element(Group { List {}.controlSize(.regular) }.controlSize(.small))["style"] == "regular")
  }

  @Test func `a control says what is wrong, what helps and that it is needed, and a form too`() throws {
    let field = TextField("Amount", text: .constant("214"))
    let shown = try element(field.required().help("In euros").problem("Refund 184 or less."))
    #expect(
      [shown["required"], shown["help"], shown["problem"]] == [true, "In euros", "Refund 184 or less."])
    let fine = try element(field.required(false).problem(nil))
    #expect([fine["required"], fine["help"], fine["problem"]] == [nil, nil, nil])
    #expect(try element(Form { field }.problem("One thing is wrong."))["problem"] == "One thing is wrong.")
  }

  @Test func `a test reads what the app objects to`() throws {
    let window = try TestWindow(RefundModel())
    #expect(try window.problem(of: "Amount") == nil)
    try window.tap("Refund")
    #expect(try window.problem(of: "Amount") == "Refund 184 or less.")
    #expect(window.text.contains("Refund 184 or less."))
    try window.type("184", into: "Amount")
    try window.press(.return)
    #expect(try window.problem(of: "Amount") == nil)
  }

  @Test(arguments: [
    (KeyboardShortcut("k"), "mod+k"), (KeyboardShortcut("S", modifiers: [.command, .shift]), "mod+shift+s"),
    (KeyboardShortcut("n", modifiers: []), "n"), (KeyboardShortcut("3", modifiers: .option), "alt+3"),
    (KeyboardShortcut(.return), "mod+Enter"), (.defaultAction, "Enter"), (KeyboardShortcut("+", modifiers: []), "+"),
  ])
  func `a button has a key`(_ shortcut: KeyboardShortcut, _ text: String) throws {
    #expect(try element(Button("Go") {}.keyboardShortcut(shortcut))["shortcut"] == .string(text))
  }

  @Test(arguments: [
    KeyboardShortcut("t"), KeyboardShortcut("C"), KeyboardShortcut(.leftArrow, modifiers: .option),
    KeyboardShortcut("\u{1B}", modifiers: []), KeyboardShortcut("\t", modifiers: []),
  ])
  func `a key that browsers need is left out`(_ shortcut: KeyboardShortcut) throws {
    #expect(try element(Button("Go") {}.keyboardShortcut(shortcut))["shortcut"] == nil)
  }

  @Test func `an element has classes of the app's own`() throws {
    #expect(try element(Text("a").class("state late"))["class"] == "state late")
    #expect(try element(Group { Text("a").class("late") }.class("state"))["class"] == "state late")
    #expect(try element(VStack { Text("a") }.class("state"))["children"] == [["type": "text", "text": "a"]])
  }

  @Test(arguments: [
    ("a\"b", nil), ("", nil), ("1st", nil), ("ok <b> fine", "ok fine"), (String(repeating: "a", count: 65), nil),
    ((1...9).map { "c\($0)" }.joined(separator: " "), "c1 c2 c3 c4 c5 c6 c7 c8"),
  ])
  func `what can't be a class is left out`(_ names: String, _ kept: String?) throws {
    #expect(try element(Text("a").class(names))["class"] == kept.map { .string($0) })
  }

  @Test func `a class that is left out is reported`() throws {
    let window = try TestWindow(QuotedClassModel())
    #expect(window.server.warnings.contains { $0.contains("a class has letters, digits, - and _") })
  }

  @Test func `a screen is as wide as its view says, and follows it`() throws {
    let model = WideModel()
    let window = try TestWindow(model)
    #expect(window.document["models"]?["m1"]?["width"] == "wide")
    #expect(try window.run { model.isWide = false } == .patch([.remove("/models/m1/width")], rev: 2))
  }

  @Test func `a style is for the topmost elements`() throws {
    let view = VStack { Text("a") }.bold()
    #expect(
      try element(view) == ["type": "vstack", "style": "bold", "children": [["type": "text", "text": "a"]]])
    let group = Group {
      Text("a")
      Text("b")
    }
    #expect(ElementRenderer.render(group.bold()).body.map { $0["style"] } == ["bold", "bold"])
  }

  @Test func `a button style is for all buttons below`() throws {
    let view = VStack {
      Button("a") {}
      Button("b") {}.buttonStyle(.plain)
      Button("c") {}.buttonStyle(.automatic)
      Text("d")
    }.buttonStyle(.borderedProminent)
    let children = try #require(try element(view)["children"]?.arrayValue)
    #expect(children.map { $0["style"] } == ["prominent", "plain", nil, nil])
    #expect(try element(Button("a") {}.buttonStyle(.bordered).bold())["style"] == "bold bordered")
  }

  @Test func `what is in a disabled view is disabled and cannot be enabled`() throws {
    let rendered = ElementRenderer.render(
      VStack {
        Text("a")
        Button("b") {}.disabled(false)
        Link("c", destination: "/")
      }.disabled(true))
    #expect(
      rendered.body == [
        [
          "type": "vstack",
          "children": [
            ["type": "text", "text": "a"],
            ["type": "button", "id": "1", "text": "b", "disabled": true],
            ["type": "link", "text": "c", "url": "/", "disabled": true],
          ],
        ]
      ])
    #expect(rendered.interactions.map(\.isDisabled) == [true])
  }

  @Test func `a view that is not disabled says nothing of it`() {
    let rendered = ElementRenderer.render(Button("b") {}.disabled(false))
    #expect(rendered.body == [["type": "button", "id": "0", "text": "b"]])
    #expect(rendered.interactions.map(\.isDisabled) == [false])
  }

  @Test func `what is in a hidden view takes no events`() {
    let rendered = ElementRenderer.render(VStack { Button("b") {} }.hidden())
    #expect(
      rendered.body == [
        ["type": "vstack", "hidden": true, "children": [["type": "button", "id": "0", "text": "b"]]]
      ])
    #expect(rendered.interactions.map(\.isDisabled) == [true])
  }

  @Test func `a view after a modified one is not modified`() {
    let rendered = ElementRenderer.render(
      Group {
        Button("a") {}.disabled(true).bold().accessibilityLabel("A")
        Button("b") {}
      })
    #expect(rendered.body[1] == ["type": "button", "id": "1", "text": "b"])
    #expect(rendered.interactions.map(\.isDisabled) == [true, false])
  }

  @Test func `an accessibility label is said once`() throws {
    #expect(
      try element(Button("✕") {}.accessibilityLabel("Close"))
        == ["type": "button", "id": "0", "text": "✕", "label": "Close"])
    let toggle = try element(Toggle("Sound", isOn: .constant(true)).accessibilityLabel("Sound of the bell"))
    #expect(toggle == ["type": "toggle", "id": "0", "value": true, "label": "Sound of the bell"])
    #expect(toggle.objectValue?.count == 4)
  }

  @Test func `a source has an id`() throws {
    #expect(
      try element(Text("a").navigationSource(id: "card-7"))
        == ["type": "text", "id": "0", "text": "a", "source": "card-7"])
  }

  @Test func `the outermost title counts, and the last of several`() {
    #expect(ElementRenderer.render(Text("a")).title == nil)
    #expect(ElementRenderer.render(Text("a").navigationTitle("in").navigationTitle("out")).title == "out")
    let rendered = ElementRenderer.render(
      Group {
        Text("a").navigationTitle("first")
        Text("b").navigationTitle("last")
      })
    #expect(rendered.title == "last")
  }

  @Test func `a toolbar stands beside the body, with ids of its own`() {
    let rendered = ElementRenderer.render(
      VStack {
        Button("a") {}
        Text("b").toolbar {
          Button("c") {}
          Button("d") {}
        }
      }
      .toolbar { Button("e") {} })
    #expect(rendered.body.count == 1)
    #expect(
      rendered.toolbar == [
        ["type": "button", "id": "1.bar1.0", "text": "c"], ["type": "button", "id": "1.bar1.1", "text": "d"],
        ["type": "button", "id": "bar", "text": "e"],
      ])
    #expect(rendered.interactive == ["0", "1.bar1.0", "1.bar1.1", "bar"])
  }

  @Test func `two toolbars around the same view are kept apart`() {
    let rendered = ElementRenderer.render(
      Text("a").toolbar { Button("b") {} }.toolbar { Button("c") {} })
    #expect(rendered.toolbar.map { $0["id"] } == ["bar1", "bar"])
    #expect(rendered.issues == [])
  }

  @Test func `a context menu belongs to each element that has it`() throws {
    let chosen = Box("")
    let rendered = ElementRenderer.render(
      ForEach(Fruit.named("fig", "kiwi")) { fruit in
        Button(fruit.id) {}.contextMenu { Button("Peel") { chosen.value = fruit.id } }
      })
    #expect(
      rendered.body[0] == [
        "type": "button", "id": "0:fig", "text": "fig",
        "contextMenu": [["type": "button", "id": "0:fig.menu", "text": "Peel"]],
      ])
    try rendered.send("tap", to: "0:kiwi.menu")
    #expect(chosen.value == "kiwi")
  }

  @Test func `a menu is not modified by what its view is modified by`() {
    let rendered = ElementRenderer.render(
      Text("a").contextMenu { Button("b") {} }.bold().accessibilityLabel("A"))
    #expect(
      rendered.body == [
        [
          "type": "text", "text": "a", "label": "A", "style": "bold",
          "contextMenu": [["type": "button", "id": "menu", "text": "b"]],
        ]
      ])
  }
}

@NavigationModel
private final class WideModel {
  var isWide = true
  init() {}

  var body: some View {
    if isWide { Text("board").screenWidth(.wide) } else { Text("board") }
  }
}

@NavigationModel
private final class QuotedClassModel {
  init() {}
  var body: some View { Text("a").class("a\"b") }
}

@NavigationModel
private final class RefundModel {
  var amount = "214"
  var problem: String?
  init() {}

  var body: some View {
    TextField("Amount", text: bind(\.amount)).problem(problem)
    Button("Refund") { self.problem = (Int(self.amount) ?? 0) > 184 ? "Refund 184 or less." : nil }
      .keyboardShortcut(.return)
  }
}
