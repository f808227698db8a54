import Oriel
import OrielHub

/// Asynchronous access for commands, which have nothing else to do.
extension WindowStore {
  func commit(_ turns: [StoredTurn]) async throws {
    try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
      commit(turns) { error in
        if let error { done.resume(throwing: error) } else { done.resume() }
      }
    }
  }

  func answer<Value: Sendable>(_ question: @escaping StoreQuestion<Value>) async throws -> Value {
    try await withCheckedThrowingContinuation { done in read(question) { done.resume(with: $0) } }
  }

  func windows(of user: String) async throws -> [WindowID] {
    try await answer { try $0.windows(StoredWindowQuery(user: user, limit: .max)) }.map(\.id)
  }

  func purge(_ user: String) async throws -> PurgedCounts {
    try await withCheckedThrowingContinuation { done in purge(user) { done.resume(with: $0) } }
  }
}
