/// How a queue of sent values continues after one of them was received.
public enum ReceiveResume {
  /// Continues when the page has shown the result, or after a while, whichever is first; at once if nothing new became
  /// visible.
  case auto
  /// Continues at once, in the same turn.
  case immediately
  /// Continues after this time on the hub's clock.
  case after(Duration)
  /// Inserts these values before the rest and continues at once.
  case inserting([any Codable])
  /// Appends these values to the rest and continues at once.
  case appending([any Codable])
  /// Replaces the rest with these values and continues at once.
  case replacing([any Codable])
  /// Pauses the rest until `resume()`, which may be days later; useful for a sign-in gate.
  case pause
  /// Drops the rest.
  case cancel
  /// Drops the rest; the receiver executes this command. Write `.returnTo(checkpoint)`.
  case returning(AnyNavigationCommand)

  /// Drops the rest; the receiver returns to this checkpoint without a value.
  public static func returnTo<Value>(_ checkpoint: NavigationCheckpoint<Value>) -> ReceiveResume {
    .returning(.returnToCheckpoint(checkpoint))
  }

  /// Drops the rest; the receiver returns to this checkpoint with a value for its handler.
  public static func returnTo<Value>(_ checkpoint: NavigationCheckpoint<Value>, value: Value) -> ReceiveResume {
    .returning(.returnToCheckpoint(checkpoint, value: value))
  }
}

/// A value that says how the queue continues after it, if its receiver answers `.auto`.
public protocol ReceiveResuming {
  /// The meaning of `.auto` for this value.
  var receiveResumeType: ReceiveResume { get }
}
