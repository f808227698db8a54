/// Something to do to a window's navigation, as a value.
///
/// `plan` is the one place that decides: `canExecute` asks it, `execute` applies what it answers, so the two never
/// disagree (U8). Write your own by planning, or by combining others' plans.
public protocol NavigationCommand {
  /// Answers what would change, or why nothing can, without touching anything.
  func plan(for caller: any NavigationModel) -> CommandPlan
}

/// What a command would do.
public enum CommandPlan {
  /// A change that throws has thrown before it touched anything.
  case change(() throws -> Void)
  /// Why nothing can be done now.
  case notExecutable(NotExecutableReason)

  /// Both as one: refused if one of them is. The second is planned without what the first changes, so combine only
  /// what is independent.
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

/// What came of a command.
public enum CommandResult: Equatable, Sendable {
  /// All of it has happened. What its page shows follows at the end of the turn.
  case executed
  /// It could not be done, and nothing was changed.
  case notExecutable(NotExecutableReason)
  /// A custom command's change threw this.
  case rejected(CommandError)
}

/// What a command's change threw, as text that can be compared and logged.
public struct CommandError: Error, Equatable, Sendable, CustomStringConvertible {
  public let description: String

  /// Keeps what the error says of itself.
  public init(_ error: any Error) {
    description = String(describing: error)
  }
}

/// Why a command could not be executed. Nothing was changed.
public enum NotExecutableReason: Equatable, Sendable {
  /// The calling model is not part of a window (any more).
  case notAttached
  /// No stack contains the caller within its layer.
  case noStack
  /// There is nothing to go back to: no entry above a root, and no layer to dismiss.
  case atRoot
  /// Nothing is presented where the command looks for it.
  case nothingPresented
  /// There are no tabs around the caller.
  case noTabs
  /// The nearest tabs have none of this id.
  case unknownTab(String)
  /// The caller is no switched container.
  case notSwitched
  /// The caller is in no split view.
  case noSplit
  /// There is no entry at this depth; the stack has so many.
  case noSuchDepth(Int, depth: Int)
  /// No stack and no layer of the window has this name.
  case unknownName(String)
  /// A stack or layer of this name is in the window already; a name stands for one (U27).
  case alreadyShowing(String)
  /// The model is no entry of a stack of this window.
  case notInStack
  /// The caller's layer presents nothing, or the caller is in no presented layer.
  case notPresented
  /// Something has locked the window (U18).
  case locked
  /// The page has not declared that it can draw this kind of presentation (F65).
  case unsupportedPresentation(String)
  /// The model is part of a graph already; an instance stands in one place (U26).
  case alreadyAttached
  /// Something is presented above the caller (U22).
  case covered
  /// The app has no window scene of this name.
  case unknownScene(String)
  /// The scene's value is missing or has the wrong type.
  case wrongSceneValue(String)
  /// What is to be shared has neither a text nor a URL.
  case nothingToShare
  /// Not http, https, mailto, tel or relative.
  case forbiddenURL(String)
  /// No checkpoint of this name has something above it, within reach of the caller (U11).
  case noCheckpoint(String)
  /// No model receives values of this type (U10).
  case noReceiver(String)
  /// The list of values was empty.
  case nothingToSend
  /// What a flow was to return to is gone (F124).
  case noAnchor
  /// The flow is being asked for its next step already.
  case flowUnderway
  /// No pause has kept values that were sent (F117).
  case nothingPaused
  /// Nobody in the window takes this address.
  case unknownURL(String)
  /// Nothing handles routes of type this type.
  case unknownRoute(String)
  /// The scene lists no destination of this name, or none with these properties (U14).
  case unknownDestination(String)
  /// The user has no such window in memory.
  case unknownWindow
  /// A custom command's own reason.
  case custom(String)
}

extension NavigationModel {
  /// Executes a command as this model. A command either happens as a whole or not at all.
  @discardableResult
  public func execute(_ command: some NavigationCommand) -> CommandResult {
    switch plan(command) {
    case .notExecutable(let reason):
      noteRefused(command, reason)
      return .notExecutable(reason)
    case .change(let change):
      noteInBody(command)
      do {
        try change()
      } catch {
        noteRefused(command, "\(error)")
        return .rejected(CommandError(error))
      }
      _node.graph?.updateStructure()
      _node.graph?.host.graphNeedsCommit()
      return .executed
    }
  }

  /// Whether `execute` would do something now; exact, and without effect.
  public func canExecute(_ command: some NavigationCommand) -> Bool {
    if case .change = plan(command) { true } else { false }
  }

  private func plan(_ command: some NavigationCommand) -> CommandPlan {
    guard let graph = _node.graph else { return .notExecutable(.notAttached) }
    graph.updateStructure()
    guard graph.isAttached(self) else { return .notExecutable(.notAttached) }
    return command.plan(for: self)
  }
}
