/// Sends a trigger to the page of the caller's window.
struct SendTriggerCommand: NavigationCommand {
  let trigger: EnvironmentTrigger

  func plan(for caller: any NavigationModel) -> CommandPlan {
    guard let graph = caller._node.graph?.acting else { return .notExecutable(.notAttached) }
    if let url = trigger.forbiddenURL { return .notExecutable(.forbiddenURL(url)) }
    return .change { graph.perform(.sendTrigger(trigger)) }
  }
}

extension NavigationCommand where Self == AnyNavigationCommand {
  /// Sends a trigger to the page of the caller's window, as soon as it has one.
  public static func environmentTrigger(_ trigger: EnvironmentTrigger) -> Self {
    Self(SendTriggerCommand(trigger: trigger))
  }
}

extension NavigationModel {
  /// Sends a trigger to the page of this window: now or, if it has no page, when one attaches before the trigger
  /// expires.
  @discardableResult
  public func sendEnvironmentTrigger(_ trigger: EnvironmentTrigger) -> CommandResult {
    execute(.environmentTrigger(trigger))
  }
}
