import Logging
import Oriel
import OrielHub
import OrielTesting
import OrielSystem
import OrielTransport

/// What the hub itself takes of a click: from the event to the encoded patch, without sockets and frames.
enum HubShare {
  private static let few = 10
  private static let many = 10_000

  static func measure(_ effort: Effort) async throws -> [Row] {
    say("The hub's share, at \(few) and at \(many) windows")
    let (small, large) = (try LoneHub(), try LoneHub())
    await small.open(few)
    await large.open(many)
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
  private let hub: HubActor
  private let pages = CountingPages()

  init(
    app: some WindowApp = BenchmarkApp(), store: any WindowStore = UnwrittenStore(), console: (any Scene)? = nil
  ) throws {
    let loop = try EventLoop()
    let hub = try HubActor(
      app: app, executor: loop.executor, scheduler: loop.timers, store: store,
      randomness: SystemRandomness(),
      logger: Logger(label: "benchmark", factory: { _ in SwiftLogNoOpLogHandler() }), console: console)
    loop.afterEveryJob { hub.enter { $0.commitPending() } }
    loop.start()
    (self.loop, self.hub) = (loop, hub)
  }

  /// Each is of another user.
  func open(_ count: Int, scene: String = "screen") async {
    await hub.perform { [pages] in pages.ask(count, scene: scene, hub: $0) }
    while await windows.count < count { await rest() }
  }

  /// The windows that were opened, and whose they are.
  var windows: [(id: WindowID, user: String)] { get async { await hub.perform { [pages] _ in pages.windows } } }

  /// Taps so often in each of the first `count` windows; gives microseconds of processor time a tap.
  func tap(_ count: Int, each: Int, model: String = "m1") async throws -> Double {
    try await hub.perform { [pages] hub in try pages.tap(count, each: each, model: model, hub: hub) }
  }

  /// An operator comes to the console.
  func openConsole() async { await hub.perform { [pages] in pages.openConsole(hub: $0) } }

  /// Microseconds, on the wall's clock, until a search over all windows is complete, and how many it has found.
  func search(_ text: String) async -> (time: Double, count: Int) {
    let start = Clock.now
    let count = await hub.search(text)
    return (Double(Clock.now - start) / 1000, count)
  }

  /// Nanoseconds of processor time that the hub's thread has used.
  var threadTime: UInt64 { get async { await hub.threadTime } }

  /// Returns when all that was said is saved.
  func rest() async { await hub.rest() }

  /// Microseconds until a window that is only in the store has a page.
  func wake(_ window: WindowID, of user: String) async throws -> Double {
    let start = Clock.now
    guard await hub.wake(window, of: User(id: user)) else { throw BenchmarkError.unexpected("no window") }
    return Double(Clock.now - start) / 1000
  }

  func end() async { await loop.stop() }
}

extension HubActor {
  fileprivate var threadTime: UInt64 { Clock.threadTime }

  /// A window is looked for when all that was said before is saved.
  fileprivate func rest() async {
    await withCheckedContinuation { done in
      enter { hub in
        hub.performNow {
          _ = await hub.find(WindowID("none"))
          done.resume()
        }
      }
    }
  }

  fileprivate func search(_ text: String) async -> Int {
    var filter = WindowFilter()
    filter.text = text
    return await withCheckedContinuation { done in
      enter { hub in
        hub.performNow {
          let search = Search<WindowRow>(limit: 20)
          await hub.monitor.findWindows(filter, search)
          done.resume(returning: search.count)
        }
      }
    }
  }

  fileprivate func wake(_ window: WindowID, of user: User) async -> Bool {
    await withCheckedContinuation { done in
      var request = AttachRequest(user: user, instance: "benchmark")
      request.window = window
      enter { $0.attach(request, client: CountingClient()) { done.resume(returning: $0.attachment != nil) } }
    }
  }
}

/// Guard of `@unchecked`: all it has is used on the hub.
private final class CountingPages: @unchecked Sendable {
  private var pages: [(attachment: Attachment, client: CountingClient)] = []

  /// Asks for windows; they come when the store has answered for their users.
  func ask(_ count: Int, scene: String, hub: WindowHub) {
    for number in 0..<count {
      let client = CountingClient()
      var request = AttachRequest(user: User(id: "u-\(number)"), instance: ScalarKey("benchmark \(scene)"))
      request.scene = scene
      hub.attach(request, client: client) { [self] answer in
        if let attachment = answer.attachment { pages.append((attachment, client)) }
      }
    }
  }

  func openConsole(hub: WindowHub) {
    var request = AttachRequest(user: User(id: "operator", roles: ["admin"]), instance: "console")
    request.scene = "admin"
    hub.attach(request, client: CountingClient()) { _ in }
  }

  var windows: [(id: WindowID, user: String)] { pages.map(\.client.window) }

  func tap(_ count: Int, each: Int, model: String, hub: WindowHub) throws -> Double {
    let before = patches
    let start = Clock.threadTime
    for _ in 0..<each {
      for (page, client) in pages[..<count] {
        client.events += 1
        hub.receive(WindowEvent(id: client.events, model: model, element: "increment", name: "tap"), from: page)
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
  private(set) var window = (id: WindowID(""), user: "")
  var isChoked: Bool { false }

  func deliver(_ message: ServerMessage) {
    switch message {
    case .patch: patches += 1
    case .attached(let position): window = (position.windowID, position.user)
    default: break
    }
  }
}
