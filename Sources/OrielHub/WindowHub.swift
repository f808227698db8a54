import Logging
import Oriel
import OrielDocument

/// Owns the windows of its users: their models, their documents, and who looks at them.
///
/// An actor on an event loop's executor. Its memory is the truth; it decides first and awaits afterwards.
package actor WindowHub {
  package nonisolated let executor: any SerialExecutor
  package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  let context: HubContext
  let store: any SessionStore
  let environment: @Sendable (User) -> EnvironmentValues
  let makeSharedEnvironment: @Sendable () -> EnvironmentValues
  /// What all users share, from the first of them on.
  private lazy var sharedObjects = makeSharedEnvironment().objects.all
  package internal(set) var windows: [WindowID: Window] = [:]
  var users: [String: UserSession] = [:]
  var openers = WindowOpeners()
  /// Who waits for a window that is being woken, or for a user that is being loaded.
  var waking: [WindowID: [(FoundWindow) -> Void]] = [:]
  var loading: [String: [(UserSession?) -> Void]] = [:]
  /// Windows that are only in the store, and when they finish.
  var asleep: [WindowID: Int64] = [:]
  var triggers = TriggerRegistry()
  /// To be dismissed at the end of the turn.
  var dismissals: [Window] = []
  /// Changed objects of users whose last window has left memory in the turn.
  var leftObjects: [StoredObject] = []
  /// To be deleted from the store with the turn.
  var deletions: [WindowID] = []
  var writer = StoreWriter()
  var quarantine: Quarantine
  /// What the tasks of models and handlers are recorded as.
  var tasks: [UInt: RecordedTurn] = [:]
  var nextSharedID = 1
  var isCommitting = false
  /// Handlers of events that have not returned yet.
  package internal(set) var runningHandlers = 0
  var sweepTimer: ScheduledTimer?

  package init(
    app: some WindowApp, executor: any SerialExecutor, isolation: any HubIsolation, scheduler: any Scheduler,
    store: any SessionStore, randomness: any Randomness, logger: Logger, limits: HubLimits = HubLimits(),
    slot: any TurnSlot = NoTurnSlot()
  ) throws {
    self.executor = executor
    self.store = store
    quarantine = Quarantine(slot, logger)
    context = try HubContext(
      scenes: app.body._declarations, isolation: isolation, scheduler: scheduler, randomness: randomness,
      logger: logger, limits: limits)
    environment = { app.environment(for: $0) }
    makeSharedEnvironment = { app.sharedEnvironment() }
  }

  /// Runs an operation of a model. The task captures the hub, so that it and all its continuations run here.
  func start(
    _ operation: nonisolated(nonsending) @escaping () async -> Void, of subject: String
  ) -> ModelTask {
    let task = ModelTask()
    task.started(Task { await self.run(operation, task, RecordedTurn(.task, of: subject)) })
    return task
  }

  private func run(
    _ operation: nonisolated(nonsending) () async -> Void, _ task: ModelTask, _ turn: RecordedTurn
  ) async {
    await recording(turn, operation)
    task.ended()
  }

  // MARK: Users

  /// Finds the user's environment, or makes it: `then` is called at once if nothing has to be loaded.
  func withUser(_ user: User, then: @escaping (UserSession?) -> Void) {
    if let session = users[user.id] { return then(session) }
    loading[user.id, default: []].append(then)
    guard loading[user.id]?.count == 1 else { return }
    afterWrites { [weak self] in self?.assumeIsolated { $0.load(user) } }
  }

  private func load(_ user: User) {
    let isolation = context.isolation
    store.objects(of: user.id) { [weak self] result in
      guard let self else { return }
      isolation.perform { self.assumeIsolated { $0.loaded(user, result) } }
    }
  }

  private func loaded(_ user: User, _ result: Result<[String: [UInt8]], any Error>) {
    let waiting = loading.removeValue(forKey: user.id) ?? []
    let session: UserSession?
    do {
      let saved = try result.get()
      session = recording(RecordedTurn(.restore, of: "user \(user.id)")) { makeSession(user, saved: saved) }
      users[user.id] = session
    } catch {
      context.logger.error("The objects of a user can't be read: \(error)")
      session = nil
    }
    for then in waiting { then(session) }
    if let session { release(session) }
    commit()
  }

  /// A user without a window in memory is forgotten; what has changed of their objects is saved with the turn.
  func release(_ session: UserSession) {
    guard session.windows.isEmpty, users[session.user.id] === session else { return }
    leftObjects += session.takeChanges()
    users[session.user.id] = nil
  }

  private func makeSession(_ user: User, saved: [String: [UInt8]]) -> UserSession {
    let objects = environment(user).objects.all.map { object -> AnyObject in
      guard let state = object as? any SavedState else { return object }
      return restored(state, from: saved) ?? object
    }
    return UserSession(user: user, objects: objects, shared: sharedObjects, context: context)
  }

  private func restored<State: SavedState>(_ state: State, from saved: [String: [UInt8]]) -> AnyObject? {
    let current = saved[TypeName.of(State.self).mangled]
    guard let bytes = current ?? saved.values.first(where: { SavedObject.isOf(State.self, $0, context.types) }) else {
      return nil
    }
    do {
      return try SavedObject.decode(State.self, from: bytes)
    } catch {
      context.logger.error("The saved \(State.self) of a user can't be restored: \(error)")
      return nil
    }
  }
}
