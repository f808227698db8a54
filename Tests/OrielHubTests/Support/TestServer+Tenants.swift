import Oriel
import OrielTesting
import Testing

@testable import OrielHub

extension TestServer {
  /// Does what an operator does to a tenant.
  @discardableResult
  func act(_ act: TenantAct, on tenant: Tenant) async throws -> Result<Int, TenantRefusal> {
    var result: Result<Int, TenantRefusal>?
    try step(tenant, on: hub(of: tenant)) { hub, tenant in hub.act(act, on: tenant) { result = $0 } }
    try await settled { result != nil }
    return try #require(result)
  }
}

extension TestServer {
  /// The places of the hubs that have a tenant in memory.
  func hubs(with tenant: Tenant) -> [Int] {
    hubIndices.filter { look(tenant, on: $0) { hub, tenant in hub.homes[tenant] != nil } }
  }

  /// The messages that wait for a tenant, as each hub counts them.
  func waitingPosts(to tenant: Tenant) -> [Int] {
    hubIndices.map { look(tenant, on: $0) { hub, tenant in hub.posts[tenant].count } }
  }
}
