extension NavigationEvent {
  /// What has happened.
  public enum Kind: String, Sendable, CaseIterable {
    // MARK: Windows

    /// A window was made, or copied from another.
    case opened
    /// A window came back from the store.
    case woke
    /// Only the store has the window until somebody comes back to it.
    case slept
    /// A window has ended for good.
    case closed
    /// An operator has done something to a window from outside.
    case operated

    // MARK: Models

    /// A model is part of a window, and its `start()` is called next.
    case started
    /// A model has left its window; its listeners hear next.
    case finished
    /// The memory of a model is free again.
    case freed
    /// A page shows a screen, and whatever it was to move by has ended.
    case appeared
    /// A screen can no longer be seen.
    case disappeared

    // MARK: Structure

    /// An entry came onto a stack.
    case pushed
    /// An entry left a stack.
    case popped
    /// The entries of a stack changed places.
    case reordered
    /// Another tab is selected.
    case selected
    /// A switched container shows another child, or a split view another detail.
    case switched
    /// A container has one more tab or child.
    case added
    /// A container has lost a tab or child.
    case removed
    /// A layer came up.
    case presented
    /// A layer has gone.
    case dismissed
    /// A command was not executed; its result says the same.
    case refused

    // MARK: Sending, checkpoints, addresses

    /// Values were sent.
    case sent
    /// A model has received a sent value.
    case received
    /// An action among sent values was executed.
    case performed
    /// The rest of what was sent waits.
    case paused
    /// What has waited goes on.
    case resumed
    /// The rest of what was sent is dropped, as its receiver or `cancelResume()` wants it.
    case cancelled
    /// A checkpoint was declared.
    case checkpoint
    /// A window has returned to a checkpoint.
    case returned
    /// Somebody has made the model of a provided destination.
    case provided
    /// The window was led to an address.
    case landed
    /// A model has said something to its listeners and its parent.
    case message

    // MARK: Soft faults

    /// What a model does while its window is brought up to date kept changing the window, and was ended.
    case unsettled
    /// The same instance stands in two places.
    case duplicate
    /// Two stacks or layers have the same name.
    case duplicateName
    /// A tab was selected that there is none of.
    case unknownTab
    /// What follows an optional property can't be shown yet.
    case notShown
    /// A command can't be executed where the app calls it, whatever its user does: a push outside of any stack, say, or
    /// a scene that there is none of.
    case impossible
    /// Something makes no sense and was passed over, such as an element whose id is not unique.
    case senseless
    /// Evaluating a `body` took more than 10 ms, or more than 100 ms in a debug build.
    case slowBody
    /// An event took more than 50 ms.
    case slowTurn
    /// A screen gave way to an error: the document would be too large.
    case tooLarge
    /// A model's type is not found after a restart.
    case notLasting
    /// A property, or a sent value, can't be saved.
    case notSaved
    /// A model, or a sent value, can't be restored.
    case notRestored
    /// A question built from closures was closed as *no choice*.
    case noChoice
    /// Nobody takes an address.
    case unknownURL
    /// Nobody handles a route.
    case unknownRoute
    /// The scene lists no such destination.
    case unknownDestination
    /// Nobody makes the model of a provided destination: its placeholder is shown.
    case missingProvider

    // MARK: Errors

    /// A handler, a task or a receiver has thrown.
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

    /// How grave it is.
    public var level: NavigationVerbosity {
      switch self {
      case .opened, .woke, .slept, .closed, .operated, .started, .finished, .freed, .appeared, .disappeared, .pushed,
        .popped,
        .reordered, .selected, .switched, .added, .removed, .presented, .dismissed, .refused, .sent, .received,
        .performed, .paused, .resumed, .cancelled, .checkpoint, .returned, .provided, .landed, .message:
        .info
      case .unsettled, .duplicate, .duplicateName, .unknownTab, .notShown, .impossible, .senseless, .slowBody,
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
