import Glibc
import Oriel
import OrielDocument
import OrielHub
import Synchronization

/// A server in a test: a real hub, or several, and a store in memory, without sockets, on the test's thread and clock.
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
  private var hubs: [Hub] = []
  private var crank = TestCrank()
  private var preparation = Preparation()
  private let services: Services?
  package private(set) var group: HubGroup
  package let clock: TestClock
  package let log = RecordedLog()
  package let store: any WindowStore
  /// The uploaded files, which are deleted with the server.
  package let files: TestFolder
  private let tenancy: Tenancy
  let sessions = TestSessions()
  private let makeHub: (TestExecutor, any HubNeighbours) throws -> HubActor
  private var pages: [WeakWindow] = []
  private var instances = 0
  /// The windows of no tenant that pages have asked for.
  private var visits = 0
  /// The pages that a hub has sent on to another.
  private var sentOn: [(hub: Int, arrival: Arrival)] = []

  private struct Hub {
    let actor: HubActor
    let executor: TestExecutor

    func enter<Result>(_ body: (WindowHub) throws -> Result) rethrows -> Result {
      try executor.enter { try actor.enter(body) }
    }
  }

  private struct WeakWindow { weak var window: TestWindow? }

  /// A page that wants to attach.
  private struct Arrival {
    let request: AttachRequest
    let page: TestPage
    let then: (Int, Attachment?) -> Void
    /// Whether a hub has sent the page on.
    var isSentOn = false
  }

  /// Creates a server of this app with an empty store.
  ///
  /// With several hubs, as on several cores, each tenant belongs to one of them by its name. The hubs share the store, and
  /// tell each other of messages and publications as they would from other threads; the test's thread runs them in turn,
  /// always in the same order. Windows of an `.everywhere` scene are opened on one hub after another, and each hub has its
  /// own instance of an `.everywhere` shared model.
  ///
  /// - Parameters:
  ///   - app: The app.
  ///   - hubs: The number of hubs, at least 1; by default 1.
  ///   - services: The services of the test, in place of those that the app's `prepare()` returns, which is not called then.
  public convenience init(app: some WindowApp, hubs: Int? = nil, services: Services? = nil) throws {
    try self.init(app: app, hubs: hubs, store: TestStore(), services: services)
  }

  package init(
    app: some WindowApp, hubs: Int? = nil, store: any WindowStore, limits: HubLimits = HubLimits(),
    journal: any CrashJournal = NoCrashJournal(), console: (any Scene)? = nil,
    operators: OperatorRoles = OperatorRoles(), services: Services? = nil, clock: TestClock = TestClock()
  ) throws {
    let (log, randomness, files) = (log, CountingRandomness(), TestFolder())
    self.files = files
    self.services = services
    self.clock = clock
    tenancy = app.tenancy
    makeHub = { executor, neighbours in
      try HubActor(
        app: app, executor: executor, scheduler: HubClock(clock, executor), store: store, randomness: randomness,
        logger: log.logger, limits: limits, journal: journal, files: files, console: console, operators: operators,
        neighbours: neighbours)
    }
    self.store = store
    group = HubGroup(max(1, hubs ?? Self.hubsByDefault))
    try makeHubs()
  }

  /// The logged warnings and errors, such as for an element without a unique id.
  public var warnings: [String] { log.warnings }

  /// The navigation events of all windows, across restarts and regardless of the app's verbosity. Only the last events
  /// are kept if there are very many.
  public var events: [NavigationNotice] { log.events }

  private func makeHubs() throws {
    crank = TestCrank()
    group = HubGroup(group.count)
    hubs = try (0..<group.count).map { index in
      let executor = TestExecutor(crank)
      let hub = Hub(actor: try makeHub(executor, group.neighbours(of: index)), executor: executor)
      group.add(hub.actor)
      return hub
    }
    for index in hubs.indices {
      look((log, sessions), on: index) { hub, parts in
        hub.listen { parts.0.record($0) }
        hub.signIns.sessions = parts.1
      }
    }
    let preparation = Preparation()
    self.preparation = preparation
    group.prepare(services) { [log] error in
      preparation.state.withLock { $0 = (true, error as? UndecodableState) }
      if let error, !(error is UndecodableState) { log.logger.error("prepare() failed: \(error)") }
    }
    finishStep()
    if let error = preparation.state.withLock({ $0.error }) { throw error }
  }

  /// Waits until the app's `prepare()` has returned. Needed after the server is made or restarted, if `prepare()` really
  /// waits for something: until then, nothing can be opened.
  ///
  /// ```swift
  /// let server = try TestServer(app: Shop())
  /// try await server.prepared()
  /// ```
  ///
  /// - Throws: ``TestError/unsettled(_:)`` if it still waits after 20 s; an error that says which property of what users
  ///   share can't be decoded.
  public func prepared() async throws {
    try await wait(until: { isPrepared }) { finishStep() }
    if let error = preparation.state.withLock({ $0.error }) { throw error }
  }

  private var isPrepared: Bool { preparation.state.withLock { $0.isDone } }

  private final class Preparation: Sendable {
    /// The error is the reason why the server refuses to start.
    let state = Mutex<(isDone: Bool, error: UndecodableState?)>((false, nil))
  }

  /// The executor of the hub of the tenant that all users share.
  package var executor: TestExecutor { hubs[hub(of: .app)].executor }

  // MARK: Windows

  /// Opens a window from a new page.
  ///
  /// - Parameters:
  ///   - user: The user's id; an unknown id creates a new user.
  ///   - roles: The user's roles, such as `admin`.
  ///   - claims: The claims of the user's credentials.
  ///   - scene: The kind of window; without one, the app's default. If the user has no such scene, ``TestError/noScene(_:)``
  ///     is thrown: a page would get the app's default, and say that its address is not found.
  ///   - value: The scene's value, if it has one.
  ///   - presenting: The custom kinds of presentation that the page supports.
  public func open(
    user: String = "user", roles: Set<String> = [], claims: [String: String] = [:], scene: String? = nil,
    value: (any Encodable)? = nil, presenting: Set<String> = []
  ) throws -> TestWindow {
    let encoded = try value.map { try JSONValueEncoder.encode($0) }
    return try attach(user: user, roles: roles, claims: claims) {
      $0.scene = scene
      $0.value = encoded
      $0.capabilities.present = presenting.sorted()
    }
  }

  /// Opens a window in a tenant, from a new page whose claims, host or address name the tenant as the app's tenancy asks.
  ///
  /// - Parameters:
  ///   - tenant: The tenant. With a `.custom` tenancy, open a window by its URL or claims instead.
  ///   - user: The user's id; an unknown id creates a new user.
  ///   - roles: The user's roles, such as `admin`.
  ///   - claims: The claims of the user's credentials, without the one that names the tenant.
  ///   - scene: The kind of window; without one, the app's default. If the user has no such scene, ``TestError/noScene(_:)``
  ///     is thrown: a page would get the app's default, and say that its address is not found.
  ///   - value: The scene's value, if it has one.
  public func open(
    tenant: Tenant, user: String = "user", roles: Set<String> = [], claims: [String: String] = [:],
    scene: String? = nil, value: (any Encodable)? = nil
  ) throws -> TestWindow {
    let encoded = try value.map { try JSONValueEncoder.encode($0) }
    var claims = claims
    if case .claim(let name) = tenancy.rule { claims[name] = tenant.id }
    return try attach(user: user, roles: roles, claims: claims) {
      $0.scene = scene
      $0.value = encoded
      if case .subdomain(let host) = tenancy.rule { $0.host = "\(tenant).\(host)" }
      if case .path = tenancy.rule { $0.url = address(of: scene, in: tenant) }
      if case .queryItem(let name) = tenancy.rule { $0.url = "/?\(name)=\(tenant)" }
    }
  }

  /// The address of a scene in a tenant that the path names, without the scene's value.
  private func address(of scene: String?, in tenant: Tenant) -> String {
    scene.flatMap { id in look(in: tenant) { $0.address(of: id, in: tenant) } } ?? "/\(tenant)"
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
    request.signedInAt = clock.wallTime
    fill(&request)
    let window = TestWindow(server: self, request: request)
    try window.arrive()
    if let scene = request.scene, window.document["scene"]?.stringValue != scene { throw TestError.noScene(scene) }
    return window
  }

  /// Attaches a page: to the hub that its handshake leads to, then to the one that this hub names.
  ///
  /// - Parameters:
  ///   - last: The hub of its window until now.
  ///   - then: Called once with the hub; without an attachment if the page was refused.
  package func attach(
    _ request: AttachRequest, _ page: TestPage, last: Int?, then: @escaping (_ hub: Int, Attachment?) -> Void
  ) throws {
    let index = look(request, { $0.tenant(askedBy: $1) }).flatMap(group.likelyHub) ?? last ?? nextHub()
    let arrival = Arrival(request: request, page: page, then: then)
    try step((self, arrival, index), on: index) { hub, coming in coming.0.attach(coming.1, to: hub, at: coming.2) }
  }

  private func nextHub() -> Int {
    visits += 1
    return (visits - 1) % hubs.count
  }

  private func attach(_ arrival: Arrival, to hub: WindowHub, at index: Int) {
    hub.attach(arrival.request, client: arrival.page) { [self] answer in
      guard case .elsewhere(let place) = answer else { return arrival.then(index, answer.attachment) }
      guard case .hub(let other) = place, !arrival.isSentOn else {
        arrival.page.deliver(.closing(.unavailable))
        return arrival.then(index, nil)
      }
      var arrival = arrival
      arrival.isSentOn = true
      sentOn.append((other, arrival))
    }
  }

  /// - Returns: Whether there were any.
  private func attachThoseSentOn() -> Bool {
    let arrivals = sentOn
    sentOn = []
    for (index, arrival) in arrivals {
      look((self, arrival), on: index) { hub, coming in coming.0.attach(coming.1, to: hub, at: index) }
    }
    return !arrivals.isEmpty
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

  // MARK: Hubs

  /// The number of hubs of a server whose test names none: all tests of hubs run again with two.
  private static let hubsByDefault = getenv("ORIEL_TEST_HUBS").flatMap { Int(String(cString: $0)) } ?? 1

  /// The places of all hubs.
  package var hubIndices: Range<Int> { hubs.indices }

  /// The hub of a tenant.
  package func hub(of tenant: Tenant) -> Int { group.hub(of: tenant) ?? 0 }

  /// The hub that has a window in memory, or would wake it; `nil` if there is no such window.
  func hub(of window: WindowID) -> Int? {
    if let index = hubs.indices.first(where: { look(window, on: $0) { $0.windows[$1] != nil } }) { return index }
    guard hubs.count > 1 else { return nil }
    return group.hub(of: tenantInStore(of: window) ?? .everywhere)
  }

  private func tenantInStore(of window: WindowID) -> Tenant? {
    (try? store.answer { try $0.window(window) })??.origin.tenant
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
      timer.fire()
      finishStep()
      try check()
    }
  }

  /// Waits until all handlers of events have finished, and runs the ready jobs.
  ///
  /// Handlers may await what takes real time; tasks of models, which may never end, are not waited for.
  ///
  /// - Throws: ``TestError/unsettled(_:)`` if a handler still runs after 20 s; ``TestError/handlerFailed(_:)`` if one has failed since
  ///   the last call, after its event was answered.
  public func settled() async throws {
    try await wait(until: { runningHandlers == 0 }) { try run() }
    if let failure = log.takeFailure() { throw TestError.handlerFailed(failure) }
  }

  /// Waits until this is so, running what becomes ready. It is asked again whenever something has run.
  ///
  /// Timers that are due now fire, so that a message is handled that was scheduled with `after: .zero`. The clock does not
  /// move.
  ///
  /// - Parameters:
  ///   - limit: How long it waits, in real time.
  ///   - condition: The state to wait for.
  /// - Throws: ``TestError/unsettled(_:)`` when the limit has passed. It says which timers are set.
  public func settled(within limit: Duration = .seconds(20), until condition: () throws -> Bool) async throws {
    try await wait(within: limit, until: condition) {
      try run()
      try advance(by: .zero)
    }
  }

  /// Waits until this is so.
  ///
  /// - Parameter step: Done at first, and whenever something becomes ready.
  package func wait(
    within limit: Duration = .seconds(20), until condition: () throws -> Bool, _ step: () throws -> Void
  ) async throws {
    let end = ContinuousClock.now + limit
    let alarm = Task.detached { [crank] in
      try await Task.sleep(for: limit)
      crank.wake()
    }
    defer { alarm.cancel() }
    try step()
    while try !condition() {
      guard ContinuousClock.now < end else { throw TestError.unsettled(whatIsWaitedFor) }
      await crank.somethingReady()
      try step()
    }
  }

  private var whatIsWaitedFor: String {
    let handlers = runningHandlers
    let waits = clock.waits
    let timers = waits.prefix(5).map { "\($0) ms" }.joined(separator: ", ") + (waits.count > 5 ? ", …" : "")
    return [
      handlers == 0 ? "no handler runs" : "\(handlers) handlers still run",
      waits.isEmpty ? "no timer is set" : "timers are due in \(timers), when a test moves the clock with advance(by:)",
    ].joined(separator: ", and ")
  }

  /// Restarts the server as if its process had ended: new hubs with the same app and store. Pages are cut off and come
  /// back with ``TestWindow/reconnect()``. Work that was running is lost, and so is what the store has not saved since
  /// ``pauseSaving()``.
  ///
  /// - Throws: An error that says which property of what users share can't be decoded.
  public func restart() throws {
    for page in pages { page.window?.cut() }
    (store as? TestStore)?.forgetHeldCommits()
    clock.forgetAll()
    try makeHubs()
  }

  /// Runs a step on the hub and then all ready jobs, and compares the pages' copies with the server's documents.
  ///
  /// - Parameters:
  ///   - input: The test's own values that `body` uses, because it can't capture them.
  ///   - index: The place of the hub; by default that of the tenant which all users share.
  package func step<Input, Result>(
    _ input: Input, on index: Int? = nil, _ body: (WindowHub, Input) throws -> Result
  ) throws -> Result {
    // A store that hangs is the test's own.
    guard isPrepared || !(store is TestStore) else { throw TestError.unprepared }
    let result = try look(input, on: index, body)
    finishStep()
    try check()
    return result
  }

  private func finishStep() {
    repeat {
      for hub in hubs { hub.enter { $0.commitPending() } }
      crank.turn { executor, job in
        let task = TaskIdentity.of(job)
        for hub in hubs where hub.executor === executor { hub.actor.enter { $0.jobBegins(task) } }
      } afterEach: { executor in
        for hub in hubs where hub.executor === executor { hub.actor.enter { $0.commitPending() } }
      }
    } while attachThoseSentOn()
  }

  /// Runs a step on the hub of a tenant.
  package func step<Result>(in tenant: Tenant = .app, _ body: (WindowHub) throws -> Result) throws -> Result {
    try step((), on: hub(of: tenant)) { hub, _ in try body(hub) }
  }

  /// Reads from the hub, without a step.
  package func look<Input, Result>(
    _ input: Input, on index: Int? = nil, _ body: (WindowHub, Input) throws -> Result
  ) rethrows -> Result {
    try hubs[index ?? hub(of: .app)].enter { try body($0, input) }
  }

  /// Reads from the hub of a tenant.
  package func look<Result>(in tenant: Tenant = .app, _ body: (WindowHub) throws -> Result) rethrows -> Result {
    try look((), on: hub(of: tenant)) { hub, _ in try body(hub) }
  }

  /// Reads from each hub, in their order.
  package func lookAtAll<Result>(_ body: (WindowHub) throws -> Result) rethrows -> [Result] {
    try hubs.map { try $0.enter(body) }
  }

  /// Counts on all hubs together.
  package func sum(_ body: (WindowHub) throws -> Int) rethrows -> Int { try lookAtAll(body).reduce(0, +) }

  private var runningHandlers: Int { hubs.reduce(0) { count, hub in count + hub.enter { $0.handlers.count } } }

  private func check() throws {
    if let race = log.takeRace() { throw TestError.leftHub(race) }
    for window in pages.compactMap(\.window) { try window.check() }
  }
}
