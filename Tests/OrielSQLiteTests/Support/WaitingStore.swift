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

  func window(_ id: WindowID, then answer: @escaping StoreAnswer<StoredWindow?>) {
    answer(wait { store.window(id, then: $0) })
  }

  func windows(_ query: StoredWindowQuery, then answer: @escaping StoreAnswer<[StoredSummary]>) {
    answer(wait { store.windows(query, then: $0) })
  }

  func count(_ query: StoredWindowQuery, then answer: @escaping StoreAnswer<Int>) {
    answer(wait { store.count(query, then: $0) })
  }

  func member(_ user: String, of tenant: Tenant, then answer: @escaping StoreAnswer<StoredUser>) {
    answer(wait { store.member(user, of: tenant, then: $0) })
  }

  func tenant(_ tenant: Tenant, then answer: @escaping StoreAnswer<StoredTenant>) {
    answer(wait { store.tenant(tenant, then: $0) })
  }

  func tenants(after tenant: Tenant?, limit: Int, then answer: @escaping StoreAnswer<[StoredTenantSummary]>) {
    answer(wait { store.tenants(after: tenant, limit: limit, then: $0) })
  }

  func posts(to tenant: Tenant, after number: Int64, limit: Int, then answer: @escaping StoreAnswer<[StoredPost]>) {
    answer(wait { store.posts(to: tenant, after: number, limit: limit, then: $0) })
  }

  func summary(of tenant: Tenant, then answer: @escaping StoreAnswer<StoredTenantSummary?>) {
    answer(wait { store.summary(of: tenant, then: $0) })
  }

  func contents(of tenant: Tenant, then answer: @escaping StoreAnswer<TenantContents>) {
    answer(wait { store.contents(of: tenant, then: $0) })
  }

  func rename(_ tenant: Tenant, to name: Tenant, then answer: @escaping StoreAnswer<Bool>) {
    answer(wait { store.rename(tenant, to: name, then: $0) })
  }

  func dueTenants(at time: Int64, then answer: @escaping StoreAnswer<DueTenants>) {
    answer(wait { store.dueTenants(at: time, then: $0) })
  }

  func waitingPosts(then answer: @escaping StoreAnswer<[Tenant: PostCount]>) {
    answer(wait { store.waitingPosts(then: $0) })
  }

  func publications(then answer: @escaping StoreAnswer<[StoredPublication]>) {
    answer(wait { store.publications(then: $0) })
  }

  func trigger(_ id: String, then answer: @escaping StoreAnswer<StoredTrigger?>) {
    answer(wait { store.trigger(id, then: $0) })
  }

  func access(then answer: @escaping StoreAnswer<[UserAccess]>) { answer(wait { store.access(then: $0) }) }

  func audit(_ query: AuditQuery, then answer: @escaping StoreAnswer<[AuditRecord]>) {
    answer(wait { store.audit(query, then: $0) })
  }

  func closedWindow(_ id: WindowID, then answer: @escaping StoreAnswer<SalvagedRecord?>) {
    answer(wait { store.closedWindow(id, then: $0) })
  }

  func keptAside(of user: String?, then answer: @escaping StoreAnswer<[SalvagedRecord]>) {
    answer(wait { store.keptAside(of: user, then: $0) })
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
