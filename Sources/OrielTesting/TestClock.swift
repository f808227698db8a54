import OrielHub

/// A clock that moves when a test moves it, by the milliseconds.
///
/// Guard of `@unchecked`: a test confines it, like everything of a `TestServer`, to the thread that turns the crank.
package final class TestClock: Scheduler, @unchecked Sendable {
  package private(set) var now: Int64 = 0
  /// It begins in 2026.
  package var wallTime: Int64 { 1_767_225_600_000 + now }
  private var timers: [(deadline: Int64, timer: ScheduledTimer)] = []

  package init() {}

  package func schedule(after delay: Int64, _ action: @escaping () -> Void) -> ScheduledTimer {
    let timer = ScheduledTimer(action)
    let deadline = now + max(0, delay)
    let place = timers.firstIndex { $0.deadline > deadline } ?? timers.count
    timers.insert((deadline, timer), at: place)
    return timer
  }

  /// Timers that are set and were not cancelled.
  package var pendingCount: Int { timers.count { $0.timer.isPending } }

  /// Moves on to the next timer that is due by `end`, and hands it out; `nil` where the clock has come to `end`.
  package func nextTimer(until end: Int64) -> ScheduledTimer? {
    timers.removeAll { !$0.timer.isPending }
    guard let next = timers.first, next.deadline <= end else {
      now = max(now, end)
      return nil
    }
    timers.removeFirst()
    now = max(now, next.deadline)
    return next.timer
  }
}

extension ScheduledTimer {
  /// Calls its action, once.
  func fire() {
    let due = action
    action = nil
    due?()
  }
}
