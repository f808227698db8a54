import Oriel
import OrielDocument
import Testing

/// A `body` is rendered beside what it was the last time. What it comes to must not depend on that.
@Suite("Rendering again")
struct RenderingAgainTests {
  /// Screens that differ in what a screen can differ in.
  private static let screens: [Screen] = [
    Screen(),
    Screen(count: 1),
    Screen(rows: ["b", "a"]),
    Screen(rows: ["a"]),
    Screen(rows: ["a", "a", "b"]),
    Screen(rows: (0..<40).map(\.description)),
    Screen(rows: (0..<41).map { ($0 * 7 % 41).description }),
    Screen(rows: [String(repeating: "long ", count: 20), "b"]),
    Screen(hasSection: true),
    Screen(hasSection: true, isFirst: false),
    Screen(isFirst: false),
    Screen(hasToolbar: true),
    Screen(count: 2, hasToolbar: true),
    Screen(isDisabled: true),
  ]

  @Test(arguments: screens, screens)
  func `comes to what rendering afresh comes to`(_ old: Screen, _ new: Screen) {
    let fresh = ElementRenderer.render(new)
    let again = ElementRenderer.render(new, after: ElementRenderer.render(old))
    #expect(again.body == fresh.body)
    #expect(again.body.map(\.description) == fresh.body.map(\.description))
    #expect(again.toolbar == fresh.toolbar)
    #expect(again.title == fresh.title)
    #expect(again.ids == fresh.ids)
    #expect(again.issues == fresh.issues)
    #expect(again.interactive == fresh.interactive)
    #expect(again.interactions.map(\.isDisabled) == fresh.interactions.map(\.isDisabled))
  }

  @Test(arguments: screens, screens)
  func `leads from the old elements to the new by its difference`(_ old: Screen, _ new: Screen) throws {
    let before = ElementRenderer.render(old)
    let after = ElementRenderer.render(new, after: before)
    var document: JSONValue = ["body": .array(before.body)]
    let patch = try #require(JSONValue.difference(from: document, to: ["body": .array(after.body)]))
    try document.apply(Patch(patch))
    #expect(document == ["body": .array(ElementRenderer.render(new).body)])
  }

  @Test func `calls the new handlers, also of elements that have not changed`() throws {
    let taps = Box(0)
    let old = ElementRenderer.render(Button("Go") { taps.value = 1 })
    try ElementRenderer.render(Button("Go") { taps.value = 2 }, after: old).send("tap", to: "0")
    #expect(taps.value == 2)
  }
}

extension RenderingAgainTests {
  struct Screen: View, CustomTestStringConvertible {
    var count = 0
    var rows = ["a", "b"]
    var hasSection = false
    var isFirst = true
    var hasToolbar = false
    var isDisabled = false

    var body: some View {
      VStack {
        Text("\(count)")
        Button("Increment") {}.id("increment")
        if hasSection {
          Section("More") { Toggle("On", isOn: .constant(count > 0)) }
        }
        List {
          ForEach(rows, id: \.self) { row in
            HStack {
              Text(row)
              Button("Choose") {}.disabled(isDisabled).contextMenu { Button("Open") {} }
            }
          }
        }
        if isFirst { Text("first") } else { Button("second") {} }
      }
      .navigationTitle("\(rows.count)")
      .toolbar {
        if hasToolbar { Button("\(count)") {} }
        Button("Done") {}
      }
    }

    var testDescription: String {
      "\(count) \(rows.count) \(hasSection) \(isFirst) \(hasToolbar) \(isDisabled)"
    }
  }
}
