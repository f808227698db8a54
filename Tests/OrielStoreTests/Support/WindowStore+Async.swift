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
  func commit(_ id: WindowID, _ fill: (inout StoredWindowChanges) -> Void) async throws {
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
    try await answer { try $0.window(id) }
  }

  func windows(_ query: StoredWindowQuery) async throws -> [StoredSummary] {
    try await answer { try $0.windows(query) }
  }

  func count(_ query: StoredWindowQuery) async throws -> Int {
    try await answer { try $0.count(query) }
  }

  func access() async throws -> [UserAccess] {
    try await answer { try $0.access() }
  }

  func audit(_ query: AuditQuery = AuditQuery()) async throws -> [AuditRecord] {
    try await answer { try $0.audit(query) }
  }

  func objects(of user: String) async throws -> [String: [UInt8]] {
    try await member(user).saved.objects
  }

  func member(_ user: String, of tenant: Tenant = .app) async throws -> StoredUser {
    var member = try await answer { try $0.member(user, of: tenant) }
    member.saved.rows.sort { ($0.key.name, $0.position) < ($1.key.name, $1.position) }
    return member
  }

  func tenant(_ tenant: Tenant) async throws -> StoredTenant {
    var stored = try await answer { try $0.tenant(tenant) }
    stored.saved.rows.sort { ($0.key.name, $0.position) < ($1.key.name, $1.position) }
    return stored
  }

  func tenants(after tenant: Tenant? = nil, limit: Int = 100) async throws -> [StoredTenantSummary] {
    try await answer { try $0.tenants(after: tenant, limit: limit) }
  }

  func waitingPosts() async throws -> [Tenant: PostCount] {
    try await answer { try $0.waitingPosts() }
  }

  func posts(to tenant: Tenant, after number: Int64 = 0, limit: Int = 100) async throws -> [StoredPost] {
    try await answer { try $0.posts(to: tenant, after: number, limit: limit) }
  }

  func publications() async throws -> [StoredPublication] {
    try await answer { try $0.publications(of: nil) }
  }

  func dueTenants(at time: Int64) async throws -> DueTenants {
    try await answer { try $0.dueTenants(at: time) }
  }

  func summary(of tenant: Tenant) async throws -> StoredTenantSummary? {
    try await answer { try $0.summary(of: tenant) }
  }

  func contents(of tenant: Tenant) async throws -> TenantContents {
    try await answer { try $0.contents(of: tenant) }
  }

  func rename(_ tenant: Tenant, to name: Tenant) async throws -> Bool {
    try await change { rename(tenant, to: name, then: $0) }
  }

  func delete(_ tenant: Tenant) async throws -> PurgedCounts {
    try await change { delete(tenant, then: $0) }
  }

  func trigger(_ id: String) async throws -> StoredTrigger? {
    try await answer { try $0.trigger(id) }
  }

  func closedWindow(_ id: WindowID) async throws -> SalvagedRecord? {
    try await answer { try $0.closedWindow(id) }
  }

  func keptAside(of user: String? = nil) async throws -> [SalvagedRecord] {
    try await answer { try $0.keptAside(of: user) }
  }

  func purge(_ user: String) async throws -> PurgedCounts {
    try await change { purge(user, then: $0) }
  }

  func answer<Value: Sendable>(_ question: @escaping StoreQuestion<Value>) async throws -> Value {
    try await change { read(question, then: $0) }
  }

  private func change<Value: Sendable>(_ ask: (@escaping StoreAnswer<Value>) -> Void) async throws -> Value {
    try await withCheckedThrowingContinuation { answered in ask { answered.resume(with: $0) } }
  }
}
