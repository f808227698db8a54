import OrielDocument
import OrielTesting
import Testing

@testable import Oriel
@testable import OrielHub

/// The screens of a large document that no page shows are kept as text.
struct LargeDocumentTests {
  /// A window with a cover over a cover, and screens of some 16,000 bytes, since a padding is shown twice.
  private func coveredWindow() throws -> (TestWindow, models: [CounterModel]) {
    var limits = HubLimits()
    limits.largeDocumentBytes = 10_000
    let server = try TestServer(app: HubApp(), store: MemoryWindowStore(), limits: limits)
    let window = try server.open()
    let models = [try window.find(CounterModel.self), CounterModel(), CounterModel()]
    try window.run {
      for model in models { model.padding = String(repeating: "x", count: 8000) }
      models[0].present(.fullScreenCover(models[1]))
      models[1].present(.fullScreenCover(models[2]))
    }
    return (window, models)
  }

  private func packed(_ window: TestWindow) -> [String] {
    window.server.look(window.id) { hub, id in
      hub.windows[id]?.graph.entries.all.filter { $0.value.rendered?.isPacked == true }.map(\.key).sorted() ?? []
    }
  }

  private func packedBytes(_ window: TestWindow) -> Int {
    window.server.look(window.id) { hub, id in hub.windows[id]?.graph.packedBytes ?? 0 }
  }

  private func document(_ window: TestWindow) -> JSONValue {
    window.server.look(window.id) { hub, id in hub.windows[id]?.graph.document ?? .null }
  }

  @Test func `screens that no page shows are kept as text`() throws {
    let (window, _) = try coveredWindow()
    #expect(packed(window) == ["m1", "m2"])
    #expect(32_000...36_000 ~= packedBytes(window))
    #expect(window.document == document(window))
  }

  @Test func `a screen that is shown again takes events, and the one that was above it is forgotten`() throws {
    let (window, models) = try coveredWindow()
    try window.run { models[1].dismissPresented() }
    #expect(packed(window) == ["m1"])
    try window.tap("Add")
    #expect(models.map(\.count) == [0, 1, 0])
    try window.run { models[0].dismissPresented() }
    #expect(packed(window) == [] && packedBytes(window) == 0)
    try window.tap("Add")
    #expect(models.map(\.count) == [1, 1, 0])
    #expect(window.document == document(window))
  }

  @Test func `a screen that is covered again is kept as text again`() throws {
    let (window, models) = try coveredWindow()
    try window.run { models[0].dismissPresented() }
    #expect(packed(window) == [])
    try window.run { models[0].present(.fullScreenCover(CounterModel())) }
    #expect(packed(window) == ["m1"])
  }

  @Test func `what changes in a screen that no page shows is sent as a difference`() throws {
    let (window, models) = try coveredWindow()
    let outcome = try window.run { models[0].count = 7 }
    #expect("\(outcome)".utf8.count < 500)
    #expect(window.document == document(window))
    #expect(window.document["models"]?["m1"]?["body"]?.arrayValue?.first?["text"] == "7")
    #expect(packed(window) == ["m1", "m2"])
  }

  @Test func `a layer over a screen that no page shows comes and goes`() throws {
    let (window, models) = try coveredWindow()
    try window.run { models[1].present(.sheet(CounterModel())) }
    #expect(window.document == document(window))
    try window.run { models[1].dismissPresented() }
    #expect(window.document == document(window))
    #expect(packed(window) == ["m1"])
  }

  @Test func `a page that comes anew, and a window that wakes, show the same`() throws {
    let (window, _) = try coveredWindow()
    let before = window.document
    try window.reload()
    #expect(window.document == before)
    try window.restart()
    #expect(packed(window).count == 2)
    #expect(window.document == document(window))
    try window.dismiss()
    try window.dismiss()
    try window.tap("Add")
    #expect(window.text.first == "1")
  }

  @Test func `the memory of a window counts text as little`() throws {
    let (window, models) = try coveredWindow()
    let weight = { window.server.look(window.id) { hub, id in hub.windows[id].map { WindowMemory.weight(of: $0.live) } ?? 0 } }
    let covered = weight()
    try window.run { models[0].dismissPresented() }
    try window.run { models[0].padding = String(repeating: "x", count: 24_000) }
    // Of the first, one screen of three is a tree; of the second, all.
    #expect(covered < 8 * 20_000 + 2 * 36_000 && weight() > 8 * 48_000)
  }
}
