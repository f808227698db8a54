/// A report of what happened in the navigation of a window, or of a recoverable mistake of the app.
///
/// Notices of the level of ``WindowApp/verbosity`` and above are logged and passed to ``WindowApp/navigationNotice(_:)``.
/// A mistake of an app never traps: the operation is refused, and a warning is logged.
public struct NavigationNotice: Sendable, Equatable, CustomStringConvertible {
  /// The kind of the notice.
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

@available(*, unavailable, renamed: "NavigationNotice")
public typealias NavigationEvent = NavigationNotice

/// The severity of a notice, or the minimum severity of reported ones. Less severe notices are not even created.
public enum NavigationVerbosity: String, Sendable, Comparable, CaseIterable {
  /// Every notice.
  case info
  /// Recoverable mistakes of an app, which the user may not notice.
  case warning
  /// An operation that the app requested failed.
  case error
  /// No notices.
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
