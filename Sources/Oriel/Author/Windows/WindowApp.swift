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

  /// Which users share with which. By default all of them do.
  var tenancy: Tenancy { get }

  /// Connects to other systems, once in each process, before the server listens. The models of every tenant read the
  /// returned services with `@Environment`. An error ends the program.
  nonisolated(nonsending) func prepare() async throws -> Services

  /// The objects that all users of a tenant share, created on the hub each time the tenant's state is loaded: a board, a
  /// feed, a stock. Models read them with `@Environment`, and a change reaches every window that reads it if the class is
  /// `@SavedState` or `@Observable`. Those that are `@SavedState` are saved.
  ///
  /// If it throws, it is called again after 1, 2, 4 … 30 s; pages wait for 8 s and are then told to come back later.
  /// ``UnknownTenant`` says that there is no such tenant.
  nonisolated(nonsending) func environment(for tenant: Tenant) async throws -> EnvironmentValues

  /// The objects that all windows of this user share, created once for each user in a tenant. Models read them with
  /// `@Environment`. Mark their classes `@SavedState` or `@Observable`; changes in any other class don't update the
  /// screen.
  func environment(for user: User) -> EnvironmentValues

  /// It is not called any more: ``environment(for:)-(Tenant)`` and ``prepare()`` take its place.
  func sharedEnvironment() -> EnvironmentValues

  /// The addresses of its own that programs and links ask by HTTP: webhooks, exports, health checks. Read once for each hub,
  /// at the start.
  var endpoints: [Endpoint] { get }

  /// The translations of its texts, for all windows and for the texts of Oriel's own pages. None by default. Read once for
  /// each hub, at the start. An environment may have another one.
  var localization: Localization? { get }

  /// The name, the logo and the colour of its pages, and of the installed app. None by default. Read once, at the start.
  var brand: Brand? { get }

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
  public var tenancy: Tenancy { .single }
  public func prepare() async throws -> Services { [] }
  public func environment(for tenant: Tenant) async throws -> EnvironmentValues { [] }
  public func environment(for user: User) -> EnvironmentValues { [] }
  public func sharedEnvironment() -> EnvironmentValues { .ofNobody }
  public var endpoints: [Endpoint] { [] }
  public var localization: Localization? { nil }
  public var brand: Brand? { nil }
  public var pageFiles: [PageFile] { [] }
  public var showsObservers: Bool { true }
  public var verbosity: NavigationVerbosity { .warning }
  public func navigationNotice(_ notice: NavigationNotice) {}
}
