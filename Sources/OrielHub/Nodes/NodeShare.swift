import Oriel

/// Which windows a node answers for when all nodes are asked about many: those of the tenants that it has and, on one of the
/// nodes, those of the tenants that none has.
package struct NodeShare: Sendable {
  let claims: [Tenant: Life]
  let own: Life?
  let hasFree: Bool

  func contains(_ tenant: Tenant) -> Bool { claims[tenant].map { $0 == own } ?? hasFree }
}
