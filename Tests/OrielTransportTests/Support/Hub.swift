import Logging
import Oriel
import OrielHub
import OrielSQLite
import OrielSystem
import OrielTransport

/// The hub that the Transport's tests enter. What it holds is of no matter here, only where it runs.
func makeHub(on loop: EventLoop, sliceTime: Int64? = nil) throws -> HubActor {
  var limits = HubLimits()
  limits.sliceTime = sliceTime ?? limits.sliceTime
  var logger = Logger(label: "transport-tests")
  logger.logLevel = .critical
  return try HubActor(
    app: AppWithoutWindows(), executor: loop.executor, scheduler: loop.timers,
    store: try SQLiteWindowStore(answersAtOnce: true),
    randomness: SystemRandomness(), logger: logger, limits: limits)
}

private struct AppWithoutWindows: WindowApp {
  var body: some Scene {
    WindowGroup("Nothing") { NothingModel() }
  }
}

@NavigationModel private final class NothingModel {
  var body: some View { Text("Nothing") }
}
