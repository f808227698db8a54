import OrielDocument
import OrielTesting
import Testing

@testable import Oriel
@testable import OrielHub

/// The layers and models of a window are limited, whether the user, the app or an operator adds them.
struct WindowLimitTests {
  private func open(layers: Int = 32, models: Int = 1000) throws -> TestWindow {
    var limits = HubLimits()
    limits.layersPerWindow = layers
    limits.modelsPerWindow = models
    return try TestServer(app: GrowingApp(), store: TestStore(), limits: limits).open()
  }

  private static let full = TestOutcome.rejected(.notExecutable, "This window is full. Close something in it first")

  /// The names of elements are on every layer: that of the top one is meant.
  private func tap(_ name: String, in window: TestWindow) throws -> TestOutcome {
    try window.tap(name, in: top(of: window))
  }

  private func top(of window: TestWindow) -> String {
    look(window) { ($0.topLayer?.presentation.model ?? Self.stack($0).path.last?.model)?.modelID ?? "" }
  }

  private static func stack(_ graph: NavigationGraph) -> DefaultStackRootNavigationModel {
    graph.root as! DefaultStackRootNavigationModel
  }

  private func look<Result>(_ window: TestWindow, _ body: (NavigationGraph) throws -> Result) rethrows -> Result {
    nonisolated(unsafe) let body = body
    return try window.server.look(window.id) { hub, id in try body(hub.windows[id]!.graph) }
  }

  private func layers(of window: TestWindow) -> Int { look(window) { $0.layers.open.count } }
  private func models(of window: TestWindow) -> Int { look(window) { $0.modelCount } }

  // MARK: Layers

  @Test func `one layer too many is refused to the page that asked for it, and told to the author once`() throws {
    let window = try open(layers: 3)
    for _ in 1...3 { #expect(try tap("Sheet", in: window) != Self.full) }
    for _ in 1...20 { #expect(try tap("Sheet", in: window) == Self.full) }
    #expect(layers(of: window) == 3)
    #expect(
      window.server.warnings == [
        """
        GrowingModel m5 can't execute PresentCommand: tooManyLayers(limit: 3): its window has 3 layers, as many as it may: \
        dismiss one first, or replace it with replacePresented, or raise the limit with --window-layers
        """
      ])
  }

  @Test func `a layer may be dismissed for another, or replaced by it`() throws {
    let window = try open(layers: 2)
    for _ in 1...2 { _ = try tap("Sheet", in: window) }
    _ = try tap("Replace", in: window)
    #expect(layers(of: window) == 2)
    _ = try tap("Dismiss", in: window)
    #expect(try tap("Sheet", in: window) != Self.full)
    #expect(layers(of: window) == 2)
  }

  @Test func `a question is a layer too`() throws {
    let window = try open(layers: 1)
    _ = try tap("Sheet", in: window)
    #expect(try tap("Ask", in: window) == Self.full)
  }

  @Test func `code is refused as a page is, and can ask before`() throws {
    let window = try open(layers: 1)
    _ = try tap("Sheet", in: window)
    let model = try window.find(GrowingModel.self)
    var (could, result) = (true, CommandResult.executed)
    _ = try window.run {
      could = model.canExecute(.present(.sheet(GrowingModel())))
      result = model.present(.sheet(GrowingModel()))
    }
    #expect((could, result) == (false, .notExecutable(.tooManyLayers(limit: 1))))
  }

  @Test func `a sheet that follows a property is shown when there is room`() throws {
    let window = try open(layers: 1)
    let home = try window.find(GrowingModel.self)
    _ = try tap("Sheet", in: window)
    _ = try window.run { home.isFollowed = true }
    #expect(look(window) { $0.topLayer?.presentation.model is GrowingModel })
    _ = try tap("Dismiss", in: window)
    #expect(layers(of: window) == 1)
    #expect(look(window) { $0.topLayer?.presentation.model is NoteModel })
  }

  // MARK: Models

  @Test func `one model too many is refused, however it would come`() throws {
    let window = try open(models: 4)
    for _ in 1...2 { #expect(try tap("Push", in: window) != Self.full) }
    for name in ["Push", "Sheet", "Write", "Navigate", "Navigate to a sheet"] {
      #expect(try tap(name, in: window) == Self.full)
      #expect(models(of: window) == 4)
      #expect(look(window) { Self.stack($0).path.count } == 3)
    }
  }

  @Test func `what leaves in the same turn makes room`() throws {
    let window = try open(models: 3)
    _ = try tap("Push", in: window)
    for name in ["Replace the top", "Pop and push", "Rewrite"] {
      #expect(try tap(name, in: window) != Self.full)
      #expect(models(of: window) == 3)
    }
    #expect(window.server.warnings == [])
  }

  @Test func `as many as there is room for are taken of what the app writes itself`() throws {
    let window = try open(models: 10)
    guard case .several(let outcomes) = try tap("Write many", in: window) else { return #expect(Bool(false)) }
    #expect(outcomes.last == Self.full)
    #expect(models(of: window) == 10)
    #expect(look(window) { Self.stack($0).path.count } == 9)
    #expect(
      window.server.warnings == [
        """
        DefaultStackRootNavigationModel m1 can't show 992 of its models: its window may have 10 models: dismiss or pop \
        some first, or raise the limit with --window-models
        """
      ])
  }

  @Test func `a window that was saved with more keeps all of it, and can only become smaller`() throws {
    let window = try open()
    for _ in 1...6 { _ = try tap("Push", in: window) }
    for _ in 1...6 { _ = try tap("Sheet", in: window) }
    let before = window.document
    try window.server.restart()
    window.server.look { hub in
      hub.limits.layersPerWindow = 2
      hub.limits.modelsPerWindow = 5
    }
    try window.reconnect()
    #expect(window.document.differences(from: before) == [])
    #expect(try tap("Sheet", in: window) == Self.full)
    #expect(layers(of: window) == 6)
    for _ in 1...5 { _ = try tap("Dismiss", in: window) }
    #expect(try tap("Sheet", in: window) == Self.full)
    _ = try tap("Dismiss", in: window)
    _ = try window.back(toDepth: 1)
    #expect(try tap("Sheet", in: window) != Self.full)
    // A copy is not smaller than what it is a copy of.
    window.server.look { hub in hub.limits.modelsPerWindow = 1 }
    #expect(models(of: try window.duplicate()) == models(of: window))
  }

  // MARK: Lines of the log

  @Test func `a handler that fails each time is a line a minute`() throws {
    let window = try open()
    for _ in 1...50 { #expect(try tap("Fail", in: window) == .rejected(.failed, "Something went wrong")) }
    #expect(window.server.warnings == ["A handler failed: Failure()"])
    try window.server.advance(by: .seconds(60))
    _ = try tap("Fail", in: window)
    #expect(
      window.server.warnings == [
        "A handler failed: Failure()", "A handler failed: Failure() (and 49 more since the last such line)",
      ])
  }

  // MARK: Work

  /// How many models a step visits.
  private func visits(of window: TestWindow, _ step: () throws -> Void) rethrows -> Int {
    let before = look(window) { $0.visits }
    try step()
    return look(window) { $0.visits } - before
  }

  /// What a turn of each kind visits in a window with this many layers, or entries.
  private func work(_ count: Int, grown name: String) throws -> [String: Int] {
    let window = try open(layers: 10_000, models: 10_000)
    for _ in 1...count { _ = try tap(name, in: window) }
    var work: [String: Int] = [:]
    for name in ["Add", "Sheet", "Ask", "Push", "Rewrite", "Find"] {
      work[name] = try visits(of: window) { try window.run { try click(name, window) } }
      if name == "Ask" { try window.run { top(window).dismiss() } }
    }
    work["Leave"] = try visits(of: window) {
      try window.run {
        let stack = look(window, Self.stack)
        stack.path = [StackNavigationModel(GrowingModel())]
      }
    }
    return work
  }

  private func top(_ window: TestWindow) -> GrowingModel {
    look(window) { ($0.topLayer?.presentation.model ?? Self.stack($0).path.last?.model) as! GrowingModel }
  }

  private func click(_ name: String, _ window: TestWindow) throws {
    let model = top(window)
    let handler = try look(window) { graph in
      try graph.handler(model: model.modelID, element: name, name: "tap", value: nil)
    }
    if case .action(let action) = handler { try action() }
  }

  @Test(arguments: ["Sheet", "Push"])
  func `a turn visits each model a few times, however many lie on one another`(_ name: String) throws {
    let (some, many) = (try work(30, grown: name), try work(120, grown: name))
    for (step, visits) in many {
      #expect(visits <= 120 * 16, "\(step)")
      // Four times as many models: a square would be sixteen times the work.
      #expect(visits <= some[step, default: 0] * 5 + 100, "\(step)")
    }
  }
}

private struct GrowingApp: WindowApp {
  var body: some Scene { WindowGroup("Growing", id: "main") { .stacked(GrowingModel()) } }
}

@NavigationModel
final class GrowingModel {
  var count = 0
  var isFollowed = false

  init() {}

  func start() { present(isPresented: \.isFollowed) { .sheet(NoteModel(id: 1)) } }

  private struct Failure: Error {}

  private var own: DefaultStackRootNavigationModel? { find(DefaultStackRootNavigationModel.self) }

  var body: some View {
    Text("\(count)")
    Button("Add") { self.count += 1 }.id("Add")
    Button("Sheet") { self.present(.sheet(GrowingModel())) }.id("Sheet")
    Button("Push") { self.own?.top.push(GrowingModel()) }.id("Push")
    Button("Replace") { self.replacePresented(.sheet(GrowingModel())) }
    Button("Ask") { self.present(.alert(AlertState("Sure?") { ButtonState("Yes") })) }.id("Ask")
    Button("Dismiss") { self.dismiss() }
    Button("Fail") { throw Failure() }
    Button("Write") { self.own?.path.append(StackNavigationModel(GrowingModel())) }
    Button("Write many") { self.own?.path += (0..<1000).map { _ in StackNavigationModel(GrowingModel()) } }
    Button("Rewrite") { self.own?.path = (self.own?.path.dropLast() ?? []) + [StackNavigationModel(GrowingModel())] }
      .id("Rewrite")
    Button("Replace the top") { self.own?.top.replaceTop(GrowingModel()) }
    Button("Pop and push") {
      let stack = self.own
      stack?.top.pop()
      stack?.top.push(GrowingModel())
    }
    Button("Navigate") { self.own?.top.navigate(to: GrowingPlace()) }
    Button("Navigate to a sheet") { self.own?.top.navigate(to: GrowingPlace(), method: .managedSheet) }
    Button("Find") { _ = (self.find(id: "none"), self.successors, self.currentStack) }.id("Find")
  }
}

extension DefaultStackRootNavigationModel {
  fileprivate var top: any NavigationModel { path.last?.model ?? self }
}

private struct GrowingPlace: NavigationDestination {
  func makeModel() -> any NavigationModel { GrowingModel() }
}
