import OrielHub

/// A test's clock as one of its hubs sees it: the hub's timers fire on the hub.
final class HubClock: Scheduler {
  private let clock: TestClock
  private let executor: TestExecutor

  init(_ clock: TestClock, _ executor: TestExecutor) { (self.clock, self.executor) = (clock, executor) }

  var now: Int64 { clock.now }
  var nanoseconds: Int64 { clock.nanoseconds }
  var iteration: Int { clock.iteration }
  var wallTime: Int64 { clock.wallTime }

  func schedule(after delay: Int64, _ action: @escaping () -> Void) -> ScheduledTimer {
    let executor = executor
    return clock.schedule(after: delay) { executor.enter(action) }
  }
}
