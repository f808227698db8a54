import Logging
import Oriel
import OrielDocument

/// Owns the windows of its users, with their models, documents and attachments.
///
/// A plain object: everything in it, and every call among its parts, is on the executor of its ``HubActor``. Its memory
/// is the truth; it decides first and asks the store afterwards.
package final class WindowHub {
  // What it is given.
  let app: any WindowApp
  let scenes: SceneTable
  package let endpoints: EndpointTable
  /// The app's connections to other systems, once it has made them.
  private(set) var services: Services = []
  /// Gone with the server, while models may still be in the hands of the app.
  private weak var actor: HubActor?
  let store: any WindowStore
  let scheduler: any Scheduler
  let randomness: any Randomness
  package let isolation: any HubIsolation
  let neighbours: any HubNeighbours
  let files: IncomingFiles
  let events: Diagnostics
  let logger: Logger
  let showsObservers: Bool
  /// The limits, which operators can change while the server runs.
  package var limits: HubLimits
  /// The rights of operators.
  package let operators: OperatorRoles
  /// The operators' control of the server.
  package private(set) var controls: any ServerControls = NoServerControls()

  // Its core.
  package internal(set) var windows: WindowTable
  var homes = HomeTable()
  var users = UserTable()
  var changes = ChangeQueue()
  var writer = StoreWriter()
  var quarantine: Quarantine

  // Its topics: each keeps its state to itself. In their callbacks they hold the hub, and never only themselves.
  /// The work of clients that waits for its turn on this loop.
  package let backlog: Backlog
  let log: HubLog
  private(set) lazy var memory = MemoryLimit(of: self)
  private(set) lazy var visitors = Visitors(of: self)
  package private(set) lazy var signIns = SignIns(of: self)
  private(set) lazy var acts = MemberActs(of: self)
  private(set) lazy var posts = Posts(of: self)
  package private(set) lazy var requests = Requests(of: self)
  private(set) lazy var publisher = Publisher(of: self)
  private(set) lazy var dueTenants = DueTenantLoader(of: self)
  private(set) lazy var sweeper = Sweeper(of: self)
  package private(set) lazy var handlers = Handlers(of: self)
  package private(set) lazy var access = Access(of: self)
  /// The operators' view of the hub, created when first needed.
  package private(set) lazy var monitor = HubMonitor(of: self)

  // Values that several extensions share.
  /// The callbacks that wait for a window being woken.
  var waking = Callbacks<WindowID, FoundWindow>()
  var triggers = TriggerRegistry()
  var transactions = TransactionGate()
  var dismissals = Dismissals()
  var rowSizes = RowSizes()
  var facts = HubFacts()
  var privateTypes: PrivateTypes
  /// The user whose typing is the running turn.
  var typist: TextWriter?
  /// Follows the app's code, if the app asks for that.
  private(set) var tracer: (any TurnTracer)?

  init(app: some WindowApp, _ parts: HubActor.Parts, actor: HubActor) throws {
    self.actor = actor
    store = parts.store
    scheduler = parts.scheduler
    randomness = parts.randomness
    isolation = parts.executor
    neighbours = parts.neighbours
    logger = parts.logger
    files = IncomingFiles(parts.files, parts.neighbours.visitorCounts, parts.logger, parts.scheduler)
    events = Diagnostics(of: app, parts.logger, parts.scheduler)
    limits = parts.limits
    operators = parts.operators
    backlog = Backlog(parts.scheduler, sliceTime: parts.limits.sliceTime)
    showsObservers = app.showsObservers
    self.app = app
    scenes = try SceneTable(app.sceneDeclarations(with: parts.console), tenancy: app.tenancy)
    endpoints = try EndpointTable(app.endpoints, tenancy: app.tenancy)
    for (endpoint, name) in endpoints.single where scenes[name] != nil {
      throw EndpointError(endpoint, "the window \"\(name)\" is at this address: give one of them another")
    }
    if app.sharedEnvironment().objects !== EnvironmentValues.ofNobody.objects { throw HubError.sharedEnvironment }
    log = HubLog(parts.logger, parts.scheduler)
    windows = WindowTable(since: parts.scheduler.now)
    quarantine = Quarantine(
      parts.journal, parts.store.nodes, parts.logger, tellsParked: parts.neighbours.index == 0)
    privateTypes = PrivateTypes(storeOutlivesProcess: parts.store.outlivesProcess)
  }

  /// The app is prepared.
  func use(_ services: Services) {
    self.services = services.beginning(with: app.allTexts)
    tracer = TurnTracing.tracer.withLock(\.self)
  }

  /// Adds a listener of every event, regardless of the app's verbosity.
  package func listen(_ listener: @escaping (NavigationNotice) -> Void) { events.listener = listener }

  package func use(_ controls: any ServerControls) { self.controls = controls }

  /// Milliseconds since 1970.
  package var wallTime: Int64 { scheduler.wallTime }

  /// Creates the name of a window's stay in memory: not a secret, and short enough to be stored inline.
  func epoch() -> ScalarKey { "e-\(Base64URL.encode(randomness.bytes(8)))" }

  /// Creates an id with 128 random bits.
  func secretID(_ prefix: String) -> String { prefix + Base64URL.encode(randomness.bytes(16)) }

  // MARK: Work that waits

  /// Runs an operation of a model. All its parts run here, and are recorded as a consequence of the running turn.
  func start(_ operation: nonisolated(nonsending) @escaping () async -> Void, of subject: String) -> ModelTask {
    let task = ModelTask()
    let turn = quarantine.consequence(.task, of: subject)
    // Without a capture list: with one, Swift 6.3 runs the closure on another thread.
    let started = actor?.start {
      await self.recording(turn, operation)
      task.ended()
    }
    if let started { task.started(started) }
    return task
  }

  /// Runs an operation at once, until it first waits. There a turn of its own ends, too.
  @discardableResult
  package func startNow(_ operation: nonisolated(nonsending) @escaping () async -> Void) -> Task<Void, Never>? {
    let isWithinTurn = quarantine.isRecording
    defer { if !isWithinTurn { quarantine.jobEnds() } }
    return actor?.start(isImmediate: true, operation)
  }

  /// Runs an operation of the hub's own at once, until it first waits. It goes on here.
  package func performNow(_ operation: nonisolated(nonsending) @escaping () async -> Void) {
    actor?.performNow(operation)
  }

  /// Asks something that answers on any thread. `then` is called here.
  package func ask<Answer: Sendable>(
    _ question: (@escaping @Sendable (Answer) -> Void) -> Void, then: @escaping (Answer) -> Void
  ) {
    // Guard: called on the hub only.
    nonisolated(unsafe) let then = then
    question { [isolation] answer in
      isolation.perform { then(answer) }
    }
  }

  /// Asks the store. `then` is called here.
  func read<Value: Sendable>(
    _ question: @escaping StoreQuestion<Value>, then: @escaping (Result<Value, any Error>) -> Void
  ) { ask({ store.read(question, then: $0) }, then: then) }

  /// Asks the store after all earlier writes, including those in progress.
  func read<Value: Sendable>(
    _ subject: StoreWriter.Subject, _ question: @escaping StoreQuestion<Value>,
    then: @escaping (Result<Value, any Error>) -> Void
  ) { afterWrites(of: subject) { [weak self] in self?.read(question, then: then) } }
}
