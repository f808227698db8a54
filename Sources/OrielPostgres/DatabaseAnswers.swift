import Dispatch
import Synchronization

/// Why a program may not write to the database any more.
enum EndOfLife: Error, CustomStringConvertible {
  case replaced, setBack, othersReachIt, noOtherAnswers

  var description: String {
    switch self {
    case .replaced: "Another server has taken over the database."
    case .setBack: "The database has lost what it had acknowledged: it was set back to an earlier time."
    case .othersReachIt: "This server is cut off: others reach the database."
    case .noOtherAnswers: "This server is cut off: no other server answers it either."
    }
  }
}

/// Whether the database answers. A question without an answer for 3 seconds is told once, and its end too.
final class DatabaseAnswers: Sendable {
  enum Question: Hashable {
    case turn, beat
  }

  private struct State {
    var asked: [Question: ContinuousClock.Instant] = [:]
    var error: (any Error)?
    var isSaid = false
    var isOver = false
    var isSuperseded = false

    var isLate: Bool { asked.values.contains { $0.duration(to: .now) > .seconds(3) } }
  }

  let say: @Sendable (String) -> Void
  private let state = Mutex(State())
  // Guard: set once, and cancelled at the end.
  nonisolated(unsafe) private let timer = DispatchSource.makeTimerSource()

  init(say: @escaping @Sendable (String) -> Void) {
    self.say = say
    timer.schedule(deadline: .now(), repeating: 1)
    timer.setEventHandler { [weak self] in self?.reportFailure() }
    timer.activate()
  }

  deinit { timer.cancel() }

  func asked(_ question: Question) {
    state.withLock { state in state.asked[question] = state.asked[question] ?? .now }
  }

  func answered(_ question: Question) {
    let isEnd = state.withLock { state in
      state.asked[question] = nil
      guard !state.isLate else { return false }
      state.error = nil
      defer { state.isSaid = false }
      return state.isSaid
    }
    if isEnd { say("The database answers again.") }
  }

  /// Says once why the program ends.
  func end(_ reason: EndOfLife) {
    let isNews = state.withLock { state in
      defer { state.isOver = true }
      return !state.isOver
    }
    if isNews { say("\(reason)") }
  }

  /// Says, once each time, that this node takes no tenants.
  func saySuperseded(_ isSuperseded: Bool) {
    let isNews = state.withLock { state in
      defer { state.isSuperseded = isSuperseded }
      return isSuperseded && !state.isSuperseded
    }
    if isNews { say("\(PostgresStoreError.superseded)") }
  }

  func failed(_ error: any Error) { state.withLock { $0.error = error } }

  /// Why there has been no answer for 3 seconds; `nil` if there is one.
  var failure: (any Error)? {
    state.withLock { state in state.isLate ? state.error ?? PostgresStoreError.silent : nil }
  }

  private func reportFailure() {
    guard let failure else { return }
    let isNews = state.withLock { state in
      defer { state.isSaid = true }
      return !state.isSaid
    }
    if isNews { say("Nothing is saved until the database answers. \(failure)") }
  }
}
