import Oriel

/// The target of an operator's act.
package indirect enum WindowTarget: Equatable, Sendable {
  case window(WindowID)
  case user(String)
  case tenant(Tenant)
  case scene(String)
  /// Windows with a screen that has this tag; sleeping windows have none.
  case tag(String)
  case everyone
  /// Those of the target that a page shows.
  case attached(WindowTarget)
}

extension WindowTarget {
  /// The target without the condition that a page shows it.
  package var whole: WindowTarget { if case .attached(let target) = self { target.whole } else { self } }
}

extension WindowTarget: CustomStringConvertible {
  /// As the audit has it.
  package var description: String {
    switch self {
    case .window(let id): "window:\(id)"
    case .user(let user): "user:\(user)"
    case .tenant(let tenant): "tenant:\(tenant.name)"
    case .scene(let scene): "scene:\(scene)"
    case .tag(let tag): "tag:\(tag)"
    case .everyone: "all"
    case .attached(let target): "\(target) attached"
    }
  }
}

extension StoredWindowQuery {
  /// The query for targeted windows that are only in the store; `nil` if there can't be any.
  init?(_ target: WindowTarget, limit: Int = 1000) {
    switch target {
    case .everyone: self.init(limit: limit)
    case .user(let user): self.init(user: user, limit: limit)
    case .tenant(let tenant): self.init(tenant: tenant, limit: limit)
    case .scene(let scene): self.init(scene: scene, limit: limit)
    case .window, .tag, .attached: return nil
    }
  }
}
