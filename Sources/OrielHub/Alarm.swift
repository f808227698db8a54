/// The time of the next look at what is due: in the store, or in a tenant's agenda.
struct Alarm {
  private var timer: ScheduledTimer?
  private var time = Int64.max

  /// Sets it, unless it is set for an earlier time.
  ///
  /// - Parameter delay: In milliseconds. It rings after a minute at the latest, since the clock of the day may be set.
  mutating func set(after delay: Int64, on scheduler: any Scheduler, _ action: @escaping () -> Void) {
    let time = scheduler.now + min(max(0, delay), 60_000)
    guard timer?.isPending != true || time < self.time else { return }
    timer?.cancel()
    self.time = time
    timer = scheduler.schedule(after: time - scheduler.now, action)
  }

  func cancel() { timer?.cancel() }
}
