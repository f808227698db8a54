/// Puts values into the window's queue: each is handed to the first model that receives its type.
public struct SendCommand: NavigationCommand {
  let values: [any Codable]
  let target: (any NavigationModel)?
  var isForced = false

  public func plan(for caller: any NavigationModel) -> CommandPlan {
    guard let graph = caller._node.graph else { return .notExecutable(.notAttached) }
    guard let first = values.first else { return .notExecutable(.nothingToSend) }
    if let target, target._node.graph !== graph || !graph.isAttached(target) { return .notExecutable(.notAttached) }
    guard graph.mayReceive(first) else { return .notExecutable(.noReceiver(NavigationGraph.typeName(of: first))) }
    return .change {
      let names = NavigationGraph.names(of: values)
      graph.note(.sent, caller, "sends \(names)", ["values": names])
      graph.send(SendRun(values: values, target: target?._node.id, isForced: isForced))
    }
  }
}

extension NavigationGraph {
  /// Whether it is known already that nobody will receive the value: others that wait before it may bring somebody.
  fileprivate func mayReceive(_ value: any Codable) -> Bool {
    value is NavigationAction || !sending.isIdle || isArriving || !receivers(of: value).isEmpty
  }
}

/// Goes on with the values that a pause has kept, or drops them.
public struct ResumeCommand: NavigationCommand {
  let isCancelled: Bool

  public func plan(for caller: any NavigationModel) -> CommandPlan {
    guard let graph = caller._node.graph else { return .notExecutable(.notAttached) }
    guard graph.sending.paused != nil else { return .notExecutable(.nothingPaused) }
    return .change { if isCancelled { graph.cancelPaused() } else { graph.resumeSending() } }
  }
}

extension NavigationCommand where Self == SendCommand {
  /// - Parameters:
  ///   - values: In the order in which they are handed out.
  ///   - target: Whom actions among the values are executed on; the window's root without one.
  public static func send(_ values: [any Codable], on target: (any NavigationModel)? = nil) -> Self {
    Self(values: values, target: target)
  }
}

extension NavigationCommand where Self == ResumeCommand {
  /// Goes on with the values that a pause has kept.
  public static var resume: Self { Self(isCancelled: false) }
  /// Drops the values that a pause has kept.
  public static var cancelResume: Self { Self(isCancelled: true) }
}

extension NavigationModel {
  /// Sends values and actions through the window, one after the other.
  ///
  /// The first is received at once if nothing else is underway; how the queue goes on is what its receiver answers. Where
  /// nobody receives a value, the rest is dropped and the log says so; if that is so of the first, nothing is sent.
  @discardableResult
  public func send(_ values: any Codable...) -> CommandResult { send(values: values) }

  /// Sends values and actions through the window, one after the other.
  ///
  /// - Parameters:
  ///   - values: In the order in which they are handed out.
  ///   - target: Whom actions among the values are executed on; the window's root without one.
  @discardableResult
  public func send(values: [any Codable], on target: (any NavigationModel)? = nil) -> CommandResult {
    let result = execute(.send(values, on: target))
    if case .notExecutable(.noReceiver) = result, let first = values.first {
      _node.graph?.noteUnreceived(first, dropped: values.count - 1)
    }
    return result
  }

  /// Goes on with the values that a pause has kept for this window, if the condition holds.
  @discardableResult
  public func resume(condition: Bool = true) -> CommandResult {
    condition ? execute(.resume) : .notExecutable(.nothingPaused)
  }

  /// Drops the values that a pause has kept for this window.
  @discardableResult
  public func cancelResume() -> CommandResult { execute(.cancelResume) }

  /// Whether a pause has kept values in this window.
  public var canResume: Bool {
    _node.graph?.ask()
    return canExecute(.resume)
  }
}
