import Oriel
import OrielHub

extension WindowStore {
  func commit(_ turns: StoredTurn...) async throws {
    try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
      commit(turns) { error in
        if let error { done.resume(throwing: error) } else { done.resume() }
      }
    }
  }

  /// Keeps one window as a turn of its own would.
  func commit(_ id: WindowID, _ fill: (inout StoredRow) -> Void) async throws {
    var row = Records.row()
    fill(&row)
    var turn = StoredTurn()
    turn.windows = [(id, row)]
    try await commit(turn)
  }

  func deleteOld(_ old: StoreRetention) async throws {
    try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
      deleteOld(old) { error in
        if let error { done.resume(throwing: error) } else { done.resume() }
      }
    }
  }

  func window(_ id: WindowID) async throws -> StoredWindow? {
    try await answer { window(id, then: $0) }
  }

  func windows(_ query: StoredWindowQuery) async throws -> [StoredSummary] {
    try await answer { windows(query, then: $0) }
  }

  func count(_ query: StoredWindowQuery) async throws -> Int {
    try await answer { count(query, then: $0) }
  }

  func access() async throws -> [UserAccess] {
    try await answer { access(then: $0) }
  }

  func audit(_ query: AuditQuery = AuditQuery()) async throws -> [AuditRecord] {
    try await answer { audit(query, then: $0) }
  }

  func objects(of user: String) async throws -> [String: [UInt8]] {
    try await member(user).saved.objects
  }

  func member(_ user: String, of tenant: Tenant = .app) async throws -> StoredUser {
    var member = try await answer { self.member(user, of: tenant, then: $0) }
    member.saved.rows.sort { ($0.key.name, $0.position) < ($1.key.name, $1.position) }
    return member
  }

  func tenant(_ tenant: Tenant) async throws -> StoredTenant {
    var stored = try await answer { self.tenant(tenant, then: $0) }
    stored.saved.rows.sort { ($0.key.name, $0.position) < ($1.key.name, $1.position) }
    return stored
  }

  func tenants(after tenant: Tenant? = nil, limit: Int = 100) async throws -> [StoredTenantSummary] {
    try await answer { tenants(after: tenant, limit: limit, then: $0) }
  }

  func waitingPosts() async throws -> [Tenant: PostCount] {
    try await answer { waitingPosts(then: $0) }
  }

  func posts(to tenant: Tenant, after number: Int64 = 0, limit: Int = 100) async throws -> [StoredPost] {
    try await answer { posts(to: tenant, after: number, limit: limit, then: $0) }
  }

  func publications() async throws -> [StoredPublication] {
    try await answer { publications(then: $0) }.sorted { $0.key.tenant.id < $1.key.tenant.id }
  }

  func dueTenants(at time: Int64) async throws -> DueTenants {
    try await answer { dueTenants(at: time, then: $0) }
  }

  func summary(of tenant: Tenant) async throws -> StoredTenantSummary? {
    try await answer { summary(of: tenant, then: $0) }
  }

  func contents(of tenant: Tenant) async throws -> TenantContents {
    try await answer { contents(of: tenant, then: $0) }
  }

  func rename(_ tenant: Tenant, to name: Tenant) async throws -> Bool {
    try await answer { rename(tenant, to: name, then: $0) }
  }

  func delete(_ tenant: Tenant) async throws -> PurgedCounts {
    try await answer { delete(tenant, then: $0) }
  }

  func trigger(_ id: String) async throws -> StoredTrigger? {
    try await answer { trigger(id, then: $0) }
  }

  func closedWindow(_ id: WindowID) async throws -> SalvagedRecord? {
    try await answer { closedWindow(id, then: $0) }
  }

  func keptAside(of user: String? = nil) async throws -> [SalvagedRecord] {
    try await answer { keptAside(of: user, then: $0) }
  }

  func purge(_ user: String) async throws -> PurgedCounts {
    try await answer { purge(user, then: $0) }
  }

  private func answer<Value: Sendable>(_ ask: (@escaping StoreAnswer<Value>) -> Void) async throws -> Value {
    try await withCheckedThrowingContinuation { answered in ask { answered.resume(with: $0) } }
  }
}
