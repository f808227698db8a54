import CLibUV
import DequeModule
import Glibc
import OrielHub
import Synchronization

/// Runs jobs on the thread of one event loop. It is the executor of every actor that lives there, and runs plain closures
/// for other loops.
///
/// A job enqueued on the loop's own thread joins a plain queue, which the loop empties before and after it polls, so it
/// costs no system call. A job from another thread joins an inbox and wakes the loop, once for any number of waiting
/// jobs.
package final class LoopExecutor: HubExecutor, @unchecked Sendable {
  // Guard: `local`, `beforeJob` and `afterJob` belong to the loop's thread; the rest is behind the mutex or
  // never changes.
  private let inbox = Mutex(Inbox())
  private let wake: @Sendable () -> Void
  private var local: Deque<Work> = []
  var beforeJob: ((UnownedJob) -> Void)?
  var afterJob: (() -> Void)?

  /// The maximum number of jobs per half iteration, so that actors that keep each other busy don't starve the sockets.
  private static let jobsPerTurn = 1024

  init(wake: @escaping @Sendable () -> Void) {
    self.wake = wake
  }

  package func enqueue(_ job: consuming ExecutorJob) { add(.job(UnownedJob(job))) }

  /// Runs `work` on the loop soon. Of what one thread enqueues, the order is kept.
  package func run(_ work: @escaping @Sendable () -> Void) { add(.closure(work)) }

  private func add(_ work: Work) {
    if isOnLoop { return local.append(work) }
    let needsThread = inbox.withLock { inbox in
      let isFirst = inbox.add(work)
      // Under the lock, so that the loop can't close its wake-up handle in the meantime; see `loopEnds`.
      if isFirst, inbox.loop == .runs { wake() }
      return isFirst && inbox.loop == .isGone
    }
    if needsThread { Thread.detach { self.runAfterTheLoop() } }
  }

  package func checkIsolated() {
    precondition(isOnLoop, "This is only for the thread of the event loop.")
  }

  package func isIsolatingCurrentContext() -> Bool? { isOnLoop }
  package var isCurrent: Bool { isOnLoop }

  var isOnLoop: Bool { Self.current == Unmanaged.passUnretained(self).toOpaque() }

  var hasJobs: Bool { !local.isEmpty }

  /// Runs waiting jobs, up to the limit. Afterwards `hasJobs` says whether some are left.
  func runJobs() {
    inbox.withLock { $0.drain(into: &local) }
    var left = Self.jobsPerTurn
    while left > 0, let work = local.popFirst() {
      left -= 1
      switch work {
      case .job(let job):
        beforeJob?(job)
        job.runSynchronously(on: asUnownedSerialExecutor())
      case .closure(let closure): closure()
      }
      afterJob?()
    }
  }
}

extension LoopExecutor {
  private enum Work {
    case job(UnownedJob)
    case closure(@Sendable () -> Void)
  }

  private struct Inbox {
    enum Loop { case runs, ends, isGone }

    var work: [Work] = []
    var loop = Loop.runs
    /// Whether the thread that runs the jobs has already been signalled.
    var isSignalled = false

    /// Adds work and returns whether it is the first since the last signal.
    mutating func add(_ more: Work) -> Bool {
      work.append(more)
      defer { isSignalled = true }
      return !isSignalled
    }

    mutating func drain(into local: inout Deque<Work>) {
      // Once the loop is gone, the signalled thread continues until there are no more jobs.
      if loop != .isGone { isSignalled = false }
      if work.isEmpty { return }
      local.append(contentsOf: work)
      work.removeAll(keepingCapacity: work.count <= 1024)
    }
  }

  /// After this, the loop is no longer woken. New jobs wait for `loopEnded`.
  func loopEnds() {
    inbox.withLock { $0.loop = .ends }
  }

  /// An actor may outlive its loop, and an executor must run every job. From now on, jobs run on a thread that lives as
  /// long as there is work.
  func loopEnded() {
    beforeJob = nil
    afterJob = nil
    Self.current = nil
    let hasJobs = hasJobs
    let isNeeded = inbox.withLock { inbox in
      inbox.loop = .isGone
      inbox.isSignalled = hasJobs || !inbox.work.isEmpty
      return inbox.isSignalled
    }
    if isNeeded { Thread.detach { self.runAfterTheLoop() } }
  }

  private func runAfterTheLoop() {
    becomeCurrent()
    repeat { runJobs() } while !isIdle()
    Self.current = nil
  }

  private func isIdle() -> Bool {
    guard !hasJobs else { return false }
    // Once this is cleared, the next job starts a thread of its own, so nothing may be touched afterwards.
    return inbox.withLock { inbox in
      inbox.isSignalled = !inbox.work.isEmpty
      return !inbox.isSignalled
    }
  }
}

extension LoopExecutor {
  /// Makes the current thread the executor's thread.
  func becomeCurrent() { Self.current = Unmanaged.passUnretained(self).toOpaque() }

  /// The executor whose thread is the current one.
  ///
  /// This is a thread-specific value rather than a stored thread id: reading a stored id without a lock is safe only if
  /// it never changes.
  private static var current: UnsafeMutableRawPointer? {
    get { pthread_getspecific(key) }
    set { pthread_setspecific(key, newValue) }
  }

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }()
}
