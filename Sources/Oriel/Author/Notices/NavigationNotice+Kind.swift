extension NavigationNotice {
  /// The kind of a notice.
  public enum Kind: String, Sendable, CaseIterable {
    // MARK: Windows

    /// A window was opened, or copied from another.
    case opened
    /// A window came back from the store.
    case woke
    /// A window was unloaded and is now only in the store.
    case slept
    /// A window ended for good.
    case closed
    /// An operator acted on a window.
    case operated

    // MARK: Models

    /// A model is part of a window, and its `start()` is called next.
    case started
    /// A model has left its window; its listeners are called next.
    case finished
    /// A model was freed.
    case freed
    /// A page shows a screen, and its transition has ended.
    case appeared
    /// A screen is no longer visible.
    case disappeared

    // MARK: Structure

    /// An entry was pushed onto a stack.
    case pushed
    /// An entry was popped from a stack.
    case popped
    /// The entries of a stack were reordered.
    case reordered
    /// Another tab was selected.
    case selected
    /// The child of a switched container, or the detail of a split view, was replaced.
    case switched
    /// A tab or child was added to a container.
    case added
    /// A tab or child was removed from a container.
    case removed
    /// A layer was presented.
    case presented
    /// A layer was dismissed.
    case dismissed
    /// A command was refused.
    case refused

    // MARK: Sending, checkpoints, addresses

    /// Values were sent.
    case sent
    /// A model has received a sent value.
    case received
    /// An action among sent values was executed.
    case performed
    /// The rest of the sent values was paused.
    case paused
    /// Paused values continue.
    case resumed
    /// The rest of the sent values was dropped by their receiver or `cancelResume()`.
    case cancelled
    /// A checkpoint was declared.
    case checkpoint
    /// A window has returned to a checkpoint.
    case returned
    /// The model of a provided destination was created.
    case provided
    /// The window was navigated to an address.
    case landed
    /// A model sent a message to its listeners and its parent.
    case message

    // MARK: Soft faults

    /// A model kept changing its window while the window was being updated, and was stopped.
    case unsettled
    /// The same instance is in two places.
    case duplicate
    /// Two stacks or layers have the same name.
    case duplicateName
    /// A tab was selected that doesn't exist.
    case unknownTab
    /// A presentation that follows an optional property can't be shown yet.
    case notShown
    /// A command can never be executed where the app calls it, such as a push outside any stack, or opening a scene
    /// that doesn't exist.
    case impossible
    /// A command was refused, or models were taken out of a container, because the window has as many layers or models as
    /// it may.
    case exceeded
    /// A mistake in the app was ignored, such as an element whose id is not unique.
    case misuse = "senseless"
    /// Evaluating a `body` took more than 10 ms, or more than 100 ms in a debug build.
    case slowBody
    /// An event took more than 50 ms.
    case slowTurn
    /// A screen was replaced by an error because the document would be too large.
    case tooLarge
    /// A model's type can't be found after a restart.
    case notLasting
    /// A property, or a sent value, can't be saved.
    case notSaved
    /// A model, or a sent value, can't be restored.
    case notRestored
    /// A question with closures was closed without a choice.
    case noChoice
    /// No handler took an address.
    case unknownURL
    /// A route has no handler.
    case unknownRoute
    /// The scene doesn't declare this destination.
    case unknownDestination
    /// A provided destination has no provider, so its placeholder is shown.
    case missingProvider

    // MARK: Errors

    /// A handler, a task or a receiver threw an error.
    case failed
    /// A property was written by code that does not run on the hub.
    case changedElsewhere
    /// Nothing receives a sent value; the rest is dropped.
    case noReceiver
    /// More than one model receives a sent value; only the first did.
    case ignoredReceiver
    /// Receivers kept sending.
    case endless
    /// A paused rest was dropped for another.
    case overwritten
    /// A receiver could not return to its checkpoint.
    case notReturned
    /// A flow could not return to its anchor.
    case flowLost

    /// The severity.
    public var level: NavigationVerbosity {
      switch self {
      case .opened, .woke, .slept, .closed, .operated, .started, .finished, .freed, .appeared, .disappeared, .pushed,
        .popped,
        .reordered, .selected, .switched, .added, .removed, .presented, .dismissed, .refused, .sent, .received,
        .performed, .paused, .resumed, .cancelled, .checkpoint, .returned, .provided, .landed, .message:
        .info
      case .unsettled, .duplicate, .duplicateName, .unknownTab, .notShown, .impossible, .exceeded,
        .misuse, .slowBody,
        .slowTurn,
        .tooLarge, .notLasting, .notSaved, .notRestored, .noChoice, .unknownURL, .unknownRoute, .unknownDestination,
        .missingProvider:
        .warning
      case .failed, .changedElsewhere, .noReceiver, .ignoredReceiver, .endless, .overwritten, .notReturned, .flowLost:
        .error
      }
    }
  }
}

extension NavigationNotice {
  /// The message of `changedElsewhere`.
  package static let changedElsewhere = """
    was changed off its hub, which is a data race. A closure with a capture list, such as [weak self], leaves the hub when it \
    awaits: leave the list out, or call a method of the model.
    """
}
