import Oriel
import OrielHub
import OrielTesting
import Synchronization

/// A store whose answers come when a test lets them, or which refuses.
final class HeldStore: WindowStore {
  struct Refusal: Error {}

  /// What goes wrong at one call, the first being 1.
  struct Fault: Sendable {
    enum Kind: Sendable {
      case refuses
      /// Until everything that waits is released.
      case stalls
      /// It does what it is told, and then says that it has failed.
      case losesTheAnswer
    }

    var call: Int
    var kind: Kind
  }

  private struct State {
    var calls = 0
    var fault: Fault?
    var isHeld = false
    var refuses = false
    var refusesCommits = false
    var waiting: [@Sendable () -> Void] = []
    var commits: [Int] = []
    var rows = 0
  }

  private let memory = TestStore()
  private let state = Mutex(State())

  var outlivesProcess: Bool { memory.outlivesProcess }

  func hold() { state.withLock { $0.isHeld = true } }

  /// From now on, or no longer, everything is refused.
  func refuse(_ refuses: Bool) { state.withLock { $0.refuses = refuses } }

  func refuseCommits(_ refuses: Bool) { state.withLock { $0.refusesCommits = refuses } }

  /// Answers what waits and holds nothing any more.
  func release() {
    let waiting = state.withLock { state in
      defer { state.waiting = [] }
      state.isHeld = false
      return state.waiting
    }
    for answer in waiting { answer() }
  }

  /// Nobody waits for the answers any more.
  func forgetWaiting() { state.withLock { $0.waiting = [] } }

  /// Answers the call that waits longest.
  func releaseOne() {
    let first = state.withLock { $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }
    first?()
  }

  var waitingCount: Int { state.withLock { $0.waiting.count } }
  /// How many turns each commit had.
  var commits: [Int] { state.withLock { $0.commits } }
  /// How many elements of `Rows` the last commit wrote or deleted.
  var rowsOfLastCommit: Int { state.withLock(\.rows) }
  var windowCount: Int { memory.windowCount }

  var fault: Fault? {
    get { state.withLock(\.fault) }
    set { state.withLock { $0.fault = newValue } }
  }

  /// How often it was called.
  var callCount: Int { state.withLock(\.calls) }

  private func answer(_ answer: @escaping @Sendable (_ fault: Fault.Kind?) -> Void) {
    let now = state.withLock { state -> (@Sendable () -> Void)? in
      state.calls += 1
      let fault = state.refuses ? .refuses : state.fault?.call == state.calls ? state.fault?.kind : nil
      let work = { @Sendable in answer(fault) }
      if !state.isHeld && fault != .stalls { return work }
      state.waiting.append(work)
      return nil
    }
    now?()
  }

  private func ask<Value>(
    then answer: @escaping StoreAnswer<Value>,
    _ ask: @escaping @Sendable (TestStore, @escaping StoreAnswer<Value>) -> Void
  ) {
    self.answer { [memory] fault in
      if fault == .refuses || fault == .losesTheAnswer { answer(.failure(Refusal())) } else { ask(memory, answer) }
    }
  }

  var gatherTime: Int64 { 0 }

  func commit(_ turns: [StoredTurn], then completion: @escaping @Sendable ((any Error)?) -> Void) {
    let refusesCommits = state.withLock { state in
      state.commits.append(turns.count)
      state.rows = turns.reduce(0) { $0 + $1.rows.count }
      return state.refusesCommits
    }
    answer { [memory] fault in
      if fault == .refuses || refusesCommits { return completion(Refusal()) }
      memory.commit(turns) { error in completion(fault == .losesTheAnswer ? Refusal() : error) }
    }
  }

  func read<Value: Sendable>(_ question: @escaping StoreQuestion<Value>, then answer: @escaping StoreAnswer<Value>) {
    ask(then: answer) { $0.read(question, then: $1) }
  }

  func rename(_ tenant: Tenant, to name: Tenant, then answer: @escaping StoreAnswer<Bool>) {
    ask(then: answer) { $0.rename(tenant, to: name, then: $1) }
  }

  func delete(_ tenant: Tenant, then answer: @escaping StoreAnswer<PurgedCounts>) {
    ask(then: answer) { $0.delete(tenant, then: $1) }
  }

  func purge(_ user: String, then answer: @escaping StoreAnswer<PurgedCounts>) {
    ask(then: answer) { $0.purge(user, then: $1) }
  }

  func deleteOld(_ old: StoreRetention, then completion: @escaping @Sendable ((any Error)?) -> Void) {
    answer { [memory] fault in
      if fault == .refuses { return completion(Refusal()) }
      memory.deleteOld(old) { error in completion(fault == .losesTheAnswer ? Refusal() : error) }
    }
  }
}
