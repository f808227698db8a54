import Oriel

/// The executor of a hub: an event loop's, or a test's.
package protocol HubExecutor: SerialExecutor, HubIsolation {}

/// The executor that tasks of the hub's own prefer. After a wait they go on with the hub, also in functions that have no
/// isolation of their own.
///
/// It is not the hub's executor itself: if that were preferred, tasks that prefer none would leave it and come back.
final class PreferredExecutor: TaskExecutor {
  private let hub: any HubExecutor

  init(_ hub: any HubExecutor) { self.hub = hub }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    hub.run { [self] in
      job.runSynchronously(isolatedTo: hub.asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
    }
  }
}

/// The hub's clock and timers, on its own loop. Used on the hub only.
package protocol Scheduler: AnyObject, Sendable {
  /// The time of a monotonic clock in milliseconds.
  var now: Int64 { get }
  /// The time of the same clock in nanoseconds, for measurements.
  var nanoseconds: Int64 { get }
  /// The wall-clock time in milliseconds since 1970, for comparison with times from before a restart.
  var wallTime: Int64 { get }
  /// Changes whenever the loop polls: between two values, each connection has had its turn.
  var iteration: Int { get }

  /// Calls `action` once on the hub's loop, after at least `delay` milliseconds.
  func schedule(after delay: Int64, _ action: @escaping () -> Void) -> ScheduledTimer
}

extension Scheduler {
  package var nanoseconds: Int64 { now * 1_000_000 }
  package var iteration: Int { Int(now) }
}

/// A timer. Releasing it doesn't cancel it.
package final class ScheduledTimer {
  /// Cleared when the timer has fired or was cancelled, so that captured objects are freed at once.
  package var action: (() -> Void)?

  package init(_ action: @escaping () -> Void) {
    self.action = action
  }

  package var isPending: Bool { action != nil }

  package func cancel() { action = nil }
}

/// The time by which a peer must have sent something.
///
/// It is judged after what the peer has sent by then was read: when the process was stopped or busy, timers are due before
/// the bytes that have come meanwhile. It is called off when nothing holds it any more.
package final class Deadline {
  private var timer: ScheduledTimer?

  /// - Parameter delay: In milliseconds.
  package init(after delay: Int64, on scheduler: any Scheduler, _ missed: @escaping () -> Void) {
    timer = scheduler.schedule(after: delay) { [weak self, unowned scheduler] in
      self?.timer = scheduler.schedule(after: 0, missed)
    }
  }

  deinit { cancel() }

  package func cancel() { timer?.cancel() }
}

/// Random bytes for ids and secrets.
package protocol Randomness: Sendable {
  func bytes(_ count: Int) -> [UInt8]
}
