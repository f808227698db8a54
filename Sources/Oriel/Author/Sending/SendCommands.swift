struct SendCommand: NavigationCommand {
  let values: [any Codable]
  let target: (any NavigationModel)?
  var isForced = false

  func plan(for caller: any NavigationModel) -> CommandPlan {
    guard let graph = caller._node.graph else { return .notExecutable(.notAttached) }
    guard let first = values.first else { return .notExecutable(.nothingToSend) }
    if let target, target._node.graph !== graph || !graph.isAttached(target) { return .notExecutable(.notAttached) }
    guard graph.sending.hasRoom(for: values.count) else {
      return .notExecutable(.tooManyValues(limit: SendQueue.capacity))
    }
    guard graph.mayReceive(first) else { return .notExecutable(.noReceiver(NavigationGraph.typeName(of: first))) }
    return .change {
      let names = NavigationGraph.names(of: values)
      graph.report(.sent, of: caller, "sends \(names)", ["values": names])
      graph.send(SendRun(values: values, target: target?._node.id, isForced: isForced))
    }
  }
}

extension NavigationGraph {
  /// Whether a receiver may exist when the value's turn comes: earlier values in the queue may bring one.
  fileprivate func mayReceive(_ value: any Codable) -> Bool {
    value is NavigationAction || !sending.isIdle || isArriving || !receivers(of: value).isEmpty
  }
}

/// Continues with the paused values, or drops them.
struct ResumeCommand: NavigationCommand {
  let isCancelled: Bool

  func plan(for caller: any NavigationModel) -> CommandPlan {
    guard let graph = caller._node.graph else { return .notExecutable(.notAttached) }
    guard graph.sending.paused != nil else { return .notExecutable(.nothingPaused) }
    return .change { if isCancelled { graph.cancelPaused() } else { graph.resumeSending() } }
  }
}

extension NavigationCommand where Self == AnyNavigationCommand {
  /// See ``NavigationModel-protocol/send(values:on:)``.
  public static func send(_ values: [any Codable], on target: (any NavigationModel)? = nil) -> Self {
    Self(SendCommand(values: values, target: target))
  }

  /// Continues with the paused values.
  public static var resume: Self { Self(ResumeCommand(isCancelled: false)) }
  /// Drops the paused values.
  public static var cancelResume: Self { Self(ResumeCommand(isCancelled: true)) }
}

extension NavigationModel {
  /// Sends values and actions through the window, one after another.
  ///
  /// The first is received at once if the queue is empty. Its receiver decides how the queue continues. If a value has
  /// no receiver, the rest is dropped and a warning is logged; if the first value has none, nothing is sent. At most 256
  /// values wait in a window's queue, the paused ones included; what would be more is refused. See
  /// <doc:Rules#One-queue-for-each-window>.
  @discardableResult
  public func send(_ values: any Codable...) -> CommandResult { send(values: values) }

  /// Sends values and actions through the window, one after another.
  ///
  /// - Parameters:
  ///   - values: The values and actions, in order.
  ///   - target: The model that actions are executed on; by default the window's root.
  @discardableResult
  public func send(values: [any Codable], on target: (any NavigationModel)? = nil) -> CommandResult {
    let result = execute(.send(values, on: target))
    if case .notExecutable(.noReceiver) = result, let first = values.first {
      _node.graph?.reportUnreceived(first, dropped: values.count - 1)
    }
    return result
  }

  /// Continues with the paused values of this window, if the condition holds.
  @discardableResult
  public func resume(condition: Bool = true) -> CommandResult {
    condition ? execute(.resume) : .notExecutable(.nothingPaused)
  }

  /// Drops the paused values of this window.
  @discardableResult
  public func cancelResume() -> CommandResult { execute(.cancelResume) }

  /// Whether this window has paused values.
  public var canResume: Bool {
    _node.graph?.ask()
    return canExecute(.resume)
  }
}
