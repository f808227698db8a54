import OrielHub

/// A clock that moves only when a test moves it, in milliseconds.
///
/// Guard of `@unchecked`: a test confines it, like everything of a `TestServer`, to the thread that turns the crank.
package final class TestClock: Scheduler, @unchecked Sendable {
  package private(set) var now: Int64 = 0
  /// With `tick`, it is later at each look, as on a busy machine.
  package var wallTime: Int64 {
    defer { beginning += tick }
    return beginning + now
  }
  private var beginning: Int64
  /// The time that work has taken, in nanoseconds. Timers don't see it.
  private var worked: Int64 = 0
  package var nanoseconds: Int64 { now * 1_000_000 + worked }
  package var iteration: Int { Int(nanoseconds / 1_000_000) }
  package var tick: Int64 = 0
  /// The timers by deadline; those with the same deadline are in the order of their creation.
  private var timers: [(deadline: Int64, timer: ScheduledTimer)] = []
  /// The number at which cancelled timers are removed: twice as many as were left the last time, so that the cost of
  /// each removal is constant on average.
  private var limit = smallestLimit

  private static let smallestLimit = 64

  /// - Parameter beginning: In milliseconds since 1970; by default in 2026.
  package init(beginning: Int64? = nil) { self.beginning = beginning ?? 1_767_225_600_000 }

  package func schedule(after delay: Int64, _ action: @escaping () -> Void) -> ScheduledTimer {
    if timers.count >= limit { forgetCancelled() }
    let timer = ScheduledTimer(action)
    let deadline = now + max(0, delay)
    timers.insert((deadline, timer), at: place(of: deadline))
    return timer
  }

  /// Work has taken this many milliseconds.
  package func work(_ milliseconds: Int64) { worked += milliseconds * 1_000_000 }

  /// Timers see the time that work has taken.
  package func seeWork() {
    now += worked / 1_000_000
    worked %= 1_000_000
  }

  /// In how many milliseconds the timers fire that are set, the next one first.
  var waits: [Int64] { timers.filter(\.timer.isPending).map { $0.deadline - now } }

  /// Timers that are set and were not cancelled.
  package var pendingCount: Int { timers.count { $0.timer.isPending } }

  /// Moves to the next timer due by `end` and returns it; `nil` once the clock has reached `end`.
  package func nextTimer(until end: Int64) -> ScheduledTimer? {
    timers.removeSubrange(..<(timers.firstIndex { $0.timer.isPending } ?? timers.endIndex))
    guard let next = timers.first, next.deadline <= end else {
      now = max(now, end)
      return nil
    }
    timers.removeFirst()
    now = max(now, next.deadline)
    return next.timer
  }

  /// The process has ended: none of its timers fires any more.
  package func forgetAll() { timers = [] }

  private func forgetCancelled() {
    timers.removeAll { !$0.timer.isPending }
    limit = max(Self.smallestLimit, timers.count * 2)
  }

  /// The index after all timers that are due no later.
  private func place(of deadline: Int64) -> Int {
    var (first, end) = (timers.startIndex, timers.endIndex)
    while first < end {
      let middle = (first + end) / 2
      if timers[middle].deadline <= deadline { first = middle + 1 } else { end = middle }
    }
    return first
  }
}

extension ScheduledTimer {
  /// Calls its action, once.
  package func fire() {
    let due = action
    action = nil
    due?()
  }
}
