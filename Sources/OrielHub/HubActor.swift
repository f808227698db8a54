import Logging
import Oriel

/// The way onto the hub for code that does not run on its executor, and the isolation of the tasks of models.
package actor HubActor {
  /// The services of a hub.
  struct Parts {
    var executor: any HubExecutor
    var scheduler: any Scheduler
    var store: any WindowStore
    var randomness: any Randomness
    var logger: Logger
    var limits: HubLimits
    var journal: any CrashJournal
    var files: any FileStore
    var console: (any Scene)?
    var operators: OperatorRoles
    var neighbours: any HubNeighbours
  }

  private nonisolated let executor: any HubExecutor
  private let preferred: PreferredExecutor
  package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
  /// Set once, in `init`.
  private nonisolated(unsafe) var hub: WindowHub!  // Guard: used on the executor only, which `enter` checks.

  package init(
    app: some WindowApp, executor: any HubExecutor, scheduler: any Scheduler,
    store: any WindowStore, randomness: any Randomness, logger: Logger, limits: HubLimits = HubLimits(),
    journal: any CrashJournal = NoCrashJournal(), files: any FileStore = NoFileStore(), console: (any Scene)? = nil,
    operators: OperatorRoles = OperatorRoles(), neighbours: any HubNeighbours = NoNeighbours()
  ) throws {
    self.executor = executor
    preferred = PreferredExecutor(executor)
    let parts = Parts(
      executor: executor, scheduler: scheduler, store: store, randomness: randomness, logger: logger, limits: limits,
      journal: journal, files: files, console: console, operators: operators, neighbours: neighbours)
    hub = try WindowHub(app: app, parts, actor: self)
  }

  /// Calls `body` with the hub. For code that runs on the hub's executor outside of any task, such as a callback of its
  /// loop.
  package nonisolated func enter<Result>(_ body: (WindowHub) throws -> Result) rethrows -> Result {
    preconditionIsolated()
    return try body(hub)
  }

  /// Calls `body` with the hub, from anywhere.
  package func perform<Result: Sendable, Failure: Error>(
    _ body: @Sendable (WindowHub) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(hub)
  }

  /// Calls `body` with the hub soon, on its executor. Of calls from one thread, the order is kept.
  package nonisolated func run(_ body: @escaping @Sendable (WindowHub) -> Void) {
    executor.run { self.enter(body) }
  }

  // MARK: Tasks

  /// Starts a task whose parts run on the hub. Called on the hub's executor.
  ///
  /// - Parameter isImmediate: Whether the operation runs until it first waits before this returns.
  @discardableResult
  nonisolated func start(
    isImmediate: Bool = false, _ operation: nonisolated(nonsending) @escaping () async -> Void
  ) -> Task<Void, Never> {
    // Guard: it stays on the executor.
    nonisolated(unsafe) let operation = operation
    return assumeIsolated { hub in hub.begin(isImmediate, operation) }
  }

  private func begin(
    _ isImmediate: Bool, _ operation: nonisolated(nonsending) @escaping () async -> Void
  ) -> Task<Void, Never> {
    isImmediate ? Task.immediate { await self.run(operation) } : Task { await self.run(operation) }
  }

  private func run(_ operation: nonisolated(nonsending) () async -> Void) async { await operation() }

  /// Starts an operation of the hub's own, which runs until it first waits before this returns. After each wait it goes on
  /// here, also in functions that have no isolation of their own. (An author's code is not started like this: what it runs
  /// concurrently would run here too.)
  nonisolated func performNow(_ operation: nonisolated(nonsending) @escaping () async -> Void) {
    // Guard: it stays on the executor.
    nonisolated(unsafe) let operation = operation
    assumeIsolated { hub in
      _ = Task.immediate(executorPreference: hub.preferred) {
        // It is nobody's turn.
        await TurnContext.$current.withValue(nil) { await hub.run(operation) }
      }
    }
  }

  // MARK: Waiting

  /// Waits until all handlers have finished and the store has all changes.
  ///
  /// - Parameter milliseconds: The maximum time to wait.
  /// - Returns: Whether that is so.
  package func isAtRest(within milliseconds: Int64) async -> Bool {
    let end = hub.scheduler.now + milliseconds
    while !hub.isAtRest {
      guard hub.scheduler.now < end else { return false }
      await withCheckedContinuation { waiting in
        _ = hub.scheduler.schedule(after: 5) { waiting.resume() }
      }
    }
    return true
  }
}
