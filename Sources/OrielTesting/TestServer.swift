import Oriel
import OrielDocument
import OrielHub

/// A server in a test: a real hub and a store in memory, without sockets, on the test's thread and clock.
///
/// Every step returns when all ready work is done, changes are committed, and the pages' copies were compared with the
/// server's documents. Only code that awaits something real (another actor, a thread, a stream) may still be running;
/// see ``settled()``. A server and its windows belong to the test that created them.
///
/// ```swift
/// let server = try TestServer(app: ShopApp())
/// let (desk, phone) = (try server.open(user: "ada"), try server.open(user: "ada"))
/// try desk.tap("Buy")
/// #expect(phone.received() != .nothing)
/// ```
public final class TestServer {
  private var actor: HubActor
  package private(set) var executor: TestExecutor
  package let clock = TestClock()
  package let log = RecordedLog()
  package let store: any WindowStore
  /// The uploaded files, which are deleted with the server.
  package let files: TestFolder
  private let tenancy: Tenancy
  private let makeHub: (TestExecutor) throws -> HubActor
  private var pages: [WeakWindow] = []
  private var instances = 0

  private struct WeakWindow { weak var window: TestWindow? }

  /// Creates a server of this app with an empty store.
  public convenience init(app: some WindowApp) throws {
    try self.init(app: app, store: MemoryWindowStore())
  }

  package init(
    app: some WindowApp, store: any WindowStore, limits: HubLimits = HubLimits(),
    journal: any CrashJournal = NoCrashJournal(),
    console: (any Scene)? = nil
  ) throws {
    let (clock, log, randomness, files) = (clock, log, CountingRandomness(), TestFolder())
    self.files = files
    tenancy = app.tenancy
    makeHub = { executor in
      try HubActor(
        app: app, executor: executor, scheduler: clock, store: store, randomness: randomness,
        logger: log.logger, limits: limits, journal: journal, files: files, console: console)
    }
    self.store = store
    executor = TestExecutor()
    actor = try makeHub(executor)
    listen()
  }

  /// The logged warnings and errors, such as for an element without a unique id.
  public var warnings: [String] { log.warnings }

  /// The navigation events of all windows, across restarts and regardless of the app's verbosity. Only the last events
  /// are kept if there are very many.
  public var events: [NavigationNotice] { log.events }

  private func listen() {
    look(log) { hub, log in
      hub.listen { log.note($0) }
      hub.loadAccess { _ in }
      hub.prepare { error in
        if let error { log.logger.error("prepare() failed: \(error)") }
      }
    }
    executor.enter { executor.runJobs { commitPending() } }
  }

  // MARK: Windows

  /// Opens a window for a value, from a new page.
  ///
  /// - Parameters:
  ///   - user: The user's id; an unknown id creates a new user.
  ///   - roles: The user's roles, such as `admin`.
  ///   - scene: The scene's id.
  ///   - value: The scene's value.
  public func open(
    user: String = "user", roles: Set<String> = [], scene: String, value: some Encodable
  ) throws -> TestWindow {
    let encoded = try JSONValueEncoder.encode(value)
    return try attach(user: user, roles: roles) {
      $0.scene = scene
      $0.value = encoded
    }
  }

  /// Opens a window from a new page.
  ///
  /// - Parameters:
  ///   - user: The user's id; an unknown id creates a new user.
  ///   - roles: The user's roles, such as `admin`.
  ///   - claims: The claims of the user's credentials.
  ///   - scene: The kind of window; without one, the app's default.
  ///   - presenting: The custom kinds of presentation that the page supports.
  public func open(
    user: String = "user", roles: Set<String> = [], claims: [String: String] = [:], scene: String? = nil,
    presenting: Set<String> = []
  ) throws -> TestWindow {
    try attach(user: user, roles: roles, claims: claims) {
      $0.scene = scene
      $0.capabilities.present = presenting.sorted()
    }
  }

  /// Opens a window in a tenant, from a new page whose claims, host or address name the tenant as the app's tenancy asks.
  ///
  /// - Parameters:
  ///   - tenant: The tenant. With a `.custom` tenancy, open a window by its URL or claims instead.
  ///   - user: The user's id; an unknown id creates a new user.
  ///   - roles: The user's roles, such as `admin`.
  ///   - scene: The kind of window; without one, the app's default.
  public func open(
    tenant: Tenant, user: String = "user", roles: Set<String> = [], scene: String? = nil
  ) throws -> TestWindow {
    let claims = if case .claim(let name) = tenancy.rule { [name: tenant.id] } else { [:] as [String: String] }
    return try attach(user: user, roles: roles, claims: claims) {
      $0.scene = scene
      if case .subdomain(let host) = tenancy.rule { $0.host = "\(tenant).\(host)" }
      if case .path = tenancy.rule { $0.url = "/\(tenant)" }
    }
  }

  /// Attaches a page to an existing window, such as one that code has opened or that another page shows.
  public func open(
    _ window: WindowID, user: String = "user", roles: Set<String> = [], claims: [String: String] = [:],
    observe: Bool = false
  ) throws -> TestWindow {
    try attach(user: user, roles: roles, claims: claims) {
      $0.window = window
      $0.observe = observe
    }
  }

  func attach(
    user: String, roles: Set<String>, claims: [String: String] = [:], _ fill: (inout AttachRequest) -> Void
  ) throws -> TestWindow {
    let user = User(id: user, roles: roles, claims: claims)
    var request = AttachRequest(user: user, instance: nextInstance())
    fill(&request)
    let window = TestWindow(server: self, request: request)
    try window.arrive()
    return window
  }

  /// The windows whose pages are attached.
  var shown: [TestWindow] { pages.compactMap(\.window).filter(\.isAttached) }

  /// Compares the window's page with the server after every step from now on.
  func admit(_ window: TestWindow) {
    pages.removeAll { $0.window == nil }
    pages.append(WeakWindow(window: window))
  }

  func nextInstance() -> ScalarKey {
    instances += 1
    return "page-\(instances)"
  }

  // MARK: Steps

  /// Runs the jobs that came from other threads since the last step.
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

  /// Waits until all handlers of events have finished, and runs the ready jobs.
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

  /// Restarts the server as if its process had ended: a new hub with the same app and store. Pages are cut off and come
  /// back with ``TestWindow/reconnect()``. Work that was running is lost.
  public func restart() throws {
    for page in pages { page.window?.cut() }
    clock.forgetAll()
    executor = TestExecutor()
    actor = try makeHub(executor)
    listen()
  }

  /// Runs a step on the hub and then all ready jobs, and compares the pages' copies with the server's documents.
  ///
  /// - Parameter input: The test's own values that `body` uses, because it can't capture them.
  package func step<Input, Result>(
    _ input: Input, _ body: (WindowHub, Input) throws -> Result
  ) throws -> Result {
    let result = try executor.enter {
      let result = try actor.enter { try body($0, input) }
      commitPending()
      executor.runJobs { commitPending() }
      return result
    }
    try check()
    return result
  }

  package func step<Result>(_ body: (WindowHub) throws -> Result) throws -> Result {
    try step(()) { hub, _ in try body(hub) }
  }

  /// Reads from the hub, without a step.
  package func look<Input, Result>(
    _ input: Input, _ body: (WindowHub, Input) throws -> Result
  ) rethrows -> Result {
    try executor.enter { try actor.enter { try body($0, input) } }
  }

  package func look<Result>(_ body: (WindowHub) throws -> Result) rethrows -> Result {
    try look(()) { hub, _ in try body(hub) }
  }

  private func commitPending() { actor.enter { $0.commitPending() } }

  private var runningHandlers: Int { look { $0.handlers.count } }

  private func check() throws {
    for window in pages.compactMap(\.window) { try window.check() }
  }
}
