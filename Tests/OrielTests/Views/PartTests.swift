import Oriel
import OrielDocument
import OrielTesting
import Testing

@testable import OrielHub

private struct City: Identifiable, Codable, Equatable {
  let id: Int
  var name: String

  static let all = ["Bern", "Berlin", "Bergen", "Basel"].enumerated().map { City(id: $0.offset, name: $0.element) }
}

private struct Away: Error {}

/// Answers when the test says so.
private final class Directory {
  private var waiting: [(text: String, answer: CheckedContinuation<[City], any Error>)] = []
  private(set) var asked: [String] = []

  func cities(_ text: String) async throws -> [City] {
    asked.append(text)
    return try await withCheckedThrowingContinuation { waiting.append((text, $0)) }
  }

  func answer(_ text: String, with cities: [City]? = nil) {
    guard let place = waiting.firstIndex(where: { $0.text == text }) else { return }
    waiting.remove(at: place).answer.resume(
      returning: cities ?? City.all.filter { $0.name.lowercased().hasPrefix(text.lowercased()) })
  }

  func fail(_ text: String) {
    guard let place = waiting.firstIndex(where: { $0.text == text }) else { return }
    waiting.remove(at: place).answer.resume(throwing: Away())
  }
}

@NavigationModel
private final class TripModel {
  var city: City?
  var stops: [City] = []
  @Transient var cities = Suggestions<City> { _ in [] }
  @Transient var places = Suggestions { text in City.all.filter { $0.name.hasPrefix(text) } }

  init(_ directory: Directory) { cities = Suggestions { try await directory.cities($0) } }

  var body: some View {
    ComboBox("City", selection: bind(\.city), suggestions: cities) { $0.name }
    ComboBox("Stops", selection: bind(\.stops), suggestions: places, detail: { "No. \($0.id)" }) { $0.name }
    Text(city?.name ?? "none")
  }
}

struct PartTests {
  @Test func `parts are elements of their own`() throws {
    #expect(
      try element(CodeBlock("let a = 1", language: "swift")) == [
        "type": "code", "text": "let a = 1", "language": "swift",
      ])
    #expect(
      try element(LabeledContent("Caller", value: "Ann"))
        == ["type": "labeled", "text": "Caller", "children": [["type": "text", "text": "Ann"]]])
    #expect(
      try element(GroupBox("Facts") { Text("a") })
        == [
          "type": "vstack", "style": "card",
          "children": [["type": "text", "text": "Facts", "style": "headline"], ["type": "text", "text": "a"]],
        ])
    #expect(try element(Chip("P1").foregroundStyle(.danger)) == ["type": "text", "text": "P1", "style": "danger chip"])
    #expect(try element(Text("Late").foregroundStyle(.warning))["style"] == "warn")
    #expect(try element(Text("Done").foregroundStyle(.success).foregroundStyle(.danger))["style"] == "good")
    #expect(try element(Text("…").redacted(reason: .placeholder))["style"] == "placeholder")
    #expect(try element(Text("…").redacted(reason: []))["style"] == nil)
    #expect(try element(ScrollView {}.defaultScrollAnchor(.bottom))["anchor"] == "bottom")
    #expect(try element(ScrollView {}.defaultScrollAnchor(.top))["anchor"] == nil)
  }

  @Test func `an inspector has its views while it is open, and its user closes it`() throws {
    let isOpen = Box(true)
    let rendered = { ElementRenderer.render(Text("Orders").inspector(isPresented: isOpen.binding) { Text("Order 7") }) }
    #expect(
      rendered().body == [
        ["type": "text", "text": "Orders"],
        ["type": "inspector", "id": "1", "open": true, "children": [["type": "text", "text": "Order 7"]]],
      ])
    try rendered().send("change", false, to: "1")
    #expect(rendered().body[1] == ["type": "inspector", "id": "1", "open": false, "children": []])
  }

  @Test func `a screen with something unsaved says so, however deep it is`() {
    let body = { (isDirty: Bool) in
      ElementRenderer.render(VStack { Text("Draft").dismissalConfirmationDialog(shouldPresent: isDirty) })
    }
    #expect([body(true).isUnsaved, body(false).isUnsaved] == [true, false])
  }

  @Test func `a tile has a figure and its change`() throws {
    let tile = try element(Tile("Waiting", value: "12", change: "+3", style: .danger))
    #expect(tile["style"] == "card")
    #expect(tile["children"]?[0]?["text"] == "Waiting")
    let figures = tile["children"]?[1]?["children"]
    #expect(figures?[0] == ["type": "text", "text": "12", "heading": 0, "style": "title2"])
    #expect([figures?[1]?["text"], figures?[1]?["style"]] == ["+3", "caption danger"])
  }

  @Test func `what is unavailable says why, and what can be done`() throws {
    let view = ContentUnavailableView("No calls", systemImage: "telephone", description: Text("They come here.")) {
      Button("Pause") {}
    }
    #expect(
      try element(view) == [
        "type": "unavailable", "text": "No calls", "symbol": "telephone", "description": "They come here.",
        "children": [["type": "button", "id": "0", "text": "Pause"]],
      ])
  }

  @Test func `a message says who has sent it, and whose it is`() throws {
    #expect(
      try element(MessageBubble("Hello", from: "Ann", isOwn: true))
        == ["type": "bubble", "text": "Ann", "own": true, "children": [["type": "text", "text": "Hello"]]])
  }

  @Test func `commands are in the toolbar, without a place on the screen`() throws {
    let pressed = Box(0)
    let view = Text("a").commands {
      CommandMenu("Incident") { Button("Close") { pressed.value += 1 }.keyboardShortcut("e") }
    }
    let rendered = ElementRenderer.render(view)
    #expect(rendered.body == [["type": "text", "text": "a"]])
    let id = try #require(rendered.interactive.first)
    #expect(
      rendered.toolbar == [
        [
          "type": "commands",
          "children": [
            [
              "type": "commandMenu", "text": "Incident",
              "children": [["type": "button", "id": .string(id), "text": "Close", "shortcut": "mod+e"]],
            ]
          ],
        ]
      ])
    try rendered.send("tap", to: id)
    #expect(pressed.value == 1)
  }

  @Test func `a group is unfolded by its page, or by a value`() throws {
    #expect(try element(DisclosureGroup("More") { Text("a") })["value"] == nil)
    let isOpen = Box(false)
    let rendered = ElementRenderer.render(DisclosureGroup("More", isExpanded: isOpen.binding) { Text("a") })
    #expect(rendered.body[0]["value"] == false)
    try rendered.send("change", true, to: "0")
    #expect(isOpen.value)
  }

  @Test func `a search field stands above what it searches, with its scopes`() throws {
    let (text, scope) = (Box("ab"), Box(1))
    let view = List {}.searchable(text: text.binding, prompt: "Find").searchScopes(scope.binding) {
      Text("One").tag(1)
      Text("Two").tag(2)
    }
    let body = ElementRenderer.render(view).body
    #expect(body.map { $0["type"] } == ["textField", "picker", "list"])
    #expect(
      [body[0]["as"], body[0]["text"], body[0]["label"], body[1]["as"]] == ["search", "ab", "Find", "segmented"])
    #expect(try element(TextEditor(text: text.binding))["submits"] == nil)
    let submitted = Box(0)
    let editor = ElementRenderer.render(TextEditor(text: text.binding).onSubmit { submitted.value += 1 })
    #expect(editor.body[0]["submits"] == true)
    try editor.send("submit", "abc", to: "0")
    #expect((text.value, submitted.value) == ("abc", 1))
  }
}

struct ComboBoxTests {
  private let window: TestWindow
  private let directory: Directory

  init() throws {
    let directory = Directory()
    self.directory = directory
    window = try TestWindow(TripModel(directory))
  }

  private var city: JSONValue { window.document["models"]?["m1"]?["body"]?[0] ?? [:] }

  private func answered() async throws { try await window.server.settled { city["searching"] == nil } }

  @Test func `a choice is an id with a text of its own`() async throws {
    try window.type("Ber", into: "City")
    #expect(city["searching"] == true)
    directory.answer("Ber")
    try await answered()
    #expect(city["options"]?.arrayValue?.compactMap { $0["text"]?.stringValue } == ["Bern", "Berlin", "Bergen"])
    #expect([city["query"], city["text"], city["value"]] == ["Ber", "Ber", nil])
    try window.change("City", to: ["id": "1"])
    #expect([city["text"], city["value"], city["options"]] == ["Berlin", "1", nil])
    #expect(window.text.contains("Berlin"))
  }

  @Test func `the newest question wins`() async throws {
    try window.type("B", into: "City")
    try window.type("Be", into: "City")
    directory.answer("Be")
    try await answered()
    directory.answer("B", with: [])
    try await window.settled()
    #expect([city["query"], city["options"]?[0]?["text"]] == ["Be", "Bern"])
  }

  @Test func `a source that takes its time is asked four times at once, and then for the newest text`() async throws {
    for text in ["1", "2", "3", "4", "5", "Bas"] { try window.type(text, into: "City") }
    #expect(directory.asked == ["1", "2", "3", "4"])
    directory.answer("2")
    try await window.server.settled { directory.asked.count == 5 }
    #expect(directory.asked.last == "Bas")
    directory.answer("Bas")
    try await answered()
    #expect(city["options"]?[0]?["text"] == "Basel")
  }

  @Test func `a text stays if its user leaves before the answer, and becomes a choice when it is there`() async throws {
    try window.type("bergen", into: "City")
    try window.change("City", to: "bergen")
    #expect([city["text"], city["value"]] == ["bergen", nil])
    directory.answer("bergen")
    try await answered()
    #expect([city["text"], city["value"]] == ["Bergen", "2"])
  }

  @Test func `a text that is no suggestion stays, and is no value`() async throws {
    try window.type("Paris", into: "City")
    directory.answer("Paris")
    try await answered()
    try window.change("City", to: "Paris")
    #expect([city["text"], city["value"], city["options"]] == ["Paris", nil, []])
    #expect(window.text.contains("none"))
    try window.change("City", to: "")
    #expect([city["text"], city["value"], city["options"]] == ["", nil, nil])
  }

  @Test func `another text takes the choice back`() async throws {
    try window.type("Basel", into: "City")
    directory.answer("Basel")
    try await answered()
    try window.change("City", to: ["id": "3"])
    try window.type("Base", into: "City")
    #expect(window.text.contains("Basel"))
    try window.change("City", to: "Base")
    #expect([city["text"], city["value"]] == ["Base", nil])
  }

  @Test func `a source that fails is logged, and the field says so`() async throws {
    try window.type("x", into: "City")
    directory.fail("x")
    await #expect(throws: TestError.handlerFailed("A handler failed: Away()")) { try await window.settled() }
    #expect([city["failed"], city["searching"], city["text"]] == [true, nil, "x"])
  }

  @Test func `ten thousand suggestions are cut`() async throws {
    try window.type("x", into: "City")
    directory.answer("x", with: (0..<10_000).map { City(id: $0, name: "\($0)") })
    try await answered()
    #expect([city["options"]?.arrayValue?.count, city["more"]?.integerValue] == [50, 9950])
    try #expect(
      window.change("City", to: ["id": "60"]) == .rejected(.invalid, "There is no such option"))
  }

  @Test func `several choices are chips`() async throws {
    var stops: JSONValue { window.document["models"]?["m1"]?["body"]?[1] ?? [:] }
    for id in ["0", "1", "0"] {
      try window.type("Ber", into: "Stops")
      try await window.settled()
      #expect(stops["options"]?[1] == ["id": "1", "text": "Berlin", "detail": "No. 1"])
      try window.change("Stops", to: ["id": .string(id)])
    }
    #expect(stops["chosen"] == [["id": "0", "text": "Bern"], ["id": "1", "text": "Berlin"]])
    try window.event("remove", of: "Stops", value: "0")
    #expect(stops["chosen"] == [["id": "1", "text": "Berlin"]])
    #expect(stops["text"] == "")
  }
}
