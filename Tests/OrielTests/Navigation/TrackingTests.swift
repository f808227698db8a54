import Observation
import OrielDocument
import Testing

@testable import Oriel

/// A graph on its own, and how often it is told of a change.
struct TrackingTests {
  @Test func `however often a model presents, one change tells once`() {
    let host = LoneHost()
    let stack = DefaultStackRootNavigationModel(path: [StackNavigationModel(NamedModel("home"))])
    let graph = NavigationGraph(root: stack, host: host, ids: ModelIDs())
    func settle() {
      graph.settle()
      var operations: [PatchOperation] = []
      graph.render(into: &operations)
      _ = graph.drainChanges()
    }
    settle()
    for _ in 0..<50 {
      stack.present(.sheet(NamedModel("sheet")))
      settle()
      stack.dismiss()
      settle()
    }
    host.told = 0
    stack.path.append(StackNavigationModel(NamedModel("a")))
    // That its structure has changed, and that it is to be saved.
    #expect(host.told == 2)
  }

  @Test func `a body is evaluated again for what it has read, and nothing else`() {
    let host = LoneHost()
    let model = TrackedPairModel()
    let graph = NavigationGraph(root: model, host: host, ids: ModelIDs())
    func change(_ body: () -> Void) -> Int {
      let before = graph.evaluations
      body()
      graph.settle()
      var operations: [PatchOperation] = []
      graph.render(into: &operations)
      return graph.evaluations - before
    }
    #expect(change {} == 1)
    #expect(change { model.shown = 1 } == 1)
    #expect(change { model.hidden = 1 } == 0)
    #expect(graph.entries["m1"]?.kind.readsOthers == false)
    // Only now it reads what is not its own.
    #expect(change { model.follows = true } == 1)
    #expect(graph.entries["m1"]?.kind.readsOthers == true)
    #expect(change { model.other.count = 1 } == 1)
    #expect(
      change {
        model.other.count = 2; model.shown = 2
      } == 1)
    #expect(change { model.follows = false } == 1)
    #expect(change { model.other.count = 3 } == 0)
    #expect(change { model.shown = 3 } == 1)
  }
}

@NavigationModel
private final class TrackedPairModel {
  var shown = 0
  var hidden = 0
  var follows = false
  @Transient var other = TrackedOther()

  var body: some View {
    Text("\(shown)")
    if follows { Text("\(other.count)") }
  }
}

@Observable
private final class TrackedOther {
  var count = 0
}

private final class LoneHost: GraphHost {
  struct Here: HubIsolation {
    var isCurrent: Bool { true }
    func run(_ work: @escaping @Sendable () -> Void) { work() }
  }

  var told = 0
  let isolation: any HubIsolation = Here()
  let environment = EnvironmentValues()
  let now: Int64 = 0
  let wallTime: Int64 = 0

  func randomNumber() -> UInt64 { 1 }
  func graphNeedsCommit() { told += 1 }
  func isObserved(at level: NavigationVerbosity) -> Bool { false }
  func report(_ notice: NavigationNotice) {}
  func header(root: String, title: String?, url: WindowURL) -> JSONObject { ["root": .string(root)] }
  func startTask(_ operation: nonisolated(nonsending) @escaping () async -> Void) -> ModelTask { ModelTask() }
  func schedule(after milliseconds: Int64, _ action: @escaping () -> Void) -> GraphTimer { GraphTimer {} }
  func sendTrigger(_ trigger: EnvironmentTrigger) {}
  func sharedDocument(kind: String, value: JSONValue) -> String? { nil }
  func reasonAgainstOpening(scene: String, value: JSONValue?, in tenant: Tenant?) -> NotExecutableReason? {
    .unknownScene(scene)
  }
  func openWindow(scene: String, value: JSONValue?, policy: OpenWindowPolicy, placement: WindowPlacement?) {}
  func dismissWindows(scene: String, value: JSONValue?) {}
  func dismissWindow(_ id: WindowID) {}
  func post(_ message: [UInt8], to type: String, of tenant: Tenant) -> Bool { false }
  func saved() async throws {}
  func openURL(_ url: String, target: String) {}
}
