import Logging
import Oriel
import OrielHub
import OrielTransport

/// What the hub itself takes of a click: from the event to the encoded patch, without sockets and frames.
enum HubShare {
  private static let few = 10
  private static let many = 10_000

  static func measure(_ effort: Effort) async throws -> [Row] {
    say("The hub's share, at \(few) and at \(many) windows")
    let (small, large) = (try LoneHub(), try LoneHub())
    try await small.open(few)
    try await large.open(many)
    var sameWindows = Comparison()
    var allWindows: [Double] = []
    // The first round does not count: with it the logs of old patches are filled, and stay as long as they are.
    for round in 0...effort.rounds {
      let each = round == 0 ? 1000 : 50 * effort.taps
      let (low, high) = (try await small.tap(few, each: each), try await large.tap(few, each: each))
      let wide = try await large.tap(many, each: 1)
      if round > 0 {
        sameWindows.add(high, floor: low)
        allWindows.append(wide)
      }
    }
    await small.end()
    await large.end()
    return rows(sameWindows, allWindows)
  }

  private static func rows(_ sameWindows: Comparison, _ allWindows: [Double]) -> [Row] {
    var growth = Row("the hub's growth, \(many) over \(few) windows", sameWindows, .microseconds)
    // No growth, as far as it can be told.
    growth.budget = .ratio(1.1)
    return [
      Row("the hub's share, \(few) windows", sameWindows.ground, .microseconds, budget: .value(12)),
      Row("the hub's share, \(many) windows", sameWindows.measured, .microseconds, budget: .value(12)),
      growth,
      Row("the hub's share, all \(many) in turns", Samples(allWindows), .microseconds),
    ]
  }
}

/// A hub on a loop of its own in this process, with pages that only count.
final class LoneHub: Sendable {
  private let loop: EventLoop
  private let hub: WindowHub
  private let pages = CountingPages()

  init() throws {
    let loop = try EventLoop()
    let hub = try WindowHub(
      app: BenchmarkApp(), executor: loop.executor, isolation: OnLoop(executor: loop.executor),
      scheduler: loop.timers, store: MemorySessionStore(), randomness: SystemRandomness(),
      logger: Logger(label: "benchmark", factory: { _ in SwiftLogNoOpLogHandler() }))
    loop.afterEveryJob { hub.assumeIsolated { $0.commitPending() } }
    loop.start()
    (self.loop, self.hub) = (loop, hub)
  }

  func open(_ count: Int) async throws { try await pages.open(count, hub: hub) }

  /// Taps so often in each of the first `count` windows; gives microseconds of processor time a tap.
  func tap(_ count: Int, each: Int) async throws -> Double { try await pages.tap(count, each: each, hub: hub) }

  func end() async { await loop.stop() }
}

/// Guard of `@unchecked`: all it has is used on the hub.
private final class CountingPages: @unchecked Sendable {
  private var pages: [(attachment: Attachment, client: CountingClient)] = []

  func open(_ count: Int, hub: isolated WindowHub) throws {
    for number in 0..<count {
      let client = CountingClient()
      var request = AttachRequest(user: User(id: "u-\(number)"), instance: "benchmark")
      request.scene = "screen"
      hub.attach(request, client: client) { [self] attachment in
        if let attachment { pages.append((attachment, client)) }
      }
    }
    guard pages.count == count else { throw BenchmarkError.unexpected("\(pages.count) of \(count) windows") }
  }

  func tap(_ count: Int, each: Int, hub: isolated WindowHub) throws -> Double {
    let before = patches
    let start = Clock.threadTime
    for _ in 0..<each {
      for (page, client) in pages[..<count] {
        client.events += 1
        hub.receive(WindowEvent(id: client.events, model: "m1", element: "increment", name: "tap"), from: page)
      }
    }
    let time = Clock.threadTime - start
    guard patches - before == count * each else { throw BenchmarkError.unexpected("taps without a patch") }
    return Double(time) / Double(count * each) / 1000
  }

  private var patches: Int { pages.reduce(0) { $0 + $1.client.patches } }
}

private final class CountingClient: WindowClient {
  var events = 0
  private(set) var patches = 0
  var isChoked: Bool { false }

  func deliver(_ update: ClientUpdate) {
    if case .patch = update { patches += 1 }
  }
}

/// Whether code runs on the loop's thread, and the way there.
private struct OnLoop: HubIsolation {
  let executor: LoopExecutor

  var isCurrent: Bool { executor.isIsolatingCurrentContext() == true }

  func run(_ work: @escaping @Sendable () -> Void) {
    Task { await Visitor(executor: executor).run(work) }
  }
}

private actor Visitor {
  nonisolated let executor: LoopExecutor
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  init(executor: LoopExecutor) { self.executor = executor }

  func run(_ work: @Sendable () -> Void) { work() }
}
