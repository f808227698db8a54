import Oriel
import OrielTesting
import Testing

@testable import OrielHub

struct TaskTests {
  let store = TestStore()
  let record = WorkRecord()
  let server: TestServer
  init() throws { server = try TestServer(app: WorkApp(record: record), store: store) }

  /// Whole seconds of the clock.
  private var time: Int64 { server.clock.now / 1000 }

  /// Moves the clock a second at a time, and returns the seconds after which there was another run.
  private func runs(in seconds: Int) throws -> [Int64] {
    let (start, before) = (time, record.runs.count)
    for _ in 0..<seconds { try server.advance(by: .seconds(1)) }
    return record.runs.dropFirst(before).map { $0 / 1000 - start }
  }

  @Test func `S13: a task that throws begins again after 1, 2, 4 up to 60 seconds`() throws {
    record.clock = { [clock = server.clock] in clock.now }
    let window = try server.open()
    try window.tap("Restarting")
    #expect(try runs(in: 244) == [1, 3, 7, 15, 31, 63, 123, 183, 243])
    #expect(server.warnings.first?.contains("A task of WorkModel failed: WorkFailure()") == true)
  }

  @Test func `after it has run for a minute, its first pause is a second again`() async throws {
    record.clock = { [clock = server.clock] in clock.now }
    let window = try server.open()
    try window.tap("Restarting")
    #expect(try runs(in: 20) == [1, 3, 7, 15])
    record.gate = WorkGate()
    #expect(try runs(in: 80) == [11])
    try window.tap("Let go")
    // The pause has begun, beside the timer that looks for old windows.
    try await server.settled { server.clock.pendingCount == 2 }
    #expect(try runs(in: 2) == [1])
  }

  @Test func `a task that returns, or that only throws, ends`() throws {
    let window = try server.open()
    try window.tap("Once")
    try window.tap("Returning")
    #expect(try runs(in: 60) == [])
    #expect(record.runs.count == 2)
  }

  @Test func `a cancelled task does not begin again`() throws {
    let window = try server.open()
    try window.tap("Restarting")
    try window.tap("Cancel")
    #expect(try runs(in: 60) == [])
  }

  @Test func `a restarting task ends with its model`() throws {
    let window = try server.open()
    try window.tap("Restarting")
    try window.leave()
    #expect(try runs(in: 60) == [])
  }

  @Test func `every calls after each interval, as a turn of its own`() throws {
    let window = try server.open()
    try window.tap("Every second")
    try server.advance(by: .seconds(3))
    #expect(window.text.first == "3")
    try window.tap("Cancel")
    try server.advance(by: .seconds(3))
    #expect(window.text.first == "3")
  }

  @Test func `every is never sooner than 50 milliseconds`() throws {
    let window = try server.open()
    try window.tap("Every moment")
    try server.advance(by: .milliseconds(100))
    #expect(window.text.first == "2")
  }

  @Test func `a repetition can cancel itself`() throws {
    let window = try server.open()
    try window.tap("Twice")
    try server.advance(by: .seconds(5))
    #expect(window.text.first == "2")
  }

  @Test func `what is scheduled can be cancelled`() throws {
    let window = try server.open()
    try window.tap("Later")
    try window.tap("Cancel")
    try server.advance(by: .seconds(5))
    #expect(window.text.first == "0")
    try window.tap("Later")
    try server.advance(by: .seconds(5))
    #expect(window.text.first == "1")
  }

  @Test func `an object has at most 1000 tasks and timers`() throws {
    let window = try server.open()
    try window.tap("Many")
    try server.advance(by: .seconds(1))
    #expect(window.text.first == "1000")
    #expect(
      server.warnings.contains {
        $0.contains("WorkModel has 1000 tasks and timers: another one was not started. Cancel those that are")
      })
  }

  // MARK: Saved objects

  @Test func `a saved object's repetition changes all windows, and is saved`() throws {
    let window = try server.open(scene: "ledger")
    let other = try server.open(scene: "ledger")
    try window.tap("Begin")
    try server.advance(by: .seconds(3))
    #expect(other.text.first == "3")
    try server.restart()
    try window.reconnect()
    #expect(window.text.first == "3")
    try server.advance(by: .seconds(3))
    #expect(window.text.first == "3")
  }

  @Test func `a saved object's tasks and timers end when its user leaves memory`() async throws {
    let window = try server.open(scene: "ledger")
    try window.tap("Begin")
    try window.tap("Listen")
    try window.disconnect()
    try server.advance(by: .seconds(1800))
    #expect(server.look { $0.windows.count } == 0)
    #expect(server.clock.pendingCount == 1)
    try await server.settled { record.isCancelled }
    try window.reconnect()
    #expect(window.text.first == "1799")
  }

  @Test func `an object that is not on a hub starts nothing`() {
    let handle = Ledger().every(.seconds(1)) {}
    handle.cancel()
    Ledger().task { Issue.record("it was started") }
  }
}

/// What the work of a test has done. Used on the test's thread only.
final class WorkRecord: @unchecked Sendable {
  var runs: [Int64] = []
  var clock: () -> Int64 = { 0 }
  var gate: WorkGate?
  var isCancelled = false
}

/// Holds work up until it is opened.
final class WorkGate {
  var waiting: CheckedContinuation<Void, Never>?
}

struct WorkFailure: Error {}

struct WorkApp: WindowApp {
  var record = WorkRecord()

  var body: some Scene {
    WindowGroup("Work") { WorkModel(record) }
    WindowGroup("Ledger", id: "ledger") { LedgerModel(record) }
  }

  func environment(for user: User) -> EnvironmentValues { [Ledger()] }
}

@NavigationModel
final class WorkModel {
  var count = 0
  @Transient var record = WorkRecord()
  @Transient var handle: TaskHandle?

  init(_ record: WorkRecord) { self.record = record }

  var body: some View {
    Text("\(count)")
    Button("Restarting") { self.handle = self.task(restarting: true) { try await self.fail() } }
    Button("Once") { self.task { try await self.fail() } }
    Button("Returning") { self.task(restarting: true) { self.record.runs.append(0) } }
    Button("Every second") { self.handle = self.every(.seconds(1)) { self.count += 1 } }
    Button("Every moment") { self.every(.zero) { self.count += 1 } }
    Button("Twice") {
      self.handle = self.every(.seconds(1)) {
        self.count += 1
        if self.count == 2 { self.handle?.cancel() }
      }
    }
    Button("Later") { self.handle = self.schedule(after: .seconds(1)) { self.count += 1 } }
    Button("Many") { for _ in 0...1000 { self.schedule(after: .seconds(1)) { self.count += 1 } } }
    Button("Let go") { self.record.gate?.waiting?.resume() }
    Button("Cancel") { self.handle?.cancel() }
  }

  private func fail() async throws {
    record.runs.append(record.clock())
    if let gate = record.gate { await withCheckedContinuation { gate.waiting = $0 } }
    record.gate = nil
    throw WorkFailure()
  }
}

@SavedState
final class Ledger {
  var total = 0
  init() {}

  func begin() { every(.seconds(1)) { self.total += 1 } }

  func listen(_ record: WorkRecord) {
    task {
      for await _ in AsyncStream<Never>.makeStream().stream {}
      record.isCancelled = Task.isCancelled
    }
  }
}

@NavigationModel
final class LedgerModel {
  @Transient var record = WorkRecord()
  @Environment(Ledger.self) var ledger

  init(_ record: WorkRecord) { self.record = record }

  var body: some View {
    Text("\(ledger.total)")
    Button("Begin") { self.ledger.begin() }
    Button("Listen") { self.ledger.listen(self.record) }
  }
}
