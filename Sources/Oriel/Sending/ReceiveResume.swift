/// How a queue of sent values goes on after one of them was received.
public enum ReceiveResume {
  /// When the page has shown what came of the value, or after a while, whichever is first; at once where nothing came
  /// into view.
  case auto
  /// At once, in the same turn.
  case immediately
  /// After this time on the hub's clock.
  case after(Duration)
  /// These values come first, then the rest, at once.
  case inserting([any Codable])
  /// The rest comes first, then these values, at once.
  case appending([any Codable])
  /// These values come instead of the rest, at once.
  case replacing([any Codable])
  /// The rest waits for `resume()`, which may come days later: a sign-in gate.
  case pause
  /// The rest is dropped.
  case cancel
  /// The rest is dropped, and the receiver returns to a checkpoint.
  case returning(CheckpointReturn)

  /// The rest is dropped, and the receiver returns to this checkpoint without a value.
  public static func returnTo<Value>(_ checkpoint: NavigationCheckpoint<Value>) -> ReceiveResume {
    .returning(CheckpointReturn(command: .returnToCheckpoint(checkpoint)))
  }

  /// The rest is dropped, and the receiver returns to this checkpoint with a value for its handler.
  public static func returnTo<Value>(_ checkpoint: NavigationCheckpoint<Value>, value: Value) -> ReceiveResume {
    .returning(CheckpointReturn(command: .returnToCheckpoint(checkpoint, value: value)))
  }
}

/// A return to a checkpoint that a receiver asks for. See ``ReceiveResume/returnTo(_:)``.
public struct CheckpointReturn {
  let command: ReturnToCheckpointCommand
}

/// A value that says how the queue goes on after it, where its receiver says `.auto`.
public protocol ReceiveResuming {
  /// What `.auto` means for this value.
  var receiveResumeType: ReceiveResume { get }
}
