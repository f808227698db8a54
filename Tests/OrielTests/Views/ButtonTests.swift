import Oriel
import OrielDocument
import Testing

@Suite("Buttons and what they do")
struct ButtonTests {
  private struct Failure: Error {}

  @Test func `a button has a title, a symbol and a role`() throws {
    #expect(try element(Button("Go") {}) == ["type": "button", "id": "0", "text": "Go"])
    #expect(
      try element(Button("Delete", systemImage: "trash", role: .destructive) {})
        == ["type": "button", "id": "0", "text": "Delete", "symbol": "trash", "role": "destructive"])
  }

  @Test func `a label of views takes the place of the title`() throws {
    let button = Button(role: .cancel) {
    } label: {
      Text("Not")
      Text("now")
    }
    #expect(
      try element(button) == [
        "type": "button", "id": "0", "role": "cancel",
        "children": [["type": "text", "text": "Not"], ["type": "text", "text": "now"]],
      ])
  }

  @Test func `a tap calls the action each time`() throws {
    let taps = Box(0)
    let rendered = ElementRenderer.render(Button("Go") { taps.value += 1 })
    try rendered.send("tap", to: "0")
    try rendered.send("tap", to: "0")
    #expect(taps.value == 2)
    #expect(rendered.events(of: "0") == ["tap"])
  }

  @Test func `what an action throws comes out`() {
    let rendered = ElementRenderer.render(Button("Go") { throw Failure() })
    #expect(throws: Failure.self) { try rendered.send("tap", to: "0") }
  }

  @Test func `an action that waits is waited for`() async throws {
    let taps = Box(0)
    let rendered = ElementRenderer.render(
      Button("Go") {
        await Task.yield()
        taps.value += 1
      })
    try await rendered.sendAndWait("tap", to: "0")
    #expect(taps.value == 1)
  }

  @Test func `what an action throws after it waited comes out too`() async {
    let rendered = ElementRenderer.render(
      Button {
        await Task.yield()
        throw Failure()
      } label: {
        Text("Go")
      })
    await #expect(throws: Failure.self) { try await rendered.sendAndWait("tap", to: "0") }
  }

  @Test func `an action that does not wait needs no task`() {
    let rendered = ElementRenderer.render(
      Group {
        Button("now") {}
        Button("later") { await Task.yield() }
      })
    let isSync = rendered.interactions.map { interaction in
      if case .action? = interaction.handler(for: "tap") { true } else { false }
    }
    #expect(isSync == [true, false])
  }

  @Test func `each button calls its own action`() throws {
    let eaten = Box("")
    let rendered = ElementRenderer.render(
      ForEach(Fruit.named("fig", "kiwi")) { fruit in Button("Eat") { eaten.value += fruit.id } })
    try rendered.send("tap", to: "0:kiwi")
    #expect(eaten.value == "kiwi")
  }

  @Test func `an action stays on the actor it was called on`() async throws {
    let kitchen = Kitchen()
    #expect(try await kitchen.cook() == [true, true])
  }
}

/// Stands for a hub: what it renders is called on it, also after a suspension.
private actor Kitchen {
  func cook() async throws -> [Bool] {
    let seen = Box<[Bool]>([])
    let rendered = ElementRenderer.render(Self.button(seen, in: self))
    try await rendered.sendAndWait("tap", to: "0")
    return seen.value
  }

  private static func button(_ seen: Box<[Bool]>, in kitchen: Kitchen) -> some View {
    Button("Cook") {
      seen.value.append(#isolation === kitchen)
      await Task.yield()
      seen.value.append(#isolation === kitchen)
    }
  }
}
