import Oriel
import OrielHub

/// A store that says that it saves, and doesn't, for what is about the hub alone.
package struct UnwrittenStore: WindowStore {
  private static let empty = TestStore()

  package init() {}

  package var outlivesProcess: Bool { false }
  package var gatherTime: Int64 { 0 }

  package func commit(_ turns: [StoredTurn], then completion: @escaping @Sendable ((any Error)?) -> Void) {
    completion(nil)
  }

  package func read<Value: Sendable>(
    _ question: @escaping StoreQuestion<Value>, then answer: @escaping StoreAnswer<Value>
  ) {
    Self.empty.read(question, then: answer)
  }

  package func purge(_ user: String, then answer: @escaping StoreAnswer<PurgedCounts>) {
    Self.empty.purge(user, then: answer)
  }

  package func delete(_ tenant: Tenant, then answer: @escaping StoreAnswer<PurgedCounts>) {
    Self.empty.delete(tenant, then: answer)
  }

  package func rename(_ tenant: Tenant, to name: Tenant, then answer: @escaping StoreAnswer<Bool>) {
    Self.empty.rename(tenant, to: name, then: answer)
  }

  package func deleteOld(_ old: StoreRetention, then completion: @escaping @Sendable ((any Error)?) -> Void) {
    completion(nil)
  }
}
