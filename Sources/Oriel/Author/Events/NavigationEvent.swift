/// An event in the navigation of a window, or a recoverable mistake of the app.
///
/// Events of the level of ``WindowApp/verbosity`` and above are logged and passed to ``WindowApp/navigationEvent(_:)``.
/// A mistake of an app never traps: the operation is refused, and a warning is logged.
public struct NavigationEvent: Sendable, Equatable, CustomStringConvertible {
  /// The kind of a navigation event.
  public let kind: Kind
  /// The window or shared document. The id is a secret of its user; the log has only its beginning.
  public package(set) var window = WindowID("")
  /// The id of the model concerned; empty if there is none, or if it has left with its window.
  public let model: String
  /// The type of that model, or of another subject, such as a flow.
  public let type: String
  /// A readable sentence.
  public let message: String
  /// Details by name: `container` and `depth` of a pushed entry, the `reason` of a dismissal, the `operator` who caused
  /// it.
  public package(set) var details: [String: String]

  /// The severity.
  public var level: NavigationVerbosity { kind.level }
  /// The message.
  public var description: String { message }

  package init(
    _ kind: Kind, model: String = "", type: String = "", message: String, details: [String: String] = [:]
  ) {
    self.kind = kind
    self.model = model
    self.type = type
    self.message = message
    self.details = details
  }
}

/// The severity of an event, or the minimum severity of reported events. Less severe events are not even created.
public enum NavigationVerbosity: String, Sendable, Comparable, CaseIterable {
  /// Every event.
  case info
  /// Recoverable mistakes of an app, which the user may not notice.
  case warning
  /// An operation that the app requested failed.
  case error
  /// No events.
  case none

  public static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }

  private var rank: Int {
    switch self {
    case .info: 0
    case .warning: 1
    case .error: 2
    case .none: 3
    }
  }
}
