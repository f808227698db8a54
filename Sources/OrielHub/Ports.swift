/// Time, as the hub hears it: a wheel on the hub's own loop. Used on the hub only.
package protocol Scheduler: AnyObject, Sendable {
  /// Milliseconds of a clock that never goes back.
  var now: Int64 { get }
  /// Nanoseconds of the same clock, for measuring.
  var nanoseconds: Int64 { get }
  /// Milliseconds since 1970, by the clock on the wall: what is compared with a time from before a restart.
  var wallTime: Int64 { get }

  /// Calls `action` on the hub's loop once, not before `delay` milliseconds have passed.
  func schedule(after delay: Int64, _ action: @escaping () -> Void) -> ScheduledTimer
}

extension Scheduler {
  package var nanoseconds: Int64 { now * 1_000_000 }
}

/// A timer that was set. Forgetting it does not cancel it.
package final class ScheduledTimer {
  /// Cleared when the timer has fired or was cancelled, so that what it captured is freed at once.
  package var action: (() -> Void)?

  package init(_ action: @escaping () -> Void) {
    self.action = action
  }

  package var isPending: Bool { action != nil }

  package func cancel() { action = nil }
}

/// Random bytes for ids and secrets.
package protocol Randomness: Sendable {
  func bytes(_ count: Int) -> [UInt8]
}
