import Glibc
import OrielDocument
import OrielTesting
import Testing

@testable import Oriel
@testable import OrielHub

/// Random commands and events on random graphs: what can be executed is, nothing else is, and after every turn the window
/// is sound, everything that left said so once and in the fixed order, and what is saved makes the same window again.
struct RandomCommandTests {
  /// `deploy/test --nightly` tries others.
  private static let firstSeed = getenv("ORIEL_TEST_SEED").flatMap { UInt64(String(cString: $0)) } ?? 0

  @Test(arguments: firstSeed..<firstSeed + 40) func `whatever happens, the window stays sound`(seed: UInt64) throws {
    let run = try RandomRun(seed: seed)
    for _ in 0..<60 { try run.turn() }
    try run.finish()
  }
}

/// SplitMix64.
private struct Seeded: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }
}

private final class RandomRun {
  private var random: Seeded
  private let window: TestWindow
  private let departures = Departures()
  private var made = 0
  private var layersMade = 0
  /// Who may be asked to command; some have left.
  private var models: [any NavigationModel]

  init(seed: UInt64) throws {
    random = Seeded(state: seed)
    let root = DefaultSwitchedNavigationModel(nil)
    window = try TestWindow(root)
    models = [root.noted("0", in: departures).labelled("0")]
    let first = model(depth: 3)
    try window.run { root.switchModel(first) }
  }

  // MARK: A turn

  func turn() throws {
    let (before, layers, known) = (order, presented, made)
    var isOneTurn = true
    switch Int.random(in: 0..<10, using: &random) {
    case 0, 1: try event()
    case 2:
      isOneTurn = false
      try window.server.advance(by: .milliseconds(Int.random(in: 0...3, using: &random) * 500))
    default: try window.run { for _ in 0..<Int.random(in: 1...3, using: &random) { command() } }
    }
    try checkSound()
    checkLeft(before: before, layers: layers, madeSince: known, inOrder: isOneTurn)
  }

  /// Everything that has left has said so once: what was there in its old order, parents first, what is presented before
  /// what is contained; then what came and went in the turn. Then the layers, the innermost last.
  private func checkLeft(before: [String], layers: [String], madeSince known: Int, inOrder: Bool) {
    let after = Set(order)
    // Each timer is a turn of its own.
    let left =
      inOrder ? departures.take() : departures.take().sorted { place($0, before, layers) < place($1, before, layers) }
    let finished = left.filter { !$0.hasPrefix("layer") }
    #expect(Set(left).count == left.count)
    #expect(finished.filter(before.contains) == before.filter { !after.contains($0) })
    #expect(Set(finished).isDisjoint(with: after))
    #expect(Set(finished).subtracting(before).allSatisfy { label in Int(label).map { $0 > known } ?? false })
    let dismissed = left.filter { $0.hasPrefix("layer") }
    let remaining = Set(presented)
    #expect(dismissed.filter(layers.contains) == layers.filter { !remaining.contains($0) })
    #expect(remaining.isDisjoint(with: dismissed))
    if let last = left.lastIndex(where: { !$0.hasPrefix("layer") && before.contains($0) }),
      let first = left.firstIndex(where: { layers.contains($0) })
    {
      #expect(last < first)
    }
  }

  private func place(_ name: String, _ models: [String], _ layers: [String]) -> Int {
    models.firstIndex(of: name) ?? (models.count + (layers.firstIndex(of: name) ?? layers.count))
  }

  // MARK: What a page may say

  private func event() throws {
    let models = try #require(window.document["models"]?.objectValue)
    guard let id = models.map(\.key).randomElement(using: &random), let model = models[id] else { return }
    switch Int.random(in: 0..<5, using: &random) {
    case 0: try send(id, "back", ["depth": .integer(.random(in: 0...2, using: &random))])
    case 1: try send(id, "selectTab", ["id": .string(tab())])
    case 2: try send(id, "dismiss", [:])
    case 3: try send(id, "action", ["id": "0"])
    default:
      let detent: JSONValue = model["presented"]?["detents"]?.arrayValue?.randomElement(using: &random) ?? "large"
      let target = model["presented"]?["model"]?.stringValue ?? id
      try send(target, "detent", ["id": detent])
    }
  }

  /// Whether it is refused or not.
  private func send(_ model: String, _ name: String, _ value: JSONValue) throws {
    let _: TestOutcome = try window.event(model: model, name: name, value: value)
  }

  private func tab() -> String { ["0", "1", "2"].randomElement(using: &random) ?? "" }

  // MARK: What code may do

  private func command() {
    let caller = caller()
    switch Int.random(in: 0..<34, using: &random) {
    case 0, 1: execute(.push(model(depth: 1)), caller)
    case 2: execute(.push([model(depth: 0), model(depth: 0)]), caller)
    case 3: execute(.push(self.caller()), caller)
    case 4: execute(.pop(Int.random(in: 0...3, using: &random)), caller)
    case 5: execute(.popToRoot, caller)
    case 6: execute(.setRoot(model(depth: 1), clear: Bool.random(using: &random)), caller)
    case 7, 8: execute(.present(presentation()), caller)
    case 9: execute(.dismiss, caller)
    case 10: execute(.back, caller)
    case 11: execute(.selectTab(tab()), caller)
    case 12: execute(.switchModel(model(depth: 2), nearest: Bool.random(using: &random)), caller)
    case 13: execute(.present(.sheet(caller)), caller)
    case 14: execute(.pop(exactly: Int.random(in: -1...3, using: &random)), caller)
    case 15: execute(.popTo(depth: Int.random(in: -1...3, using: &random)), caller)
    case 16: execute(.popTo(self.caller()), caller)
    case 17: execute(.popSelf, caller)
    case 18: execute(.replaceTop(Bool.random(using: &random) ? model(depth: 1) : self.caller()), caller)
    case 19: execute(.reversePath, caller)
    case 20: execute(.mapPath { $0.count > 2 ? [$0[0], $0[2], $0[1]] : $0 }, caller)
    case 21: execute(.dismissSelf, caller)
    case 22: execute(.dismissPresented, caller)
    case 23: execute(.dismissDescendants, caller)
    case 24: execute(.dismissAll, caller)
    case 25: execute(.popAll, caller)
    case 26: execute(.reset, caller)
    case 27: execute(.popTo(named: name()), caller)
    case 28: execute(.replacePresented(presentation()), caller)
    case 29: execute(.replacePresented(presentation(), after: .seconds(1)), caller)
    case 30: execute(.showDetail(model(depth: 1)), caller)
    case 31: execute(.present(presentation(), on: self.caller()), caller)
    case 32: execute(.enqueue(.push(model(depth: 0)), after: .milliseconds(500)), caller)
    default: writePath(of: caller)
    }
  }

  private func caller() -> any NavigationModel { models.randomElement(using: &random) ?? models[0] }

  private func name() -> String { ["x", "y"].randomElement(using: &random) ?? "" }

  /// An app writes what it likes: also what stands elsewhere, or there already.
  private func writePath(of model: any NavigationModel) {
    let other = caller()
    guard other._node.graph == nil || other._node.graph === model._node.graph else { return }
    switch model {
    case let stack as DefaultStackRootNavigationModel: stack.path.append(StackNavigationModel(other))
    case let switched as DefaultSwitchedNavigationModel where switched !== models.first: switched.switchedModel = other
    case let split as DefaultSplitNavigationModel: split.detail = other
    default: break
    }
  }

  private func execute(_ command: some NavigationCommand, _ caller: any NavigationModel) {
    let can = caller.canExecute(command)
    #expect(can == (caller.execute(command) == .executed))
  }

  // MARK: Making

  private func model(depth: Int) -> any NavigationModel {
    let model = unnoted(depth: depth)
    models.append(model)
    if models.count > 60 { models.removeFirst(20) }
    made += 1
    return model.noted("\(made)", in: departures).labelled("\(made)")
  }

  private func unnoted(depth: Int) -> any NavigationModel {
    switch depth > 0 ? Int.random(in: 0..<7, using: &random) : 6 {
    case 0, 1:
      let path = (0...Int.random(in: 0...2, using: &random)).map { _ in StackNavigationModel(model(depth: depth - 1)) }
      return DefaultStackRootNavigationModel(
        path: path, name: Int.random(in: 0..<5, using: &random) == 0 ? name() : nil)
    case 2:
      let tabs = (0...1).map { TabModel(id: "\($0)", title: "Tab \($0)", model: model(depth: depth - 1)) }
      return DefaultTabsRootNavigationModel(tabs: tabs, selectedTabID: "0")
    case 3: return DefaultSwitchedNavigationModel(model(depth: depth - 1))
    case 4: return DefaultSplitNavigationModel(sidebar: model(depth: depth - 1), detail: model(depth: depth - 1))
    default: return NamedModel("screen")
    }
  }

  private func presentation() -> Presentation {
    let source = Bool.random(using: &random) ? "add" : nil
    let layer: Presentation =
      switch Int.random(in: 0..<6, using: &random) {
      case 0: .sheet(model(depth: 2), detents: [.medium, .large])
      case 1: .fullScreenCover(model(depth: 1))
      case 2: .popover(model(depth: 0), source: "add")
      case 3: .sheet(model(depth: 1)).hidden(after: .seconds(1))
      case 4: .alert(AlertState("Sure?"))
      default: .confirmationDialog(ConfirmationDialogState<Never>("Which?") { ButtonState("One") }, source: source)
      }
    layersMade += 1
    let label = "layer \(layersMade)"
    return layer.named(label).onDismiss { [departures] _ in departures.add(label) }
  }

  // MARK: Soundness

  private func withGraph<Result>(_ body: (NavigationGraph) throws -> Result) throws -> Result {
    let graph = try window.server.look(window.id) { hub, id in try #require(hub.windows[id]).graph }
    return try window.server.executor.enter { try body(graph) }
  }

  /// The labels of all models, parents first, what is presented before what is contained.
  private var order: [String] { (try? withGraph { graph in graph.attachedModels.map { label($0.model) } }) ?? [] }

  /// The layers, from the lowest up.
  private var presented: [String] {
    (try? withGraph { graph in graph.layers.open.compactMap(\.presentation.name) }) ?? []
  }

  private func checkSound() throws {
    try checkChain()
    try checkReferences()
    try checkRestored()
  }

  /// One chain, each layer presented from the one below; nothing else presents.
  private func checkChain() throws {
    try withGraph { graph in
      var below: PresentedLayer?
      for layer in graph.layers.open {
        #expect(graph.isAttached(layer.presenter))
        #expect(layer.presenter._node.layer === layer)
        #expect(graph.layer(containing: layer.presenter) === below)
        below = layer
      }
      let presenting = graph.entries.values.count { $0.model._node.layer != nil }
      #expect(presenting == graph.layers.open.count)
    }
  }

  /// Every model that the document names is in it, each at one place, and no other is.
  private func checkReferences() throws {
    let models = try #require(window.document["models"]?.objectValue)
    var named = [try #require(window.document["root"]?.stringValue)]
    for (_, model) in models { named += references(in: model) }
    #expect(named.sorted() == models.map(\.key).sorted())
  }

  private func references(in model: JSONValue) -> [String] {
    let entries = ["path", "tabs"].flatMap { model[$0]?.arrayValue ?? [] }.compactMap { $0["model"]?.stringValue }
    let single = ["child", "sidebar", "detail"].map { model[$0] } + [model["presented"]?["model"]]
    return entries + single.compactMap { $0?.stringValue }
  }

  /// What was saved makes the same document again, but for questions whose answers are closures, which there are none of.
  private func checkRestored() throws {
    let restored = try window.server.look(window.id) { hub, id -> JSONValue in
      let window = try #require(hub.windows[id])
      let saved = window.graph.snapshot().mapValues(JSONBytes.encode)
      let restoration = GraphRestoration(saved: saved) { throw CancellationError() }
      let restored = try restoration.restore(root: window.graph.root._node.id)
      #expect(restored.failures.isEmpty)
      let graph = NavigationGraph(restored, host: window, ids: ModelIDs(suffix: "x", next: 1000))
      graph.settle()
      var operations: [PatchOperation] = []
      graph.render(into: &operations)
      defer { graph.dismantle() }
      return graph.document
    }
    #expect(restored == window.document)
  }

  func finish() throws {
    let left = order + presented
    try window.leave()
    #expect(departures.take() == left)
  }
}

extension NavigationModel {
  /// Names the model for `label`.
  fileprivate func labelled(_ label: String) -> Self {
    _node.listeners.append { message in
      if let asking = message as? AskingForLabel { asking.answer.label = label }
    }
    return self
  }
}

private struct AskingForLabel: NavigationMessage {
  final class Answer { var label = "" }
  let answer = Answer()
}

private func label(_ model: any NavigationModel) -> String {
  let asking = AskingForLabel()
  for listener in model._node.listeners { listener(asking) }
  return asking.answer.label
}
