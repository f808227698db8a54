import OrielTesting
import Synchronization
import Testing

@testable import Oriel

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// After every kind of suspension, code of a model is on the hub again, and what it changes is seen.
struct IsolationTests {
  enum Suspension: CaseIterable {
    case none, yield, sleep, otherActor, thread, stream, child, detached, group, saved
  }

  @Test(arguments: Suspension.allCases)
  func `a handler is on the hub again behind an await`(_ suspension: Suspension) async throws {
    let window = try TestWindow(SuspendingModel(suspension))
    try window.tap("Go")
    try await window.settled()
    #expect(window.text == ["Go", "on the hub: true"])
  }

  @Test(arguments: Suspension.allCases)
  func `a task is on the hub again behind an await`(_ suspension: Suspension) async throws {
    let model = SuspendingModel(suspension)
    let window = try TestWindow(model)
    try window.run { model.task { await model.go() } }
    try await window.server.settled { window.text.count == 2 }
    #expect(window.text == ["Go", "on the hub: true"])
  }

  /// The compiler takes a closure with a capture list for one that leaves its actor (Swift 6.3.1). When this is no known
  /// issue any more, the warnings about it may go.
  @Test func `a handler with a capture list is on the hub again too`() async throws {
    let model = CaptureListModel()
    let window = try TestWindow(model)
    let probe = Probe(window.server.executor)
    try window.run { model.probe = probe }
    try window.tap("Go")
    try await window.settled()
    withKnownIssue { #expect(probe.wasOnHub == true) }
  }

  @Test func `a task ends with its model`() async throws {
    let screen = try StackedWindow()
    let model = WaitingModel()
    try screen.window.run { screen.home.push(model) }
    try screen.window.back()
    try await screen.window.server.settled { model.ended == "cancelled" }
  }

  @Test func `a task that throws is logged`() async throws {
    let model = FailingModel()
    let window = try TestWindow(model)
    try window.run { model.task { throw FailingModel.Failure() } }
    #expect(window.server.warnings == ["A task of FailingModel failed: Failure()"])
  }

  @Test func `other events come in while a handler waits`() async throws {
    let model = WaitingModel()
    let window = try TestWindow(.stacked(model))
    try window.tap("Wait")
    #expect(try window.tap("Count") == .patch([.replace("/models/m2/body/0/text", "1")], rev: 2))
    model.goOn()
    try await window.settled()
    #expect(window.text.first == "101")
  }
}

private actor Elsewhere {
  func think() {}
}

@NavigationModel
final class SuspendingModel {
  @Transient var suspension: IsolationTests.Suspension = .none
  var report = ""

  init(_ suspension: IsolationTests.Suspension) { self.suspension = suspension }

  var body: some View {
    Button("Go") { await self.go() }
    if !report.isEmpty { Text(report) }
  }

  func go() async {
    await suspend()
    report = "on the hub: \(_node.graph.map { $0.host.isolation.isCurrent } ?? false)"
  }

  private func suspend() async {
    switch suspension {
    case .none: break
    case .yield: await Task.yield()
    case .sleep: try? await Task.sleep(for: .microseconds(1))
    case .otherActor: await Elsewhere().think()
    case .thread: await withCheckedContinuation { continuation in onAThread { continuation.resume() } }
    case .stream: for await _ in AsyncStream<Int>.fromAThread() { break }
    case .child:
      async let value = Elsewhere().think()
      await value
    case .detached: await Task.detached {}.value
    case .group: await withTaskGroup { group in group.addTask {} }
    case .saved: try? await saved()
    }
  }
}

/// Tells whether the code that asks it is on the hub.
final class Probe: Sendable {
  private let executor: TestExecutor
  private let seen = Mutex<Bool?>(nil)

  init(_ executor: TestExecutor) { self.executor = executor }

  func look() { seen.withLock { $0 = executor.isCurrent } }
  var wasOnHub: Bool? { seen.withLock { $0 } }
}

@NavigationModel
final class CaptureListModel {
  @Transient var probe: Probe? = nil

  init() {}

  var body: some View {
    Button("Go") { [probe] in
      await Task.yield()
      probe?.look()
    }
  }
}

@NavigationModel
final class WaitingModel {
  var count = 0
  @Transient var ended = ""
  @Transient var continuation: CheckedContinuation<Void, Never>? = nil

  init() {}

  var body: some View {
    Text("\(count)")
    Button("Wait") {
      await withCheckedContinuation { self.continuation = $0 }
      self.count += 100
    }
    Button("Count") { self.count += 1 }
  }

  func start() {
    task {
      do {
        try await Task.sleep(for: .seconds(3600))
      } catch {
        self.ended = "cancelled"
      }
    }
  }

  func goOn() { continuation?.resume() }
}

private func onAThread(_ work: @escaping @Sendable () -> Void) {
  final class Box: Sendable {
    let work: @Sendable () -> Void
    init(_ work: @escaping @Sendable () -> Void) { self.work = work }
  }
  var thread = pthread_t()
  pthread_create(
    &thread, nil,
    { argument in
      Unmanaged<Box>.fromOpaque(argument!).takeRetainedValue().work()
      return nil
    }, Unmanaged.passRetained(Box(work)).toOpaque())
  pthread_detach(thread)
}

extension AsyncStream where Element == Int {
  fileprivate static func fromAThread() -> AsyncStream {
    AsyncStream { continuation in onAThread { continuation.yield(1) } }
  }
}
