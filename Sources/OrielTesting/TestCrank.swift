import Synchronization

/// The work of all hubs of a test that waits for the crank to be turned, in the order in which it came.
package final class TestCrank: Sendable {
  enum Work {
    case job(UnownedJob)
    case closure(@Sendable () -> Void)
  }

  private struct State {
    var queue: [(work: Work, executor: TestExecutor)] = []
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  package init() {}

  func add(_ work: Work, on executor: TestExecutor) {
    let waiting = state.withLock { state in
      state.queue.append((work, executor))
      defer { state.waiting = [] }
      return state.waiting
    }
    for each in waiting { each.resume() }
  }

  /// Runs all ready jobs, and those that they make ready, until none is left; each on its own executor.
  func turn(beforeJob: (TestExecutor, UnownedJob) -> Void, afterEach: (TestExecutor) -> Void) {
    while let next = state.withLock({ $0.queue.isEmpty ? nil : $0.queue.removeFirst() }) {
      next.executor.enter {
        switch next.work {
        case .job(let job):
          beforeJob(next.executor, job)
          job.runSynchronously(on: next.executor.asUnownedSerialExecutor())
        case .closure(let closure): closure()
        }
        afterEach(next.executor)
      }
    }
  }

  /// Ends the waits for a job.
  func wake() {
    let waiting = state.withLock { state in
      defer { state.waiting = [] }
      return state.waiting
    }
    for each in waiting { each.resume() }
  }

  /// Returns when a job is waiting to be run, or `wake` is called.
  func somethingReady() async {
    await withCheckedContinuation { continuation in
      let isReady = state.withLock { state in
        if state.queue.isEmpty { state.waiting.append(continuation) }
        return !state.queue.isEmpty
      }
      if isReady { continuation.resume() }
    }
  }
}
