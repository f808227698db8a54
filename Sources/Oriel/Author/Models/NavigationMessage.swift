/// A message from a model to its listeners and its parent. Receivers switch on the type.
public protocol NavigationMessage {
  /// The messages to an object of a tenant that wait for one another: those with the same key are handled in their order,
  /// each after the one before it has been handled; those with different keys may be in ``HubObject/once(_:)`` at the same
  /// time, at most 16 of them. The default is `""`, so that all are in order. Ignored for messages between models.
  var orderingKey: String { get }
}

extension NavigationMessage {
  public var orderingKey: String { "" }
}

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
      graph.report(.message, of: self, "says \(type)", ["message": type])
    }
    for listener in _node.listeners { listener(message) }
    _node.parent?.receive(message, from: self)
  }
}
