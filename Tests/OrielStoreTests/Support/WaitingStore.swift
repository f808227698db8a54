import Dispatch
import Oriel
import OrielHub
import Synchronization

/// A store that answers before it returns, for a server whose steps wait for nothing.
final class WaitingStore: WindowStore {
  let store: any WindowStore
  private let rows = Mutex(0)
  private let waitsForCommits = Mutex(true)

  init(_ store: any WindowStore) { self.store = store }

  var outlivesProcess: Bool { store.outlivesProcess }
  var gatherTime: Int64 { 0 }

  /// How many rows were written since the last call.
  func takeRows() -> Int {
    rows.withLock { rows in
      defer { rows = 0 }
      return rows
    }
  }

  /// From now on, commits are answered when the store answers them.
  func letCommitsWait() { waitsForCommits.withLock { $0 = false } }

  private func wait<Answer: Sendable>(_ ask: (@escaping @Sendable (Answer) -> Void) -> Void) -> Answer {
    let (answer, done) = (Kept<Answer>(), DispatchSemaphore(value: 0))
    ask {
      answer.value.withLock { [given = $0] in $0 = given }
      done.signal()
    }
    done.wait()
    return answer.value.withLock { $0! }
  }

  private final class Kept<Answer: Sendable>: Sendable {
    let value = Mutex<Answer?>(nil)
  }

  func commit(_ turns: [StoredTurn], then completion: @escaping @Sendable ((any Error)?) -> Void) {
    rows.withLock { $0 += turns.reduce(0) { $0 + $1.rows.count } }
    guard waitsForCommits.withLock({ $0 }) else { return store.commit(turns, then: completion) }
    completion(wait { store.commit(turns, then: $0) })
  }

  func read<Value: Sendable>(_ question: @escaping StoreQuestion<Value>, then answer: @escaping StoreAnswer<Value>) {
    answer(wait { store.read(question, then: $0) })
  }

  func rename(_ tenant: Tenant, to name: Tenant, then answer: @escaping StoreAnswer<Bool>) {
    answer(wait { store.rename(tenant, to: name, then: $0) })
  }

  func purge(_ user: String, then answer: @escaping StoreAnswer<PurgedCounts>) {
    answer(wait { store.purge(user, then: $0) })
  }

  func delete(_ tenant: Tenant, then answer: @escaping StoreAnswer<PurgedCounts>) {
    answer(wait { store.delete(tenant, then: $0) })
  }

  func deleteOld(_ old: StoreRetention, then completion: @escaping @Sendable ((any Error)?) -> Void) {
    completion(wait { store.deleteOld(old, then: $0) })
  }
}
