/// The reason why an event was refused. The phrase beside it is for people.
public enum EventRefusalCode: String, Sendable, CaseIterable {
  /// The model or element is gone, or covered.
  case stale
  /// The element doesn't take this event or this value.
  case invalid
  /// The element is disabled, or a command was refused.
  case notExecutable
  /// The page is only observing.
  case forbidden
  /// The app's handler threw. Its changes before that stay.
  case failed
}
