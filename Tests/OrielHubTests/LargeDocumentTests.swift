import Observation
import OrielDocument
import OrielTesting
import Testing

@testable import Oriel
@testable import OrielHub

/// The covered screens of a large document are kept as text.
struct LargeDocumentTests {
  let window: TestWindow
  let shared = SharedNumber()
  let models: [PageModel]

  /// A window with a stack of three screens, of 8,000 bytes each.
  init() throws {
    var limits = HubLimits()
    limits.largeDocumentBytes = 10_000
    let shared = shared
    let models = (1...3).map { _ in PageModel(shared) }
    self.models = models
    let server = try TestServer(app: HubApp(), store: TestStore(), limits: limits)
    window = try server.open()
    let root = try window.find(CounterModel.self)
    try window.run { root.present(.fullScreenCover(.stacked(models))) }
  }

  private func graph<Value>(_ look: (NavigationGraph) -> Value) throws -> Value {
    try window.server.look(window.id) { hub, id in look(try #require(hub.windows[id]?.graph)) }
  }

  /// The screens that are kept as text, by their places in the stack.
  private func packed() throws -> [Int] {
    let packed = try graph { $0.entries.all.filter { $0.value.rendered?.isPacked == true }.map(\.key) }
    return models.indices.filter { packed.contains(models[$0].modelID) }
  }

  private func isShownAsItIs() throws -> Bool { try graph(\.document) == window.document }

  @Test func `the covered screens of a stack are kept as text`() throws {
    #expect(try packed() == [0, 1])
    #expect(16_000...20_000 ~= (try graph(\.packedBytes)))
    #expect(try isShownAsItIs())
  }

  @Test func `a screen that is shown again takes events, and what has left takes no memory`() throws {
    try window.back()
    #expect(try packed() == [0])
    try window.tap("Add")
    #expect(models.map(\.count) == [0, 1, 0])
    try window.back()
    try window.tap("Add")
    #expect(models.map(\.count) == [1, 1, 0])
    #expect(try packed() == [])
    #expect(try isShownAsItIs())
    try window.dismiss()
    #expect(try graph(\.packedBytes) == 0)
  }

  @Test func `a screen that is covered again is kept as text again`() throws {
    try window.back()
    try window.run { models[1].push(PageModel(shared)) }
    #expect(try packed() == [0, 1])
    #expect(try isShownAsItIs())
  }

  @Test func `what changes in a covered screen is rendered when it is shown`() throws {
    let before = try graph(\.evaluations)
    for number in 1...10 { try window.run { shared.number = number } }
    try window.run { models[0].count = 7 }
    #expect(try graph(\.evaluations) == before + 10)
    try window.back(toDepth: 0)
    #expect(window.text.contains("7") && window.text.contains("10"))
    #expect(try isShownAsItIs())
  }

  @Test func `the address of the window follows a covered screen`() throws {
    try window.run { models[0].place = "elsewhere" }
    #expect(window.url == "/elsewhere")
    #expect(try packed() == [0, 1])
    try window.run { models[0].place = nil }
    #expect(window.url == "/")
  }

  @Test func `a covered screen that declares something about the window is rendered when it changes`() throws {
    try window.run { models[0].tag = "busy" }
    #expect(try graph(\.tags) == [])
    try window.back(toDepth: 0)
    #expect(try graph(\.tags) == ["busy"])
    try window.run { models[0].push(models[1]) }
    #expect(try packed() == [0])
    try window.run { models[0].tag = "idle" }
    #expect(try graph(\.tags) == ["idle"])
    #expect(try packed() == [0])
    #expect(try isShownAsItIs())
  }

  @Test func `what was typed before a screen was covered is kept`() throws {
    let (model, field) = (models[0].modelID, try #require(fieldID(of: 0)))
    #expect(try packed() == [0, 1])
    try window.event(model: model, element: field, name: "input", value: "typed")
    #expect(models[0].note == "typed")
    try window.event(model: model, element: field, name: "change", value: "typed on")
    #expect(models[0].note == "typed on")
    let tap: TestOutcome = try window.event(model: model, element: "Add", name: "tap")
    #expect(tap == .rejected(.stale, "This is no longer on the screen"))
  }

  private func fieldID(of place: Int) -> String? {
    window.document["models"]?[models[place].modelID]?["body"]?.arrayValue?.first { $0["type"] == "textField" }?["id"]?
      .stringValue
  }

  @Test func `a layer over a covered screen comes and goes`() throws {
    try window.run { models[1].present(.sheet(PageModel(shared))) }
    #expect(try isShownAsItIs())
    try window.run { models[1].dismissPresented() }
    #expect(try isShownAsItIs())
    #expect(try packed() == [0, 1])
  }

  @Test func `a page that comes later, and a window that wakes, show the same`() throws {
    let before = window.document
    try window.reload()
    #expect(window.document == before)
    let root = try window.find(CounterModel.self)
    try window.run {
      root.dismissAll()
      root.present(.fullScreenCover(.stacked([screen(of: 8000), screen(of: 8000)])))
    }
    try window.restart()
    #expect(try graph(\.packedBytes) > 8000)
    #expect(try isShownAsItIs())
    try window.back()
    try window.tap("Add")
    #expect(window.text.contains("1"))
  }

  private func screen(of bytes: Int) -> CounterModel {
    let model = CounterModel()
    model.padding = String(repeating: "x", count: bytes)
    return model
  }

  @Test func `text counts as little memory`() throws {
    let weight = {
      try window.server.look(window.id) { hub, id in WindowMemory.weight(of: try #require(hub.windows[id]?.live)) }
    }
    let covered = try weight()
    try window.back(toDepth: 0)
    try window.run { models[0].padding = String(repeating: "x", count: 24_000) }
    #expect(covered < 8192 + 8 * 10_000 + 2 * 20_000)
    #expect(try weight() > 8 * 24_000)
  }
}

@Observable
final class SharedNumber {
  var number = 0
}

@NavigationModel
final class PageModel {
  var count = 0
  var padding = String(repeating: "x", count: 8000)
  var place: String?
  var tag: String?
  var note = ""
  @Transient var shared = SharedNumber()

  init(_ shared: SharedNumber) { self.shared = shared }

  var urlPath: String? { place }

  var body: some View {
    Text("\(count)")
    Text("\(shared.number)")
    Text(padding)
    Button("Add") { self.count += 1 }.id("Add")
    TextField("Note", text: bind(\.note))
    if let tag { Text(tag).navigationTags(tag) }
  }
}
