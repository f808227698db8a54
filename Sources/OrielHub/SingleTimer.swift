import Oriel

/// A timer that is set once, until it has fired.
struct SingleTimer {
  private var timer: ScheduledTimer?

  mutating func start(after delay: Int64, on scheduler: any Scheduler, _ action: @escaping () -> Void) {
    guard timer?.isPending != true else { return }
    timer = scheduler.schedule(after: delay, action)
  }
}
