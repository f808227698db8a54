import Oriel
import OrielDocument
import OrielHub

/// A server in a test: a real hub, its store's bytes, and no socket, no thread and no clock but the test's.
///
/// Every step runs to its end before it returns: what is ready has run, what changed is committed, and what pages show
/// was compared with what the server has. Only code that awaits something real (another actor, a thread, a stream) is
/// still on its way; see ``settled()``. A server and its windows belong to the test that made them.
///
/// ```swift
/// let server = try TestServer(app: ShopApp())
/// let (desk, phone) = (try server.open(user: "ada"), try server.open(user: "ada"))
/// try desk.tap("Buy")
/// #expect(phone.received() != .nothing)
/// ```
public final class TestServer {
  package private(set) var hub: WindowHub
  package private(set) var executor: TestExecutor
  package let clock = TestClock()
  package let log = RecordedLog()
  package let store: any SessionStore
  /// Where the files are that pages have sent; deleted with the server.
  package let files: TestFolder
  private let makeHub: (TestExecutor) throws -> WindowHub
  private var pages: [WeakWindow] = []
  private var instances = 0

  private struct WeakWindow { weak var window: TestWindow? }

  /// A server of this app, with nothing in its store.
  public convenience init(app: some WindowApp) throws {
    try self.init(app: app, store: MemorySessionStore())
  }

  package init(
    app: some WindowApp, store: any SessionStore, limits: HubLimits = HubLimits(), slot: any TurnSlot = NoTurnSlot(),
    console: (any Scene)? = nil
  ) throws {
    let (clock, log, randomness, files) = (clock, log, CountingRandomness(), TestFolder())
    self.files = files
    makeHub = { executor in
      try WindowHub(
        app: app, executor: executor, isolation: executor, scheduler: clock, store: store, randomness: randomness,
        logger: log.logger, limits: limits, slot: slot, files: files, console: console)
    }
    self.store = store
    executor = TestExecutor()
    hub = try makeHub(executor)
    listen()
  }

  /// What the server logged as a warning or an error, such as an element without a unique id.
  public var warnings: [String] { log.warnings }

  /// What has happened in the navigation of all windows, over restarts, however little the app asks for. Of very
  /// many events only the last are kept.
  public var events: [NavigationEvent] { log.events }

  private func listen() {
    look(log) { hub, log in
      hub.listen { log.note($0) }
      hub.loadAccess { _ in }
    }
  }

  // MARK: Windows

  /// A page opens a window for a value.
  ///
  /// - Parameters:
  ///   - user: The id of its user; an unknown one is new.
  ///   - roles: What the user may do, such as `admin`.
  ///   - scene: The kind of window.
  ///   - value: What it is opened for.
  public func open(
    user: String = "user", roles: Set<String> = [], scene: String, value: some Encodable
  ) throws -> TestWindow {
    let encoded = try JSONValueEncoder.encode(value)
    return try attach(user: user, roles: roles) {
      $0.scene = scene
      $0.value = encoded
    }
  }

  /// A page opens a window.
  ///
  /// - Parameters:
  ///   - user: The id of its user; an unknown one is new.
  ///   - roles: What the user may do, such as `admin`.
  ///   - scene: The kind of window; without one, the app's default.
  ///   - presenting: The kinds of presentation of the app's own that the page can draw.
  public func open(
    user: String = "user", roles: Set<String> = [], scene: String? = nil, presenting: Set<String> = []
  ) throws -> TestWindow {
    try attach(user: user, roles: roles) {
      $0.scene = scene
      $0.presents = presenting
    }
  }

  /// A page comes for a window that exists: one that code has opened, say, or that another page looks at.
  public func open(
    _ window: WindowID, user: String = "user", roles: Set<String> = [], observe: Bool = false
  ) throws -> TestWindow {
    try attach(user: user, roles: roles) {
      $0.window = window
      $0.observe = observe
    }
  }

  func attach(
    user: String, roles: Set<String>, _ fill: (inout AttachRequest) -> Void
  ) throws -> TestWindow {
    var request = AttachRequest(user: User(id: user, roles: roles), instance: nextInstance())
    fill(&request)
    let window = TestWindow(server: self, request: request)
    try window.arrive()
    return window
  }

  /// From now on its page is compared with the server after every step.
  func admit(_ window: TestWindow) {
    pages.removeAll { $0.window == nil }
    pages.append(WeakWindow(window: window))
  }

  func nextInstance() -> String {
    instances += 1
    return "page-\(instances)"
  }

  // MARK: Steps

  /// Runs what is ready: what came from other threads since the last step.
  public func run() throws {
    try step { _ in }
  }

  /// Moves the clock, and runs every timer that is due on the way at its time.
  public func advance(by duration: Duration) throws {
    let (seconds, attoseconds) = duration.components
    let end = clock.now + seconds * 1000 + attoseconds / 1_000_000_000_000_000
    while let timer = clock.nextTimer(until: end) {
      try step(timer) { _, timer in timer.fire() }
    }
  }

  /// Waits until no handler of an event is underway any more, and runs what is ready.
  ///
  /// Handlers may await what takes real time; tasks of models, which may never end, are not waited for.
  public func settled() async throws {
    try run()
    while runningHandlers > 0 {
      await executor.somethingReady()
      try run()
    }
  }

  /// Waits until this is so, running what becomes ready.
  ///
  /// It is asked again whenever something has run. If it never becomes true, this never returns: give the test a time
  /// limit.
  public func settled(until condition: () throws -> Bool) async throws {
    try run()
    while try !condition() {
      await executor.somethingReady()
      try run()
    }
  }

  /// Ends the process, so to speak, and starts it anew: a new hub, the same app, the same store. Pages are cut off and
  /// come back with ``TestWindow/reconnect()``. What was still running never goes on.
  public func restart() throws {
    for page in pages { page.window?.cut() }
    executor = TestExecutor()
    hub = try makeHub(executor)
    listen()
  }

  /// Runs something on the hub, then all that is ready, and compares what pages show with what the server has.
  ///
  /// - Parameter input: What `body` works with that belongs to the test: it can't be captured.
  package func step<Input, Result>(
    _ input: Input, _ body: (isolated WindowHub, Input) throws -> Result
  ) throws -> Result {
    let result = try executor.enter {
      let result = try onHub(input, body)
      commitPending()
      executor.runJobs { commitPending() }
      return result
    }
    try check()
    return result
  }

  package func step<Result>(_ body: (isolated WindowHub) throws -> Result) throws -> Result {
    nonisolated(unsafe) let body = body
    return try step(()) { hub, _ in try body(hub) }
  }

  /// Looks at the hub, without a step.
  package func look<Input, Result>(
    _ input: Input, _ body: (isolated WindowHub, Input) throws -> Result
  ) rethrows -> Result {
    try executor.enter { try onHub(input, body) }
  }

  package func look<Result>(_ body: (isolated WindowHub) throws -> Result) rethrows -> Result {
    nonisolated(unsafe) let body = body
    return try look(()) { hub, _ in try body(hub) }
  }

  private func commitPending() { onHub(()) { hub, _ in hub.commitPending() } }

  private func onHub<Input, Result>(
    _ input: Input, _ body: (isolated WindowHub, Input) throws -> Result
  ) rethrows -> Result {
    let input = Carried(value: input)
    // The thread is the hub's: what goes in and comes out does not change hands.
    nonisolated(unsafe) let body = body
    return try hub.assumeIsolated { hub in
      Carried(value: try body(hub, input.value))
    }.value
  }

  /// Guard of `@unchecked`: it is unpacked on the thread that packed it.
  private struct Carried<Value>: @unchecked Sendable {
    let value: Value
  }

  private var runningHandlers: Int { look { $0.runningHandlers } }

  private func check() throws {
    for window in pages.compactMap(\.window) { try window.check() }
  }
}
