import Oriel
import OrielTesting
import Testing

@testable import OrielHub

extension TestServer {
  /// Does what an operator does to a tenant.
  @discardableResult
  func act(_ act: TenantAct, on tenant: Tenant) async throws -> Result<Int, TenantRefusal> {
    var result: Result<Int, TenantRefusal>?
    try begin(act, on: tenant) { result = $0 }
    try await settled { result != nil }
    return try #require(result)
  }

  /// - Parameter then: Called when it is done.
  func begin(
    _ act: TenantAct, on tenant: Tenant, then: @escaping (Result<Int, TenantRefusal>) -> Void
  ) throws {
    try step((tenant, act, then), on: hub(of: tenant)) { hub, asked in
      let (tenant, act, then) = asked
      hub.performNow {
        then(await Result { () async throws(TenantRefusal) in try await hub.act(act, on: tenant) })
      }
    }
  }
}

extension TestServer {
  /// The places of the hubs that have a tenant in memory.
  func hubs(with tenant: Tenant) -> [Int] {
    hubIndices.filter { look(tenant, on: $0) { hub, tenant in hub.homes[tenant] != nil } }
  }

  /// The tenants in memory, by their names.
  var tenants: [Tenant] { lookAtAll { $0.homes.all.map(\.tenant) }.joined().sorted { $0.id < $1.id } }

  /// The tenants in which a user is in memory, by their names.
  func tenants(of user: String) -> [Tenant] {
    lookAtAll { $0.users.members(user).map(\.account.tenant) }.joined().sorted { $0.id < $1.id }
  }

  /// The numbers of tenants, windows and members in memory.
  var inMemory: [Int] { [sum { $0.homes.all.count }, sum { $0.windows.count }, sum { $0.users.count }] }

  /// The messages that wait for a tenant, as each hub counts them.
  func waitingPosts(to tenant: Tenant) -> [Int] {
    hubIndices.map { look(tenant, on: $0) { hub, tenant in hub.posts[tenant].count } }
  }
}
