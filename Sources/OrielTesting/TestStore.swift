import Oriel
import OrielHub
import OrielSQLite
import Synchronization

/// A store in memory, which can keep commits back.
package final class TestStore: WindowStore {
  private let store: SQLiteWindowStore
  /// The commits that are kept back; `nil` if none are.
  private let heldBack = Mutex<[@Sendable () -> Void]?>(nil)
  /// The ids of all triggers that were ever committed.
  private let triggers = Mutex<Set<String>>([])

  package init(outlivesProcess: Bool = false) {
    do {
      store = try SQLiteWindowStore(outlivesProcess: outlivesProcess, answersAtOnce: true)
    } catch {
      fatalError("There is no memory for a store: \(error)")
    }
  }

  package var outlivesProcess: Bool { store.outlivesProcess }
  package var gatherTime: Int64 { store.gatherTime }

  package func commit(_ turns: [StoredTurn], then completion: @escaping @Sendable ((any Error)?) -> Void) {
    triggers.withLock { known in known.formUnion(turns.flatMap(\.triggers).map(\.id)) }
    let isHeldBack = heldBack.withLock { [store] heldBack in
      heldBack?.append { store.commit(turns, then: completion) }
      return heldBack != nil
    }
    if !isHeldBack { store.commit(turns, then: completion) }
  }

  /// Keeps commits back from now on, as a disk that hangs does.
  package func holdCommits() { heldBack.withLock { $0 = $0 ?? [] } }

  /// Makes the commits that were kept back, and keeps none back any more.
  package func releaseCommits() {
    let commits = heldBack.withLock { heldBack in
      defer { heldBack = nil }
      return heldBack ?? []
    }
    for commit in commits { commit() }
  }

  /// The process has ended: the commits that were kept back are never made.
  package func forgetHeldCommits() { heldBack.withLock { $0 = nil } }

  package func read<Value: Sendable>(
    _ question: @escaping StoreQuestion<Value>, then answer: @escaping StoreAnswer<Value>
  ) { store.read(question, then: answer) }

  package func purge(_ user: String, then answer: @escaping StoreAnswer<PurgedCounts>) {
    store.purge(user, then: answer)
  }

  package func delete(_ tenant: Tenant, then answer: @escaping StoreAnswer<PurgedCounts>) {
    store.delete(tenant, then: answer)
  }

  package func rename(_ tenant: Tenant, to name: Tenant, then answer: @escaping StoreAnswer<Bool>) {
    store.rename(tenant, to: name, then: answer)
  }

  package func deleteOld(_ old: StoreRetention, then completion: @escaping @Sendable ((any Error)?) -> Void) {
    store.deleteOld(old, then: completion)
  }

  package var windowCount: Int { (try? answer { try $0.count(StoredWindowQuery()) }) ?? 0 }

  package var triggerCount: Int {
    triggers.withLock { known in known.count { id in (try? answer { try $0.trigger(id) }) ?? nil != nil } }
  }
}

extension WindowStore {
  /// Asks a store that answers before the call returns.
  package func answer<Value: Sendable>(_ question: @escaping StoreQuestion<Value>) throws -> Value {
    let answer = Mutex<Result<Value, any Error>?>(nil)
    read(question) { result in answer.withLock { $0 = result } }
    guard let result = answer.withLock({ $0 }) else { throw TestError.nothingTo("read: the store waits") }
    return try result.get()
  }
}
