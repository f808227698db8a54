/// An action in a queue of sent values. It is executed on the window's root, or on the model that `send(_:on:)` names.
///
/// Actions without a closure are codable, so that operators can send them and queued ones survive a restart.
public struct NavigationAction: CustomStringConvertible {
  enum Kind {
    case dismissAll
    case popAll
    case popAllIn(String)
    case reset
    case empty
    case locked
    case pause
    case send([any Codable])
    case closure(named: String?, (any NavigationModel) throws -> ReceiveResume)
  }

  let kind: Kind
  /// The name in the log. Actions with the same name can be different.
  public let description: String

  init(_ kind: Kind, _ description: String) {
    self.kind = kind
    self.description = description
  }
}

extension NavigationAction {
  /// Dismisses every layer; drops the rest if the window is locked.
  public static var dismissAll: NavigationAction { NavigationAction(.dismissAll, "dismissAll") }
  /// Pops every stack to its root; drops the rest if the window is locked.
  public static var popAll: NavigationAction { NavigationAction(.popAll, "popAll") }
  /// `dismissAll`, then `popAll`.
  public static var reset: NavigationAction { NavigationAction(.reset, "reset") }
  /// Does nothing; the queue continues.
  public static var empty: NavigationAction { NavigationAction(.empty, "empty") }
  /// Drops the rest if the window is locked.
  public static var locked: NavigationAction { NavigationAction(.locked, "locked") }
  /// Pauses the rest until `resume()`.
  public static var pause: NavigationAction { NavigationAction(.pause, "pause") }

  /// Pops the stack with this name to its root; drops the rest if there is no such stack.
  public static func popTo(named name: String) -> NavigationAction {
    NavigationAction(.popAllIn(name), "popTo(named: \(name))")
  }

  /// Sends these values before the rest.
  public static func send(_ values: any Codable...) -> NavigationAction { send(values) }

  package static func send(_ values: [any Codable]) -> NavigationAction { NavigationAction(.send(values), "send") }

  /// Calls `body` with the stack or layer with this name, then continues as with `.auto`; drops the rest if there is
  /// none.
  public static func with(_ name: String, perform body: @escaping (any NavigationModel) throws -> Void)
    -> NavigationAction
  {
    NavigationAction(
      .closure(named: name) {
        try body($0)
        return .auto
      }, "with(\(name))")
  }

  /// Calls `body` with the model that the action is executed on.
  public static func perform(
    _ name: String = "perform", _ body: @escaping (any NavigationModel) throws -> ReceiveResume
  ) -> NavigationAction {
    NavigationAction(.closure(named: nil, body), name)
  }

  func perform(_ model: any NavigationModel) throws -> ReceiveResume {
    switch kind {
    case .dismissAll: Self.resume(after: model.execute(.dismissAll))
    case .popAll: Self.resume(after: model.execute(.popAll))
    case .popAllIn(let name): Self.resume(after: model.execute(.popTo(named: name)))
    case .reset: .inserting([NavigationAction.dismissAll, NavigationAction.popAll])
    case .empty: .immediately
    case .locked: model.isNavigationLocked ? .cancel : .immediately
    case .pause: .pause
    case .send(let values): .inserting(values)
    case .closure(nil, let body): try body(model)
    case .closure(let name?, let body): try model.find(named: name).map(body) ?? .cancel
    }
  }

  /// An action that changed something gives the page time to show it; one that had nothing to do is not waited for.
  private static func resume(after result: CommandResult) -> ReceiveResume {
    switch result {
    case .executed: .auto
    case .notExecutable(.locked), .notExecutable(.unknownName), .rejected: .cancel
    case .notExecutable: .immediately
    }
  }
}
