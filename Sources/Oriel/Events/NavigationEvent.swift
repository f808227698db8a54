/// Something that has happened in the navigation of a window, or a soft fault of the app that was passed over.
///
/// The log has a line for each that is as grave as ``WindowApp/verbosity`` asks for, and ``WindowApp/navigationEvent(_:)``
/// hears of the same. Faults of an app are never traps: what can't be done is not done, and there is a warning.
public struct NavigationEvent: Sendable, Equatable, CustomStringConvertible {
  /// What has happened.
  public let kind: Kind
  /// The window it happened in, or the shared document. A secret of its user: the log has its beginning.
  public package(set) var window = WindowID("")
  /// The id of the model it is about; empty where there is none, or it has left with its window.
  public let model: String
  /// What that model is, or what else the event is about: the type of a flow, say.
  public let type: String
  /// A sentence to be read.
  public let message: String
  /// Facts by their names: `container` and `depth` of what is pushed, the `reason` of a dismissal, the `operator` whose
  /// doing it was.
  public package(set) var details: [String: String]

  /// How grave it is.
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

/// How grave an event is, or how grave it must be for anyone to be told: what is less is not even made.
public enum NavigationVerbosity: String, Sendable, Comparable, CaseIterable {
  /// All that happens.
  case info
  /// An app's soft faults, which its user may not notice.
  case warning
  /// Something an app wanted did not happen.
  case error
  /// Nothing is told.
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
