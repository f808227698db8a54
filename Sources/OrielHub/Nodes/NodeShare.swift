import Oriel

/// Which windows a node answers for when all nodes are asked about many: those of the tenants that it has and, on one of the
/// nodes, those of the tenants that none has.
package struct NodeShare: Sendable {
  /// The tenants that other nodes have, if this node answers for those that none has.
  fileprivate var elsewhere: Set<Tenant>?
}

extension WindowHub {
  /// The share of this node, of all that live.
  package func share() async -> NodeShare {
    guard let nodes = store.nodes, nodes.others.contains(where: { $0.life.number < nodes.own.number }) else {
      return await wholeShare()
    }
    return NodeShare(elsewhere: nil)
  }

  /// All that no other node has.
  package func wholeShare() async -> NodeShare { NodeShare(elsewhere: await tenantsElsewhere()) }

  /// Whether a sleeping window of a tenant is in a share.
  func isIn(_ share: NodeShare, _ tenant: Tenant) -> Bool {
    share.elsewhere.map { !$0.contains(tenant) } ?? (homes[tenant] != nil)
  }
}
