import Oriel
import OrielTesting
import Testing

@testable import OrielHub

struct ClockTests {
  let server: TestServer
  init() throws { server = try TestServer(app: ClockApp()) }

  /// Timers beside the one that looks for old windows.
  private var timers: Int { server.clock.pendingCount - 1 }

  private func evaluations(of window: TestWindow) -> Int {
    server.look(window.id) { hub, id in hub.windows[id]?.graph.evaluations ?? 0 }
  }

  @Test func `S25: now is the server's time, which a test moves`() throws {
    let window = try server.open()
    try window.tap("Note")
    try server.advance(by: .milliseconds(1500))
    try window.tap("Note")
    let first = server.clock.wallTime - 1500
    #expect(window.text.first == "\(first), \(first + 1500)")
  }

  @Test func `reading now does not render again`() throws {
    let window = try server.open()
    try window.tap("Note")
    let before = evaluations(of: window)
    try server.advance(by: .seconds(100))
    #expect([evaluations(of: window) - before, timers] == [0, 0])
  }

  @Test func `S25: a body that reads now(every:) is evaluated again when the interval has passed`() throws {
    try server.advance(by: .milliseconds(300))
    let window = try server.open(scene: "minutes")
    let start = server.clock.wallTime - 300
    #expect(window.text == ["\(start)", "\(start)"])
    try server.advance(by: .milliseconds(699))
    #expect(window.text == ["\(start)", "\(start)"])
    try server.advance(by: .milliseconds(1))
    #expect(window.text == ["\(start + 1000)", "\(start)"])
    try server.advance(by: .seconds(59))
    #expect(window.text == ["\(start + 60_000)", "\(start + 60_000)"])
  }

  @Test func `there is one timer for each interval of a window, and none without a reader`() throws {
    let window = try server.open(scene: "minutes")
    #expect(timers == 2)
    try server.advance(by: .seconds(10))
    #expect(timers == 2)
    try window.leave()
    #expect(timers == 0)
  }

  @Test func `a body that no longer reads it is not evaluated again`() throws {
    let window = try server.open(scene: "blinking")
    #expect(timers == 1)
    try server.advance(by: .seconds(5))
    try window.tap("Stop")
    let before = evaluations(of: window)
    try server.advance(by: .seconds(5))
    #expect([evaluations(of: window) - before, timers] == [0, 0])
  }

  @Test func `a window without a page is rendered with the time before its next page sees it`() throws {
    let window = try server.open(scene: "minutes")
    let start = server.clock.wallTime
    try window.disconnect()
    try server.advance(by: .seconds(2))
    let before = evaluations(of: window)
    try server.advance(by: .seconds(118))
    #expect(evaluations(of: window) == before)
    // The one that puts it to sleep.
    #expect(timers == 1)
    try window.reconnect()
    #expect(window.text == ["\(start + 120_000)", "\(start + 120_000)"])
    try server.advance(by: .seconds(1))
    #expect(window.text.first == "\(start + 121_000)")
  }

  @Test func `an interval is at least 50 milliseconds`() throws {
    let window = try server.open(scene: "moments")
    let start = server.clock.wallTime
    try server.advance(by: .milliseconds(49))
    #expect(window.text == ["\(start)"])
    try server.advance(by: .milliseconds(1))
    #expect(window.text == ["\(start + 50)"])
  }

  @Test func `an observation follows the time too`() throws {
    let window = try server.open(scene: "observing")
    try server.advance(by: .seconds(3))
    #expect(window.text == ["4 times"])
  }

  @Test func `the time of a shared model passes`() throws {
    let window = try server.open(scene: "wall")
    let start = server.clock.wallTime
    try server.advance(by: .seconds(3))
    #expect(window.text == ["\(start + 3000)"])
  }
}

struct ClockApp: WindowApp {
  var body: some Scene {
    WindowGroup("Notes", id: "notes") { NotedTimesModel() }
    WindowGroup("Minutes", id: "minutes") { TimesModel([.seconds(1), .seconds(60)]) }
    WindowGroup("Moments", id: "moments") { TimesModel([.zero]) }
    WindowGroup("Blinking", id: "blinking") { BlinkingModel() }
    WindowGroup("Observing", id: "observing") { ObservingModel() }
    WindowGroup("Wall", id: "wall") { .shared("clock") }
    SharedModel("clock") { TimesModel([.seconds(1)]) }
  }
}

@NavigationModel
final class NotedTimesModel {
  var noted: [String] = []
  @Environment(\.clock) var clock
  init() {}

  var body: some View {
    Text(noted.joined(separator: ", "))
    if clock.now > 0 { Button("Note") { self.noted.append("\(self.clock.now)") } }
  }
}

@NavigationModel
final class TimesModel {
  let intervals: [Duration]
  @Environment(\.clock) var clock
  init(_ intervals: [Duration]) { self.intervals = intervals }

  var body: some View {
    ForEach(intervals, id: \.self) { Text("\(self.clock.now(every: $0))") }
  }
}

@NavigationModel
final class BlinkingModel {
  var blinks = true
  @Environment(\.clock) var clock
  init() {}

  var body: some View {
    if blinks { Text("\(clock.now(every: .seconds(1)) / 1000 % 2)") }
    Button("Stop") { self.blinks = false }
  }
}

@NavigationModel
final class ObservingModel {
  var seconds: [Int64] = []
  @Environment(\.clock) var clock
  init() {}

  func start() {
    var seen: Set<Int64> = []
    observe {
      seen.insert(self.clock.now(every: .seconds(1)))
      self.seconds = seen.sorted()
    }
  }

  var body: some View { Text("\(seconds.count) times") }
}
