import Dispatch
import Glibc
import OrielTransport
import Synchronization

/// Ends the process when one of its loops hangs, because the other nodes can't take what is in its memory while it lives.
///
/// The signal goes to the thread of the loop, so that the next process finds its turn as one that crashed this process.
package final class LoopWatch: Sendable {
  private struct Watched {
    /// `nil` before the loop has answered for the first time.
    var thread: pthread_t?
    var isAsked = true
    /// The number of looks in a row at which it had not answered.
    var late = 0
  }

  private struct State {
    var loops: [Watched]
    var lastLook = ContinuousClock.now
  }

  private let loops: [EventLoop]
  private let state: Mutex<State>
  private let onHang: @Sendable (Int) -> Void
  private let queue = DispatchQueue(label: "Oriel loop watch")
  // Guard: set once. It may be cancelled on any thread.
  nonisolated(unsafe) private let timer: any DispatchSourceTimer
  /// Seconds in which a loop has to answer.
  package static let patience = 10

  /// Begins to watch.
  ///
  /// - Parameter onHang: Called with the place of a loop that has not answered for `patience`, on another thread, half a second
  ///   before the process ends.
  package init(_ loops: [EventLoop], onHang: @escaping @Sendable (Int) -> Void) {
    (self.loops, self.onHang) = (loops, onHang)
    state = Mutex(State(loops: loops.map { _ in Watched() }))
    timer = DispatchSource.makeTimerSource(queue: queue)
    timer.schedule(deadline: .now() + 1, repeating: 1)
    timer.setEventHandler { [weak self] in self?.look() }
    timer.activate()
    ask(Array(loops.indices))
  }

  deinit { timer.cancel() }

  /// Ends no process any more.
  package func end() { timer.cancel() }

  private func look() {
    var (asked, hung): ([Int], (place: Int, thread: pthread_t)?) = ([], nil)
    state.withLock { state in
      // Otherwise the whole process stood still, and the loops have had no time to answer.
      let isInTime = state.lastLook.duration(to: .now) < .milliseconds(1500)
      state.lastLook = .now
      for place in loops.indices {
        if !state.loops[place].isAsked {
          asked.append(place)
          (state.loops[place].isAsked, state.loops[place].late) = (true, 0)
        } else if isInTime {
          state.loops[place].late += 1
        }
        if state.loops[place].late >= Self.patience, let thread = state.loops[place].thread { hung = (place, thread) }
      }
    }
    ask(asked)
    if let hung { endProcess(hung.place, hung.thread) }
  }

  private func endProcess(_ place: Int, _ thread: pthread_t) {
    // It may block, as what hangs.
    DispatchQueue.global().async { [onHang] in onHang(place) }
    usleep(500_000)
    pthread_kill(thread, SIGABRT)
    // A handler of the signal may let the process go on.
    usleep(500_000)
    kill(getpid(), SIGKILL)
  }

  private func ask(_ places: [Int]) {
    for place in places { loops[place].executor.run { [weak self] in self?.answered(place) } }
  }

  private func answered(_ place: Int) {
    state.withLock { state in
      if state.loops[place].thread == nil {
        state.loops[place].thread = pthread_self()
        Self.unblockAbort()
      }
      state.loops[place].isAsked = false
    }
  }

  /// Threads of Dispatch block it, and those that they create do too.
  private static func unblockAbort() {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGABRT)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }
}
