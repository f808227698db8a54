import OrielDocument

/// What a graph asks of the window, or the shared document, it belongs to.
package protocol GraphHost: AnyObject {
  var isolation: any HubIsolation { get }
  var environment: EnvironmentValues { get }
  /// Milliseconds, for measuring only.
  var now: Int64 { get }

  /// Something changed outside of what the graph is doing: it wants a commit before the hub rests.
  func graphNeedsCommit()

  /// Whether a page shows it, which says what has appeared.
  var hasPage: Bool { get }
  var lockScreen: LockScreen? { get }
  /// How long sent values wait for what has come into view to appear, in milliseconds.
  var executionDelay: Int64 { get }

  /// Whether anybody wants to know of events of this level.
  func hears(_ level: NavigationVerbosity) -> Bool
  /// Tells them, and where it has happened.
  func tell(_ event: NavigationEvent)

  /// Whether a model of this type is not found when the process has ended, and nobody has been told yet.
  func forgets(_ type: TypeName) -> Bool

  /// The document's members beside `models`.
  ///
  /// - Parameter url: Where the graph is, below `baseURL`.
  func header(root: String, title: String?, url: WindowURL) -> JSONObject

  /// The largest file that a field may take, in bytes.
  var largestUpload: Int { get }
  /// Files came that nobody will take any more.
  func discard(_ files: [UploadedFile])

  /// Runs an operation of a model on the hub.
  func startTask(_ operation: nonisolated(nonsending) @escaping () async -> Void) -> ModelTask

  /// Runs `action` as a turn, not before these milliseconds have passed on the hub's clock; never after the graph's end.
  @discardableResult
  func schedule(after milliseconds: Int64, _ action: @escaping () -> Void) -> GraphTimer

  /// Puts a trigger on its way to the window's page.
  func sendTrigger(_ trigger: EnvironmentTrigger)

  /// The document that is shown where a `.shared` place is.
  func sharedDocument(kind: String, value: JSONValue) -> String?

  func reasonAgainstOpening(scene: String, value: JSONValue?) -> NotExecutableReason?
  func openWindow(scene: String, value: JSONValue?, policy: OpenWindowPolicy, placement: WindowPlacement?)
  func dismissWindows(scene: String, value: JSONValue?)
  func dismissWindow(_ id: WindowID)
  func openURL(_ url: String, target: String)

  /// What the window's scene takes from outside, and the address of its root.
  var routes: SceneRoutes { get }
  var baseURL: WindowURL { get }

  /// Makes the root of a window whose scene takes its time; `nil` if it has none of this kind.
  func bootstrap() async throws -> (any NavigationModel)?

  /// Leads the window to an address; reports one that nobody takes.
  func land(at url: WindowURL) -> CommandResult

  /// The root of another window of the same user that is in memory.
  func root(of window: WindowID) -> (any NavigationModel)?
  /// Runs something as a part of this turn, in another window's name.
  func run(in window: WindowID, _ body: () throws -> Void) throws
}

/// What is no window has no address, and takes nothing from outside.
extension GraphHost {
  package var routes: SceneRoutes { SceneRoutes() }
  package var baseURL: WindowURL { WindowURL() }
  package func bootstrap() async throws -> (any NavigationModel)? { nil }
  package func land(at url: WindowURL) -> CommandResult { .notExecutable(.unknownURL(url.description)) }
  package func root(of window: WindowID) -> (any NavigationModel)? { nil }
  package func run(in window: WindowID, _ body: () throws -> Void) throws {}
}

extension GraphHost {
  package var hasPage: Bool { false }
  package var lockScreen: LockScreen? { nil }
  package var executionDelay: Int64 { 600 }
  package func forgets(_ type: TypeName) -> Bool { false }
  package var largestUpload: Int { .max }
  package func discard(_ files: [UploadedFile]) {}
}

/// Tells whether code runs on the hub, and brings there what doesn't.
package protocol HubIsolation: Sendable {
  var isCurrent: Bool { get }
  func run(_ work: @escaping @Sendable () -> Void)
}

/// A task of a model; cancelled when the model finishes.
package final class ModelTask {
  private var task: Task<Void, Never>?
  package var isRunning: Bool { task != nil }

  package init() {}

  package func started(_ task: Task<Void, Never>) { self.task = task }
  package func ended() { task = nil }
  package func cancel() { task?.cancel() }
}
