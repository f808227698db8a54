import Oriel
import OrielTesting
import Testing

/// Whatever leaves a window is freed: models, and what they and their layers capture.
struct LeakTests {
  let screen: StackedWindow
  init() throws { screen = try StackedWindow() }

  /// Something that a closure captures.
  final class Captured {}

  /// Puts a model into the window, whose closures capture it and something else.
  private func weakReferences(
    putting place: (any NavigationModel) throws -> Void
  ) throws -> (model: () -> AnyObject?, captured: () -> AnyObject?) {
    let captured = Captured()
    let model = CapturingModel(captured)
    try place(model)
    _ = screen.window.text
    return ({ [weak model] in model }, { [weak captured] in captured })
  }

  private func expectFreed(
    _ references: (model: () -> AnyObject?, captured: () -> AnyObject?), _ location: SourceLocation = #_sourceLocation
  ) {
    #expect(references.model() == nil, sourceLocation: location)
    #expect(references.captured() == nil, sourceLocation: location)
  }

  @Test func `a popped model is freed`() throws {
    let references = try weakReferences { model in try screen.window.run { screen.home.push(model) } }
    #expect(references.model() != nil)
    try screen.window.tap("Ask")
    try screen.window.choose("Keep")
    try screen.window.back()
    expectFreed(references)
  }

  @Test func `a dismissed layer is freed with what it would have called`() throws {
    let references = try weakReferences { model in
      let captured = (model as? CapturingModel)?.captured
      try screen.window.run { screen.home.present(.sheet(model) { _ in _ = captured }) }
    }
    try screen.window.tap("Ask")
    try screen.window.choose("Keep")
    try screen.window.dismiss()
    expectFreed(references)
  }

  @Test func `an unanswered question is freed with its layer`() throws {
    let references = try weakReferences { model in
      try screen.window.run { screen.home.present(.sheet(model)) }
    }
    try screen.window.tap("Ask")
    try screen.window.run {
      screen.home.dismiss()
      screen.home.dismiss()
    }
    expectFreed(references)
  }

  @Test func `an old root is freed`() throws {
    let references = try weakReferences { model in try screen.window.run { screen.home.setRoot(model) } }
    try screen.window.run { screen.stack.setRoot(NamedModel("new")) }
    expectFreed(references)
  }

  @Test func `a switched model is freed`() throws {
    let switched = DefaultSwitchedNavigationModel(nil)
    try screen.window.run { screen.home.push(switched) }
    let references = try weakReferences { model in try screen.window.run { switched.switchModel(model) } }
    try screen.window.run { switched.switchModel(nil) }
    expectFreed(references)
  }

  @Test func `a removed tab is freed`() throws {
    let tabs = DefaultTabsRootNavigationModel(tabs: [], selectedTabID: "a")
    try screen.window.run { screen.home.push(tabs) }
    let references = try weakReferences { model in
      try screen.window.run { tabs.tabs.append(TabModel(id: "a", title: "A", model: model)) }
    }
    try screen.window.run { tabs.tabs = [] }
    expectFreed(references)
  }

  @Test func `a replaced top, and what is replaced where it was presented, is freed`() throws {
    let top = try weakReferences { model in try screen.window.run { screen.home.push(model) } }
    try screen.window.run { screen.home.replaceTop(NamedModel("new")) }
    expectFreed(top)
    let layer = try weakReferences { model in try screen.window.run { screen.home.present(.sheet(model)) } }
    try screen.window.run { screen.home.replacePresented(.sheet(NamedModel("new"))) }
    expectFreed(layer)
  }

  @Test func `a detail is freed, and what a reset takes away`() throws {
    let split = DefaultSplitNavigationModel(sidebar: NamedModel("list"))
    try screen.window.run { screen.home.push(split) }
    let detail = try weakReferences { model in try screen.window.run { split.showDetail(model) } }
    try screen.window.run { split.showDetail(nil) }
    expectFreed(detail)
    let pushed = try weakReferences { model in try screen.window.run { screen.home.push(model) } }
    let sheet = try weakReferences { model in try screen.window.run { screen.home.present(.managedSheet(model)) } }
    try screen.window.run { screen.home.reset() }
    expectFreed(pushed)
    expectFreed(sheet)
  }

  @Test func `what was refused a second place, and what waits with a model, is freed`() throws {
    let references = try weakReferences { model in
      try screen.window.run { screen.home.push(model) }
      try screen.window.run { screen.stack.path.append(StackNavigationModel(model)) }
      let captured = (model as? CapturingModel)?.captured
      try screen.window.run { model.schedule(after: .seconds(60)) { _ = captured } }
    }
    try screen.window.back(toDepth: 0)
    expectFreed(references)
  }

  @Test func `what an optional property has shown is freed with it`() throws {
    let model = ItemModel()
    try screen.window.run { screen.home.push(model) }
    try screen.window.run { model.editing = ItemModel.Note(id: 1, text: "one") }
    weak let shown = model.presentedModels.first
    #expect(shown != nil)
    try screen.window.run { model.editing = nil }
    #expect(shown == nil)
  }

  @Test func `what came and went in one turn is freed`() throws {
    let references = try weakReferences { model in
      try screen.window.run {
        screen.home.push(model)
        screen.home.pop()
      }
    }
    expectFreed(references)
  }

  @Test(arguments: ["leave", "sleep"]) func `a window's models are freed with it`(_ way: String) throws {
    var references: (model: () -> AnyObject?, captured: () -> AnyObject?)?
    let server: TestServer
    do {
      let window = try TestWindow(.stacked(CapturingModel(Captured())))
      server = window.server
      weak let root = window.server.look { hub in hub.windows.values.first }
      references = ({ root }, { nil })
      try window.tap("Ask")
      if way == "leave" {
        try window.leave()
      } else {
        try window.disconnect()
        try server.advance(by: .seconds(1800))
      }
    }
    #expect(references?.model() == nil)
    #expect(server.look { $0.windows.count } == 0)
  }
}

@NavigationModel
final class CapturingModel {
  @Transient var captured: LeakTests.Captured? = nil
  var text = ""

  init(_ captured: LeakTests.Captured) { self.captured = captured }

  var body: some View {
    TextField("Text", text: bind(\.text))
    Button("Ask") {
      let captured = self.captured
      self.onMessageReceived { _ in _ = captured }
      self.present(
        .alert(
          AlertState("Sure?") {
            ButtonState("Keep") { _ = self.captured }
            ButtonState("Cancel", role: .cancel) { _ = self.text }
          }))
    }
    Button("Wait") {
      self.task { try await Task.sleep(for: .seconds(3600)) }
    }
  }
}
