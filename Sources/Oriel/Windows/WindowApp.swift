/// An app: the windows it can open, and what each user's windows share.
///
/// A `Sendable` value: each hub evaluates `body` for itself. Import `OrielServer` for `main`.
public protocol WindowApp: Sendable {
  /// What `body` makes. Write `some Scene`.
  associatedtype Body: Scene

  /// Made once, when the program starts.
  init()

  /// The kinds of windows the app can open, the default first, and the models that windows share.
  @SceneBuilder var body: Body { get }

  /// The objects that all windows of this user share, made once for each user. Models read them with `@Environment`.
  /// Mark their classes `@SavedState`, or `@Observable`: what changes in another class is shown nowhere.
  func environment(for user: User) -> EnvironmentValues

  /// The objects that all windows of all users share, made once for each hub: a feed, a rate, a board. A change reaches
  /// every window that reads it, if its class is `@Observable`. They are not saved, also where they are `@SavedState`: what
  /// has to outlive the process comes from where it is kept.
  func sharedEnvironment() -> EnvironmentValues

  /// What its pages load besides the client: scripts for elements of its own, style sheets for its looks. Read once, at start.
  var pageFiles: [PageFile] { get }

  /// Whether a page says so, in a small mark, while an operator sees its window too. `true` by default.
  var showsObservers: Bool { get }

  /// How grave an event must be to be logged, and told to ``navigationEvent(_:)``. `.warning` by default; with
  /// `.info` the log has every push, dismissal and value sent. A server that logs at `debug` logs all of them anyway.
  var verbosity: NavigationVerbosity { get }

  /// Hears what happens in the windows of all users, as far as ``verbosity`` asks for it; the log has it besides. Called
  /// on the hub, in the middle of the turn in which it happens: hand it on, and return.
  func navigationEvent(_ event: NavigationEvent)
}

extension WindowApp {
  public func environment(for user: User) -> EnvironmentValues { [] }
  public func sharedEnvironment() -> EnvironmentValues { [] }
  public var pageFiles: [PageFile] { [] }
  public var showsObservers: Bool { true }
  public var verbosity: NavigationVerbosity { .warning }
  public func navigationEvent(_ event: NavigationEvent) {}
}
