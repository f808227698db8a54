import Dispatch
import Oriel
import OrielHub
import Synchronization

/// A loop for the hub of these tests: one serial queue, whose jobs are the hub's.
final class QueueExecutor: HubExecutor {
  private static let key = DispatchSpecificKey<ObjectIdentifier>()
  private let queue = DispatchQueue(label: "hub")

  init() { queue.setSpecific(key: Self.key, value: ObjectIdentifier(self)) }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  var isCurrent: Bool { DispatchQueue.getSpecific(key: Self.key) == ObjectIdentifier(self) }
  func isIsolatingCurrentContext() -> Bool? { isCurrent }
  func run(_ work: @escaping @Sendable () -> Void) { queue.async(execute: work) }
}

/// A clock that moves when a test says so. Nothing here waits for a timer.
final class TestClock: Scheduler {
  private let milliseconds = Mutex<Int64>(0)

  var now: Int64 { milliseconds.withLock { $0 } }
  var wallTime: Int64 { now }
  func advance(by delay: Int64) { milliseconds.withLock { $0 += delay } }
  func schedule(after delay: Int64, _ action: @escaping () -> Void) -> ScheduledTimer { ScheduledTimer(action) }
}

/// Ids that differ, in an order that is not that of their making.
final class TestRandomness: Randomness {
  private let count = Mutex(0)

  func bytes(_ size: Int) -> [UInt8] {
    let number = count.withLock { count in
      count += 1
      return count
    }
    let (seed, round) = (UInt8(truncatingIfNeeded: 73 * number), UInt8(truncatingIfNeeded: number >> 8))
    return (0..<UInt8(size)).map { $0 == 0 ? seed : $0 &+ seed &+ round &* $0 }
  }
}
