/// A change of a window's navigation, as a value.
///
/// `plan(for:)` alone decides: `canExecute` calls it, and `execute` applies its answer, so the two can't disagree. To
/// write a command of your own, return a plan, or combine the plans of other commands.
public protocol NavigationCommand {
  /// Returns the change, or the reason why there is none, without changing anything.
  func plan(for caller: any NavigationModel) -> CommandPlan
}

/// A command of this library, made by one of the factories: `.push(model)`, `.dismissSelf`, …
///
/// A command of your own can be made of them:
/// ```swift
/// struct ShowBriefly: NavigationCommand {
///   let model: any NavigationModel
///
///   func plan(for caller: any NavigationModel) -> CommandPlan {
///     AnyNavigationCommand.present(.managedSheet(model), hidingAfter: .seconds(2)).plan(for: caller)
///   }
/// }
/// ```
public struct AnyNavigationCommand: NavigationCommand {
  let base: any NavigationCommand

  init(_ base: some NavigationCommand) {
    self.base = base
  }

  public func plan(for caller: any NavigationModel) -> CommandPlan { base.plan(for: caller) }
}

extension NavigationCommand {
  /// The command inside all wrappers.
  private var innermost: any NavigationCommand {
    if let any = self as? AnyNavigationCommand { return any.base.innermost }
    return (self as? MovingCommand)?.base.innermost ?? self
  }

  /// The name in the log.
  var typeName: String { "\(type(of: innermost))" }
}

/// The effect that a command would have.
public enum CommandPlan {
  /// The change to make. If it throws, it must do so before it changes anything.
  case change(() throws -> Void)
  /// The reason why the command can't be executed now.
  case notExecutable(NotExecutableReason)

  /// Combines two plans; the result is refused if either of them is. The second plan doesn't see the changes of the
  /// first, so combine only independent plans.
  public func and(_ next: CommandPlan) -> CommandPlan {
    switch (self, next) {
    case (.change(let first), .change(let second)):
      .change {
        try first()
        try second()
      }
    case (.notExecutable(let reason), _), (_, .notExecutable(let reason)): .notExecutable(reason)
    }
  }
}

/// The result of a command.
public enum CommandResult: Equatable, Sendable {
  /// The whole command was executed. The page is updated at the end of the turn.
  case executed
  /// The command was refused, and nothing was changed.
  case notExecutable(NotExecutableReason)
  /// The change of a custom command threw this error.
  case rejected(CommandError)
}

/// An error thrown by a command's change, as text that can be compared and logged.
public struct CommandError: Error, Equatable, Sendable, CustomStringConvertible {
  public let description: String

  /// Stores the error's description.
  public init(_ error: any Error) {
    description = String(describing: error)
  }
}

/// Why a command could not be executed. Nothing was changed.
public enum NotExecutableReason: Equatable, Sendable {
  /// The calling model is not, or no longer, part of a window.
  case notAttached
  /// No stack contains the caller within its layer.
  case noStack
  /// There is nothing to go back to: the stack is at its root, and there is no layer to dismiss.
  case atRoot
  /// The model that the command looks at presents nothing.
  case nothingPresented
  /// There are no tabs around the caller.
  case noTabs
  /// The nearest tabs have no tab with this id.
  case unknownTab(String)
  /// The caller is not a switched container.
  case notSwitched
  /// The caller is not in a split view.
  case noSplit
  /// There is no entry at this depth; `depth` is the stack's own.
  case noSuchDepth(Int, depth: Int)
  /// No stack and no layer of the window has this name.
  case unknownName(String)
  /// The window already has a stack or layer with this name, and names are unique.
  case alreadyShowing(String)
  /// The model is not an entry of a stack in this window.
  case notInStack
  /// The caller's layer presents nothing, or the caller is in no presented layer.
  case notPresented
  /// The window is locked.
  case locked
  /// The page has not declared that it supports this kind of presentation.
  case unsupportedPresentation(String)
  /// The model is already part of a graph; an instance can be in only one place.
  case alreadyAttached
  /// Another layer is presented above the caller.
  case covered
  /// The app has no window scene of this name.
  case unknownScene(String)
  /// The scene's value is missing or has the wrong type.
  case wrongSceneValue(String)
  /// The item to share has neither a text nor a URL.
  case nothingToShare
  /// The URL is not relative, and its scheme is not http, https, mailto or tel.
  case forbiddenURL(String)
  /// No checkpoint with this name within reach of the caller has anything above it.
  case noCheckpoint(String)
  /// No model receives values of this type.
  case noReceiver(String)
  /// The list of values was empty.
  case nothingToSend
  /// With these, more values would wait in the window's queue than may.
  case tooManyValues(limit: Int)
  /// The model that the flow would return to is gone.
  case noAnchor
  /// The flow is already computing its next step.
  case flowUnderway
  /// No paused values are waiting.
  case nothingPaused
  /// Nothing in the window handles this address.
  case unknownURL(String)
  /// Nothing handles routes of type this type.
  case unknownRoute(String)
  /// The scene declares no destination with this name, or the properties don't fit it.
  case unknownDestination(String)
  /// The window's scene can't be in this tenant.
  case noTenant
  /// The user has a window of this scene for this value, and may have only one: see ``Scene/oneWindowPerValue()``.
  case windowExists
  /// The window has as many layers as it may. Dismiss some first.
  case tooManyLayers(limit: Int)
  /// The window would have more models than it may. Dismiss or pop some first.
  case tooManyModels(limit: Int)
  /// The user has no window with this id in memory; for an act of ``Windows``, the tenant has none.
  case unknownWindow
  /// Listeners kept changing the window, so further commands of this turn are refused.
  case unsettled
  /// A custom command's own reason.
  case custom(String)
}

extension NavigationModel {
  /// Executes a command from this model. Either the whole command is executed, or nothing changes.
  @discardableResult
  public func execute(_ command: some NavigationCommand) -> CommandResult {
    switch plan(command) {
    case .notExecutable(let reason):
      reportRefusal(of: command, reason)
      return .notExecutable(reason)
    case .change(let change):
      reportInBody(command)
      do {
        try change()
      } catch let refused as RefusedPlan {
        reportRefusal(of: command, refused.reason)
        return .notExecutable(refused.reason)
      } catch {
        reportRefusal(of: command, "\(error)")
        return .rejected(CommandError(error))
      }
      _node.graph?.updateStructure()
      _node.graph?.host.graphNeedsCommit()
      return .executed
    }
  }

  /// Whether `execute` would succeed now. The answer is exact, and asking has no side effects.
  public func canExecute(_ command: some NavigationCommand) -> Bool {
    if case .change = plan(command) { true } else { false }
  }

  private func plan(_ command: some NavigationCommand) -> CommandPlan {
    guard let graph = _node.graph else { return .notExecutable(.notAttached) }
    graph.updateStructure()
    guard graph.isAttached(self) else { return .notExecutable(.notAttached) }
    if graph.isRefusing { return .notExecutable(.unsettled) }
    return command.plan(for: self)
  }
}
