import Logging
import Oriel
import OrielDocument

/// Owns the windows of its users, with their models, documents and attachments.
///
/// An actor on an event loop's executor. Its memory is the truth; it decides first and awaits afterwards.
package actor WindowHub {
  package nonisolated let executor: any SerialExecutor
  package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  let context: HubContext
  let store: any SessionStore
  let environment: @Sendable (User) -> EnvironmentValues
  let makeSharedEnvironment: @Sendable () -> EnvironmentValues
  /// The objects that all users share.
  lazy var sharedObjects = makeSharedObjects()
  package internal(set) var windows: [WindowID: Window] = [:]
  /// The operators' windows, which don't count as windows of the app.
  var consoleWindows: Set<WindowID> = []
  package var lookout: Lookout { context.lookout(of: self) }
  var users: [ScalarKey: UserSession] = [:]
  var openers = WindowOpeners()
  var visitors = VisitorLimits()
  /// The callbacks that wait for a window being woken, or a user being loaded.
  var waking: [WindowID: [(FoundWindow) -> Void]] = [:]
  var loading: [ScalarKey: [(UserSession?) -> Void]] = [:]
  var triggers = TriggerRegistry()
  /// The windows opened in this turn.
  var openings: [WindowOpening] = []
  /// Secret triggers that wait until the turn that sends them is stored.
  var unsavedSecrets: [ScalarKey] = []
  /// The windows to dismiss at the end of the turn.
  var dismissals: [Window] = []
  /// The turn's changes other than those of windows in memory.
  var unsaved = StoredTurn()
  var writer = StoreWriter()
  var quarantine: Quarantine
  /// The recorded turns of the tasks of models and handlers.
  var tasks: [UInt: RecordedTurn] = [:]
  var nextSharedID = 1
  var isCommitting = false
  /// Whether an operator is acting, whose turns are committed as one.
  var isActing = false
  /// The operators' control of the server.
  package var controls: any ServerControls = NoServerControls()
  /// The bans and sign-outs.
  package internal(set) var access = AccessList()
  /// The number of running event handlers.
  package internal(set) var runningHandlers = 0
  var sweepTimer: ScheduledTimer?

  package init(
    app: some WindowApp, executor: any SerialExecutor, isolation: any HubIsolation, scheduler: any Scheduler,
    store: any SessionStore, randomness: any Randomness, logger: Logger, limits: HubLimits = HubLimits(),
    slot: any TurnSlot = NoTurnSlot(), files: any FileStore = NoFileStore(), console: (any Scene)? = nil
  ) throws {
    self.executor = executor
    self.store = store
    quarantine = Quarantine(slot, logger)
    context = try HubContext(
      scenes: app.sceneDeclarations(with: console), isolation: isolation, scheduler: scheduler,
      randomness: randomness,
      files: files, events: EventLog(of: app, logger, scheduler), limits: limits,
      storeOutlivesProcess: store.outlivesProcess)
    context.showsObservers = app.showsObservers
    environment = { app.environment(for: $0) }
    makeSharedEnvironment = { app.sharedEnvironment() }
  }

  private func makeSharedObjects() -> [AnyObject] {
    let objects = makeSharedEnvironment().objects.all
    for object in objects where object is any SavedState {
      context.logger.warning(
        """
        sharedEnvironment() gives a \(type(of: object)), which is @SavedState: what all users share is not saved, and \
        lost with the process. Mark it @Observable, and read it from where it is kept
        """)
    }
    return objects
  }

  /// Creates the objects that all users share. A server does so before it listens, so that an error ends the process at
  /// the start and not at the first page.
  package func prepare() { _ = sharedObjects }

  /// Adds a listener of every event, regardless of the app's verbosity.
  package func listen(_ listener: @escaping (NavigationEvent) -> Void) { context.events.listener = listener }

  /// Runs an operation of a model. The task captures the hub, so that it and all its continuations run here.
  func start(
    _ operation: nonisolated(nonsending) @escaping () async -> Void, of subject: String
  ) -> ModelTask {
    let task = ModelTask()
    let turn = quarantine.consequence(.task, of: subject)
    task.started(Task { await self.run(operation, task, turn) })
    return task
  }

  private func run(
    _ operation: nonisolated(nonsending) () async -> Void, _ task: ModelTask, _ turn: RecordedTurn
  ) async {
    await recording(turn, operation)
    task.ended()
  }
}
