import CLibUV
import Glibc
import OrielHub
import Synchronization

/// A thread with a libuv loop, and the executor of the actors that live on it.
///
/// ```swift
/// let loop = try EventLoop()
/// let hub = try HubActor(executor: loop.executor, …)
/// loop.afterEveryJob { hub.enter { $0.commitPending() } }
/// loop.start()
/// …
/// await loop.stop()
/// ```
/// Set everything up before `start()`, or on the loop.
package final class EventLoop: @unchecked Sendable {
  // Guard: accessed before the thread starts, or on it; `ending` is behind its mutex.
  package let executor: LoopExecutor
  package let timers: TimerWheel
  let uv: UnsafeMutablePointer<uv_loop_t>
  private let name: String
  private let handles: LoopHandles
  private let ending = Mutex(Ending())
  private var signals: [SignalWatch] = []
  private var hasStarted = false
  private var isStopping = false
  /// The number of `runAside` calls whose work has not finished yet.
  private(set) var asides = 0

  /// Called at the end of every half iteration, after callbacks and jobs, to write queued output.
  var atEndOfTick: (() -> Void)?
  /// Called when only the loop's own handles are left, which happens after `releaseItself`.
  var whenOthersAreGone: (() -> Void)?

  /// Creates a loop, whose thread begins with `start()`.
  ///
  /// - Throws: `TransportError.noLoop` if the system has no descriptors left for it.
  package init(name: String = "oriel-loop") throws(TransportError) {
    self.name = name
    uv = .allocate(capacity: 1)
    let failure = uv_loop_init(uv)
    guard failure == 0 else {
      uv.deallocate()
      throw .noLoop(String(cString: uv_strerror(failure)))
    }
    let handles = LoopHandles(uv)
    self.handles = handles
    executor = LoopExecutor(wake: { handles.wake() })
    timers = TimerWheel(uv)
    handles.attach(to: self)
  }

  deinit {
    if !hasStarted {
      closeHandles()
      end()
    }
    uv.deallocate()
  }

  /// Sets a closure that is called after every job of an actor on this loop, so that a hub can commit changes made
  /// after an `await`, and again at the end of every half iteration, before output is written, for changes made by
  /// callbacks. Set it once, before `start()`.
  package func afterEveryJob(_ action: @escaping @Sendable () -> Void) {
    executor.afterJob = action
  }

  /// Sets a closure that is called before every job, so that a hub can record its turn. Set it once, before `start()`.
  package func beforeEveryJob(_ action: @escaping @Sendable (UnownedJob) -> Void) {
    executor.beforeJob = action
  }

  /// Starts the thread. The loop runs until `stop()`.
  package func start() {
    hasStarted = true
    Thread.detach(name: name) { self.run() }
  }

  /// Stops the loop and returns when its thread has finished. Shut down any server on the loop first.
  package func stop() async {
    await begin()
    await ended()
  }

  /// Returns when the loop has ended.
  package func ended() async {
    await withCheckedContinuation { waiting in
      let isOver = ending.withLock { ending in
        if !ending.isOver { ending.waiting.append(waiting) }
        return ending.isOver
      }
      if isOver { waiting.resume() }
    }
  }

  /// Runs `work` on a thread of libuv's pool and then `then` on the loop, outside any job. Use it for work that may
  /// wait for a disk. Call it only on the loop.
  package func runAside<Value: Sendable>(_ work: @escaping @Sendable () -> Value, then: @escaping (Value) -> Void) {
    executor.checkIsolated()
    // A stopping loop can't wait for the pool, so the work is done here.
    guard !isStopping else { return then(work()) }
    asides += 1
    BackgroundWork(work) { value in
      self.asides -= 1
      then(value)
    }.start(on: uv)
  }

  /// Calls `action` on the loop whenever the process receives `signal`, instead of the system's default action.
  package func onSignal(_ signal: Int32, _ action: @escaping @Sendable () -> Void) async {
    await onLoop { self.signals.append(SignalWatch(signal, on: self.uv, action)) }
  }

  /// Runs `body` on the loop.
  package func onLoop(_ body: @Sendable () -> Void) async { await LoopActor(executor: executor).run(body) }
}

extension EventLoop {
  private struct Ending {
    var isOver = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private func run() {
    executor.becomeCurrent()
    while !isStopping {
      uv_run(uv, UV_RUN_DEFAULT)
      if !isStopping { whenOthersAreGone?() }
    }
    end()
    executor.loopEnded()
    let waiting = ending.withLock { ending in
      ending.isOver = true
      return ending.waiting
    }
    for each in waiting { each.resume() }
  }

  /// Runs one half of an iteration: once before the loop polls, and once after it.
  func runHalf() {
    timers.iteration += 1
    executor.runJobs()
    executor.afterJob?()
    atEndOfTick?()
    handles.stayAwake(executor.hasJobs)
  }

  private func begin() async {
    await onLoop {
      guard !self.isStopping else { return }
      self.isStopping = true
      self.atEndOfTick = nil
      self.executor.loopEnds()
      self.closeHandles()
    }
  }

  private func closeHandles() {
    for signal in signals { signal.close() }
    timers.close()
    handles.close()
  }

  /// Releases the closed handles and the loop.
  private func end() {
    uv_run(uv, UV_RUN_DEFAULT)
    uv_loop_close(uv)
  }

  /// Lets the loop return once all other handles are gone. libwebsockets must be freed while its loop is not running.
  func releaseItself() { handles.unreference() }

  /// Undoes `releaseItself`.
  func holdItself() { handles.reference() }
}

/// Runs code on the loop for callers that have no actor there.
actor LoopActor {
  nonisolated let executor: LoopExecutor
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  init(executor: LoopExecutor) {
    self.executor = executor
  }

  func run(_ body: @Sendable () -> Void) { body() }
}
