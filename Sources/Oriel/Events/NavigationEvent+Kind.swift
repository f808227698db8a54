extension NavigationEvent {
  /// What has happened.
  public enum Kind: String, Sendable, CaseIterable {
    // MARK: Windows
    case opened
    /// It came back from the store.
    case woke
    /// Only the store has it until somebody comes back to it.
    case slept
    case closed

    // MARK: Models
    case started
    case finished
    /// Its memory is free again.
    case freed
    /// A page shows it, and whatever it was to move by has ended.
    case appeared
    case disappeared

    // MARK: Structure
    case pushed
    case popped
    /// The entries of a stack changed places.
    case reordered
    /// A tab was selected.
    case selected
    /// A switched container shows another child, or a split view another detail.
    case switched
    /// A container has one more tab or child.
    case added
    case removed
    case presented
    case dismissed
    /// A command was not executed; its result says the same.
    case refused

    // MARK: Sending, checkpoints, addresses
    case sent
    case received
    /// An action among sent values was executed.
    case performed
    /// The rest of what was sent waits.
    case paused
    case resumed
    /// The rest of what was sent is dropped because its receiver wants it so.
    case cancelled
    /// A checkpoint was declared.
    case checkpoint
    case returned
    /// Somebody has made the model of a provided destination.
    case provided
    /// The window was led to an address.
    case landed
    /// A model has said something to its listeners and its parent.
    case message

    // MARK: Soft faults
    /// Listeners kept changing the graph.
    case unsettled
    /// The same instance stands in two places (U26).
    case duplicate
    /// Two stacks or layers have the same name (U27).
    case duplicateName
    /// A tab was selected that there is none of (U16).
    case unknownTab
    /// What follows an optional property could not be shown.
    case notShown
    /// Something in a `body` makes no sense, such as an element whose id is not unique.
    case senseless
    case slowBody
    case slowTurn
    /// A screen gave way to an error: the document would be too large.
    case tooLarge
    /// A model's type is not found after a restart.
    case notLasting
    case notSaved
    case notRestored
    /// A question built from closures was closed as *no choice*.
    case noChoice
    /// Nobody takes an address.
    case unknownURL
    case unknownRoute
    case unknownDestination
    /// Nobody makes the model of a provided destination: its placeholder is shown.
    case missingProvider

    // MARK: Errors
    /// A handler, a task or a receiver has thrown.
    case failed
    /// A property was written by code that does not run on the hub.
    case changedElsewhere
    /// Nobody receives a sent value; the rest is dropped.
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
      case .opened, .woke, .slept, .closed, .started, .finished, .freed, .appeared, .disappeared, .pushed, .popped,
        .reordered, .selected, .switched, .added, .removed, .presented, .dismissed, .refused, .sent, .received,
        .performed,
        .paused, .resumed, .cancelled, .checkpoint, .returned, .provided, .landed, .message:
        .info
      case .unsettled, .duplicate, .duplicateName, .unknownTab, .notShown, .senseless, .slowBody, .slowTurn,
        .tooLarge, .notLasting, .notSaved, .notRestored, .noChoice, .unknownURL, .unknownRoute, .unknownDestination,
        .missingProvider:
        .warning
      case .failed, .changedElsewhere, .noReceiver, .ignoredReceiver, .endless, .overwritten, .notReturned, .flowLost:
        .error
      }
    }
  }
}
