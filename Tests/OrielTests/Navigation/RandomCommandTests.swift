import OrielDocument
import OrielTesting
import Testing

@testable import Oriel
@testable import OrielHub

/// Random commands on random graphs: what can be executed is, nothing else is, and after every turn the window is sound.
struct RandomCommandTests {
  @Test(arguments: 0..<40) func `whatever is commanded, the window stays sound`(seed: UInt64) throws {
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
    let (before, known) = (Set(attached.map(label)), made)
    try window.run {
      for _ in 0..<Int.random(in: 1...3, using: &random) { command() }
    }
    let after = Set(attached.map(label))
    try checkSound()
    checkFinished(before: before, after: after, madeSince: known)
  }

  /// Everything that has left has said so once; of what is new, that which came and went in the turn.
  private func checkFinished(before: Set<String>, after: Set<String>, madeSince known: Int) {
    let finished = departures.take()
    #expect(Set(finished).count == finished.count)
    #expect(Set(finished).intersection(before) == before.subtracting(after))
    #expect(Set(finished).intersection(after) == [])
    #expect(Set(finished).subtracting(before).allSatisfy { label in Int(label).map { $0 > known } ?? false })
  }

  private func command() {
    let caller = models.randomElement(using: &random) ?? models[0]
    switch Int.random(in: 0..<14, using: &random) {
    case 0, 1: execute(.push(model(depth: 1)), caller)
    case 2: execute(.push([model(depth: 0), model(depth: 0)]), caller)
    case 3: execute(.push(caller), caller)
    case 4: execute(.pop(Int.random(in: 0...3, using: &random)), caller)
    case 5: execute(.popToRoot, caller)
    case 6: execute(.setRoot(model(depth: 1), clear: Bool.random(using: &random)), caller)
    case 7, 8: execute(.present(presentation()), caller)
    case 9: execute(.dismiss, caller)
    case 10: execute(.hide, caller)
    case 11: execute(.selectTab(["0", "1", "2"].randomElement(using: &random) ?? ""), caller)
    case 12: execute(.switchModel(model(depth: 2), nearest: Bool.random(using: &random)), caller)
    default: execute(.present(.sheet(caller)), caller)
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
    switch depth > 0 ? Int.random(in: 0..<5, using: &random) : 4 {
    case 0, 1:
      let path = (0...Int.random(in: 0...2, using: &random)).map { _ in StackNavigationModel(model(depth: depth - 1)) }
      return DefaultStackRootNavigationModel(path: path)
    case 2:
      let tabs = (0...1).map { TabModel(id: "\($0)", title: "Tab \($0)", model: model(depth: depth - 1)) }
      return DefaultTabsRootNavigationModel(tabs: tabs, selectedTabID: "0")
    case 3: return DefaultSwitchedNavigationModel(model(depth: depth - 1))
    default: return NamedModel("screen")
    }
  }

  private func presentation() -> Presentation {
    let source = Bool.random(using: &random) ? "add" : nil
    return switch Int.random(in: 0..<4, using: &random) {
    case 0: .sheet(model(depth: 2))
    case 1: .fullScreenCover(model(depth: 1))
    case 2: .alert(AlertState("Sure?"))
    default: .confirmationDialog(ConfirmationDialogState<Never>("Which?") { ButtonState("One") }, source: source)
    }
  }

  // MARK: Soundness

  private func withGraph<Result>(_ body: (NavigationGraph) throws -> Result) throws -> Result {
    let graph = try window.server.look(window.id) { hub, id in try #require(hub.windows[id]).graph }
    return try window.server.executor.enter { try body(graph) }
  }

  private var attached: [any NavigationModel] {
    (try? withGraph { graph in graph.entries.values.map(\.model) }) ?? []
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
      for layer in graph.layers {
        #expect(graph.isAttached(layer.presenter))
        #expect(layer.presenter._node.layer === layer)
        #expect(graph.layer(containing: layer.presenter) === below)
        below = layer
      }
      let presenting = graph.entries.values.count { $0.model._node.layer != nil }
      #expect(presenting == graph.layers.count)
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
    return entries + [model["child"]?.stringValue, model["presented"]?["model"]?.stringValue].compactMap(\.self)
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
    let left = attached.map(label).sorted()
    try window.leave()
    #expect(departures.take().sorted() == left)
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
