/// An app: the windows it can open, and the objects that windows share.
///
/// A `Sendable` value: each hub evaluates `body` for itself. Import `OrielServer` for `main`.
public protocol WindowApp: Sendable {
  /// The type of `body`. Write `some Scene`.
  associatedtype Body: Scene

  /// Creates the app, once, when the program starts.
  init()

  /// The kinds of windows the app can open, the default first, and the models that windows share.
  @SceneBuilder var body: Body { get }

  /// The objects that all windows of this user share, created once for each user. Models read them with `@Environment`.
  /// Mark their classes `@SavedState` or `@Observable`; changes in any other class don't update the screen.
  func environment(for user: User) -> EnvironmentValues

  /// The objects that all windows of all users share, created once for each hub before the server listens: a feed, a
  /// rate, a board. A change reaches every window that reads it if the class is `@Observable`. They are not saved, even if they are
  /// `@SavedState`; load state that must outlive the process from a database of your own.
  func sharedEnvironment() -> EnvironmentValues

  /// The files that its pages load in addition to the client: scripts for custom elements, and style sheets. Read once,
  /// at the start.
  var pageFiles: [PageFile] { get }

  /// Whether a page shows a small notice while an operator is viewing its window. `true` by default.
  var showsObservers: Bool { get }

  /// The minimum severity of notices that are logged and passed to ``navigationNotice(_:)``. `.warning` by default; with
  /// `.info`, the log has every push, dismissal and sent value. A server whose log level is `debug` logs all of them in
  /// any case.
  var verbosity: NavigationVerbosity { get }

  /// Receives the notices of all windows, at the level of ``verbosity``; they are also logged. Called on the hub, during
  /// the turn: pass the notice on and return quickly.
  func navigationNotice(_ notice: NavigationNotice)
}

extension WindowApp {
  public func environment(for user: User) -> EnvironmentValues { [] }
  public func sharedEnvironment() -> EnvironmentValues { [] }
  public var pageFiles: [PageFile] { [] }
  public var showsObservers: Bool { true }
  public var verbosity: NavigationVerbosity { .warning }
  public func navigationNotice(_ notice: NavigationNotice) {}
}
