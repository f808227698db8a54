import Oriel

/// Which windows an operator means.
package enum WindowTarget: Equatable, Sendable {
  case window(WindowID)
  case user(String)
  case scene(String)
  /// Windows with a screen that says so; those that sleep have no tags.
  case tag(String)
  case everyone
}

extension WindowTarget: CustomStringConvertible {
  /// As the audit has it.
  package var description: String {
    switch self {
    case .window(let id): "window:\(id)"
    case .user(let user): "user:\(user)"
    case .scene(let scene): "scene:\(scene)"
    case .tag(let tag): "tag:\(tag)"
    case .everyone: "all"
    }
  }
}

extension StoredWindowQuery {
  /// Those that only the store has; `nil` where it can't have any.
  init?(_ target: WindowTarget, limit: Int = 1000) {
    switch target {
    case .everyone: self.init(limit: limit)
    case .user(let user): self.init(user: user, limit: limit)
    case .scene(let scene): self.init(scene: scene, limit: limit)
    case .window, .tag: return nil
    }
  }
}
