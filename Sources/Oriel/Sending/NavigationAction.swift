/// Something to do among sent values: it is executed on the window's root, or on the model that `send(_:on:)` names.
///
/// All but those made of a closure are codable, so that an operator may send them and a queue of them survives a restart.
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
  /// What the log calls it. Two actions of the same name are not the same.
  public let description: String

  init(_ kind: Kind, _ description: String) {
    self.kind = kind
    self.description = description
  }
}

extension NavigationAction {
  /// Dismisses every layer; drops the rest if the window is locked.
  public static var dismissAll: NavigationAction { NavigationAction(.dismissAll, "dismissAll") }
  /// The same as `dismissAll`.
  public static var dismissAny: NavigationAction { NavigationAction(.dismissAll, "dismissAny") }
  /// Pops every stack to its root; drops the rest if the window is locked.
  public static var popAll: NavigationAction { NavigationAction(.popAll, "popAll") }
  /// `dismissAll`, then `popAll`.
  public static var reset: NavigationAction { NavigationAction(.reset, "reset") }
  /// Nothing; the queue goes on.
  public static var empty: NavigationAction { NavigationAction(.empty, "empty") }
  /// Drops the rest if the window is locked.
  public static var locked: NavigationAction { NavigationAction(.locked, "locked") }
  /// The rest waits for `resume()`.
  public static var pause: NavigationAction { NavigationAction(.pause, "pause") }

  /// Pops the stack of this name to its root; drops the rest if there is none.
  public static func popAll(in name: String) -> NavigationAction {
    NavigationAction(.popAllIn(name), "popAll(in: \(name))")
  }

  /// Sends these values before the rest.
  public static func send(_ values: any Codable...) -> NavigationAction { send(values) }

  package static func send(_ values: [any Codable]) -> NavigationAction { NavigationAction(.send(values), "send") }

  /// Calls `body` with the stack or layer of this name, then goes on as with `.auto`; drops the rest if there is none.
  public static func with(_ name: String, perform body: @escaping (any NavigationModel) throws -> Void)
    -> NavigationAction
  {
    NavigationAction(
      .closure(named: name) {
        try body($0)
        return .auto
      }, "with(\(name))")
  }

  /// Calls `body` with the model the action is executed on.
  public static func perform(
    _ name: String = "perform", _ body: @escaping (any NavigationModel) throws -> ReceiveResume
  ) -> NavigationAction {
    NavigationAction(.closure(named: nil, body), name)
  }

  func perform(_ model: any NavigationModel) throws -> ReceiveResume {
    switch kind {
    case .dismissAll: Self.resume(after: model.execute(.dismissAll))
    case .popAll: Self.resume(after: model.execute(.popAll))
    case .popAllIn(let name): Self.resume(after: model.execute(.popAll(in: name)))
    case .reset: .inserting([NavigationAction.dismissAll, NavigationAction.popAll])
    case .empty: .immediately
    case .locked: model.isNavigationLocked ? .cancel : .immediately
    case .pause: .pause
    case .send(let values): .inserting(values)
    case .closure(nil, let body): try body(model)
    case .closure(let name?, let body): try model.find(named: name).map(body) ?? .cancel
    }
  }

  /// What did something is given time to be seen; what had nothing to do is not waited for.
  private static func resume(after result: CommandResult) -> ReceiveResume {
    switch result {
    case .executed: .auto
    case .notExecutable(.locked), .notExecutable(.unknownName), .rejected: .cancel
    case .notExecutable: .immediately
    }
  }
}
