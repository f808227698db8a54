/// Something one model says to whoever listens. Receivers switch on the type.
public protocol NavigationMessage {}

/// Sent once by a model that has left its window, to its own listeners.
public struct FinishedNavigationMessage: NavigationMessage, Equatable {
  /// The library sends it; make one to compare with.
  public init() {}
}

extension NavigationModel {
  /// Calls `listener` with every message this model sends, in the order in which listeners were added. A listener is a
  /// closure and does not survive a restart; `receive(_:from:)` on the parent does.
  @discardableResult
  public func onMessageReceived(_ listener: @escaping (any NavigationMessage) -> Void) -> Self {
    _node.listeners.append(listener)
    return self
  }

  /// Says something to this model's listeners and then to its parent's `receive(_:from:)`. It goes no further.
  public func sendMessage(_ message: some NavigationMessage) {
    if let graph = _node.graph {
      let type = String(describing: type(of: message))
      graph.note(.message, self, "says \(type)", ["message": type])
    }
    for listener in _node.listeners { listener(message) }
    _node.parent?.receive(message, from: self)
  }
}
