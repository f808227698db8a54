import Oriel
import OrielHub
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Runs a hub's jobs only on the thread that turns the crank.
///
/// While `enter` runs, the current thread is the hub's. Jobs can be enqueued from any thread, since a continuation may
/// be resumed anywhere, and wait until the crank is turned.
package final class TestExecutor: HubExecutor {
  private let crank: TestCrank
  private let thread = Mutex<pthread_t?>(nil)

  package init(_ crank: TestCrank) { self.crank = crank }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    crank.add(.job(job), on: self)
  }

  package func run(_ work: @escaping @Sendable () -> Void) { crank.add(.closure(work), on: self) }

  package var isCurrent: Bool {
    let this = pthread_self()
    return thread.withLock { $0.map { pthread_equal($0, this) != 0 } ?? false }
  }

  package func isIsolatingCurrentContext() -> Bool? { isCurrent }

  package func checkIsolated() {
    precondition(isCurrent, "This is only for the thread that turns the crank.")
  }

  /// Makes this thread the hub's for as long as `body` runs.
  package func enter<Result>(_ body: () throws -> Result) rethrows -> Result {
    let this = pthread_self()
    let outer = thread.withLock { thread in
      defer { thread = this }
      return thread
    }
    defer { thread.withLock { $0 = outer } }
    return try body()
  }
}
