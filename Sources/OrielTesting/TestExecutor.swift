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
/// be resumed anywhere, and wait in a queue until the crank is turned.
package final class TestExecutor: HubExecutor {
  private enum Work {
    case job(UnownedJob)
    case closure(@Sendable () -> Void)
  }

  private struct State {
    var queue: [Work] = []
    var thread: pthread_t?
    var waiting: [CheckedContinuation<Void, Never>] = []

    mutating func add(_ work: Work) -> [CheckedContinuation<Void, Never>] {
      queue.append(work)
      defer { waiting = [] }
      return waiting
    }
  }

  private let state = Mutex(State())

  package init() {}

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    wake(state.withLock { $0.add(.job(job)) })
  }

  package func run(_ work: @escaping @Sendable () -> Void) {
    wake(state.withLock { $0.add(.closure(work)) })
  }

  private func wake(_ waiting: [CheckedContinuation<Void, Never>]) {
    for each in waiting { each.resume() }
  }

  package var isCurrent: Bool {
    let this = pthread_self()
    return state.withLock { $0.thread.map { pthread_equal($0, this) != 0 } ?? false }
  }

  package func isIsolatingCurrentContext() -> Bool? { isCurrent }

  package func checkIsolated() {
    precondition(isCurrent, "This is only for the thread that turns the crank.")
  }

  /// Makes this thread the hub's for as long as `body` runs.
  package func enter<Result>(_ body: () throws -> Result) rethrows -> Result {
    let this = pthread_self()
    let outer = state.withLock { state in
      defer { state.thread = this }
      return state.thread
    }
    defer { state.withLock { $0.thread = outer } }
    return try body()
  }

  /// Runs all ready jobs, and those that they make ready, until none is left. Call it within `enter`.
  package func runJobs(afterEach: () -> Void) {
    while let work = state.withLock({ $0.queue.isEmpty ? nil : $0.queue.removeFirst() }) {
      switch work {
      case .job(let job): job.runSynchronously(on: asUnownedSerialExecutor())
      case .closure(let closure): closure()
      }
      afterEach()
    }
  }

  /// Returns when a job is waiting to be run.
  package func somethingReady() async {
    await withCheckedContinuation { continuation in
      let isReady = state.withLock { state in
        if state.queue.isEmpty { state.waiting.append(continuation) }
        return !state.queue.isEmpty
      }
      if isReady { continuation.resume() }
    }
  }
}
