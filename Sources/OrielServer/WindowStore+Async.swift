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

  func window(_ id: WindowID) async throws -> StoredWindow? {
    try await withCheckedThrowingContinuation { done in window(id) { done.resume(with: $0) } }
  }

  func windows(of user: String) async throws -> [WindowID] {
    var all: [WindowID] = []
    while true {
      let query = StoredWindowQuery(user: user, after: all.last)
      let page = try await withCheckedThrowingContinuation { done in windows(query) { done.resume(with: $0) } }
      all += page.map(\.id)
      guard page.count == query.limit else { return all }
    }
  }

  func saved(_ user: String, of tenant: Tenant) async throws -> StoredObjects {
    try await withCheckedThrowingContinuation { done in member(user, of: tenant) { done.resume(with: $0) } }.saved
  }

  func stored(_ tenant: Tenant) async throws -> StoredTenant {
    try await withCheckedThrowingContinuation { done in self.tenant(tenant) { done.resume(with: $0) } }
  }

  func posts(to tenant: Tenant) async throws -> [StoredPost] {
    try await withCheckedThrowingContinuation { done in
      posts(to: tenant, after: 0, limit: .max) { done.resume(with: $0) }
    }
  }

  func purge(_ user: String) async throws -> PurgedCounts {
    try await withCheckedThrowingContinuation { done in purge(user) { done.resume(with: $0) } }
  }
}
