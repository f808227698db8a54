import Oriel
import OrielHub
import Synchronization

/// A store whose answers come when a test lets them, or which refuses.
final class HeldStore: SessionStore {
  struct Refusal: Error {}

  private struct State {
    var isHeld = false
    var refuses = false
    var waiting: [@Sendable () -> Void] = []
    var commits: [Int] = []
  }

  private let memory = MemorySessionStore()
  private let state = Mutex(State())

  func hold() { state.withLock { $0.isHeld = true } }

  /// From now on, or no longer, everything is refused.
  func refuse(_ refuses: Bool) { state.withLock { $0.refuses = refuses } }

  /// Answers what waits and holds nothing any more.
  func release() {
    let waiting = state.withLock { state in
      defer { state.waiting = [] }
      state.isHeld = false
      return state.waiting
    }
    for answer in waiting { answer() }
  }

  /// Answers the call that waits longest.
  func releaseOne() {
    let first = state.withLock { $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }
    first?()
  }

  var waitingCount: Int { state.withLock { $0.waiting.count } }
  /// How many turns each commit had.
  var commits: [Int] { state.withLock { $0.commits } }
  var windowCount: Int { memory.windowCount }

  private func answer(_ answer: @escaping @Sendable (_ refuses: Bool) -> Void) {
    let now = state.withLock { state -> (@Sendable () -> Void)? in
      let refuses = state.refuses
      let work = { @Sendable in answer(refuses) }
      if !state.isHeld { return work }
      state.waiting.append(work)
      return nil
    }
    now?()
  }

  private func read<Value>(
    then answer: @escaping StoreAnswer<Value>,
    _ read: @escaping @Sendable (MemorySessionStore, @escaping StoreAnswer<Value>) -> Void
  ) {
    self.answer { [memory] refuses in
      if refuses { answer(.failure(Refusal())) } else { read(memory, answer) }
    }
  }

  var gatherTime: Int64 { 0 }

  func commit(_ turns: [StoredTurn], then completion: @escaping @Sendable ((any Error)?) -> Void) {
    state.withLock { $0.commits.append(turns.count) }
    answer { [memory] refuses in
      if refuses { completion(Refusal()) } else { memory.commit(turns, then: completion) }
    }
  }

  func window(_ id: WindowID, then answer: @escaping StoreAnswer<StoredWindow?>) {
    read(then: answer) { $0.window(id, then: $1) }
  }

  func windows(_ query: StoredWindowQuery, then answer: @escaping StoreAnswer<[StoredSummary]>) {
    read(then: answer) { $0.windows(query, then: $1) }
  }

  func objects(of user: String, then answer: @escaping StoreAnswer<[String: [UInt8]]>) {
    read(then: answer) { $0.objects(of: user, then: $1) }
  }

  func trigger(_ id: String, then answer: @escaping StoreAnswer<StoredTrigger?>) {
    read(then: answer) { $0.trigger(id, then: $1) }
  }

  func keptAside(of user: String?, then answer: @escaping StoreAnswer<[KeptAside]>) {
    read(then: answer) { $0.keptAside(of: user, then: $1) }
  }

  func purge(_ user: String, then answer: @escaping StoreAnswer<PurgedCounts>) {
    read(then: answer) { $0.purge(user, then: $1) }
  }

  func discard(_ old: StoreRetention, then completion: @escaping @Sendable ((any Error)?) -> Void) {
    answer { [memory] refuses in
      if refuses { completion(Refusal()) } else { memory.discard(old, then: completion) }
    }
  }
}
