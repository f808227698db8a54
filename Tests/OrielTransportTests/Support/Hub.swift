import Logging
import Oriel
import OrielHub
import OrielTransport

/// The hub that the Transport's tests enter. What it holds is of no matter here, only where it runs.
func makeHub(on loop: EventLoop) throws -> WindowHub {
  var logger = Logger(label: "transport-tests")
  logger.logLevel = .critical
  return try WindowHub(
    app: AppWithoutWindows(), executor: loop.executor, isolation: LoopIsolation(executor: loop.executor),
    scheduler: loop.timers, store: MemorySessionStore(), randomness: SystemRandomness(), logger: logger)
}

private struct AppWithoutWindows: WindowApp {
  var body: some Scene {
    WindowGroup("Nothing") { NothingModel() }
  }
}

@NavigationModel private final class NothingModel {
  var body: some View { Text("Nothing") }
}

struct LoopIsolation: HubIsolation {
  let executor: LoopExecutor

  var isCurrent: Bool { executor.isIsolatingCurrentContext() == true }

  func run(_ work: @escaping @Sendable () -> Void) {
    Task { await LoopRunner(executor: executor).run(work) }
  }
}

actor LoopRunner {
  nonisolated let executor: LoopExecutor
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  init(executor: LoopExecutor) {
    self.executor = executor
  }

  func run(_ work: @Sendable () -> Void) { work() }
}
