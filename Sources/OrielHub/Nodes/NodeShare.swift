import Oriel

/// Which windows a node answers for when all nodes are asked about many: those of the tenants that it has and, on one of the
/// nodes, those of the tenants that none has.
package struct NodeShare: Sendable {
  fileprivate var claims: [Tenant: Life]
  fileprivate var own: Life?
  fileprivate var hasFree: Bool

  func contains(_ tenant: Tenant) -> Bool { claims[tenant].map { $0 == own } ?? hasFree }
}

extension WindowHub {
  /// The share of this node, of all that live.
  package func share() async -> NodeShare {
    let own = store.nodes?.own
    let isFirst = nodes.allSatisfy { $0.life.number >= own?.number ?? 0 }
    return NodeShare(claims: await claims(), own: own, hasFree: isFirst)
  }

  /// All that no other node has.
  package func wholeShare() async -> NodeShare {
    NodeShare(claims: await claims(), own: store.nodes?.own, hasFree: true)
  }
}
