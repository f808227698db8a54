/// A message from a model to its listeners and its parent. Receivers switch on the type.
public protocol NavigationMessage {}

/// A message that a model sends once to its own listeners when it has left its window.
public struct FinishedNavigationMessage: NavigationMessage, Equatable {
  /// Creates a message to compare with; the library sends its own.
  public init() {}
}

extension NavigationModel {
  /// Calls `listener` with every message that this model sends, in the order in which listeners were added. A listener
  /// is a closure and does not survive a restart; `receive(_:from:)` on the parent does.
  @discardableResult
  public func onMessageReceived(_ listener: @escaping (any NavigationMessage) -> Void) -> Self {
    _node.listeners.append(listener)
    return self
  }

  /// Sends a message to this model's listeners and then to its parent's `receive(_:from:)`. It goes no further.
  public func sendMessage(_ message: some NavigationMessage) {
    if let graph = _node.graph {
      let type = String(describing: type(of: message))
      graph.note(.message, of: self, "says \(type)", ["message": type])
    }
    for listener in _node.listeners { listener(message) }
    _node.parent?.receive(message, from: self)
  }
}
