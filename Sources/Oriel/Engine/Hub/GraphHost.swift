import OrielDocument

/// The interface of a graph to its window or shared document.
package protocol GraphHost: HubServices {
  var environment: EnvironmentValues { get }
  /// The graph that performs what a model asks for beyond its window; `nil` if no window can.
  func acting(for graph: NavigationGraph) -> NavigationGraph?

  /// Something changed outside the graph's own work, so it needs a commit before the hub rests.
  func graphNeedsCommit()
  /// A saved property of a model changed, which needs a commit too.
  func savedStateChanged()
  /// A saved property, or what has such a name for an author, was changed.
  func handlerChanges(_ property: StaticString)

  var limits: GraphLimits { get }

  /// Whether a page shows it and reports what has appeared.
  var hasPage: Bool { get }
  /// Whether it keeps what a single user has typed into a field whose value is written when the edit ends.
  var takesDrafts: Bool { get }
  /// The user whose typing is the running turn, if it is one.
  var typist: TextWriter? { get }
  var lockScreen: LockScreen? { get }
  /// How long sent values wait for new screens to appear, in milliseconds.
  var executionDelay: Int64 { get }

  /// Whether models of this type are lost when the process ends, and this has not been reported yet.
  func isLostOnExit(_ type: TypeName) -> Bool

  /// The document's members beside `models`.
  ///
  /// - Parameter url: The graph's address, relative to that of its scene.
  func header(root: String, title: String?, url: WindowURL) -> JSONObject

  /// The maximum size of an uploaded file in bytes.
  var largestUpload: Int { get }
  /// The beginning of the tickets of uploads.
  var ticketPlace: String { get }

  /// The document shown in a `.shared` place.
  func sharedDocument(kind: String, value: JSONValue) -> String?

  /// - Parameter tenant: The one that the app has named, if it has.
  func reasonAgainstOpening(scene: String, value: JSONValue?, in tenant: Tenant?) -> NotExecutableReason?

  /// The scene's handlers for requests from outside.
  var routes: SceneRoutes { get }

  /// The whole address of a place in the window.
  func address(of place: WindowURL) -> WindowURL

  /// The place in the window of an address that a model or a destination gives as a whole: without that of the scene, which it
  /// may have because it is also shown in windows of other scenes.
  func place(of address: WindowURL) -> WindowURL

  /// Creates the root of a window whose scene does that asynchronously; `nil` for any other scene.
  func bootstrap() async throws -> (any NavigationModel)?

  /// Navigates the window to an address; reports one without a handler.
  func land(at url: WindowURL) -> CommandResult
  /// The same with a whole address, as in the address bar.
  func land(atWhole url: WindowURL, isFollowed: Bool) -> CommandResult

  /// Begins to check who a page's user is.
  func beginSignIn(as name: String?) -> SignInAttempt
  /// The address at which the page's browser becomes this user; `nil` if it can't, which is reported.
  ///
  /// - Parameters:
  ///   - asOperator: Whether the user may have the role `admin`.
  ///   - time: How long the session lasts, in milliseconds.
  ///   - path: Where the page goes afterwards.
  func addressToBecome(_ user: User, asOperator: Bool, for time: Int64, _ path: String?) -> String?
  /// The address at which the page's user is signed out.
  func addressToSignOut(_ path: String) -> String?

  /// The root of another window of the same user, if it is in memory.
  func root(of window: WindowID) -> (any NavigationModel)?
  /// Runs code as part of this turn, on behalf of another window.
  func run(in window: WindowID, _ body: () throws -> Void) throws
}

/// An attempt to sign in from a network.
package struct SignInAttempt {
  /// Seconds until the network may try; 0 if it may now.
  package let wait: Int
  /// Called once if it may.
  package let end: (_ isRefused: Bool) -> Void

  package init(wait: Int = 0, end: @escaping (_ isRefused: Bool) -> Void = { _ in }) {
    (self.wait, self.end) = (wait, end)
  }
}

/// A graph that is not a window's has no address and takes no requests from outside.
extension GraphHost {
  package func acting(for graph: NavigationGraph) -> NavigationGraph? { graph }
  package var routes: SceneRoutes { SceneRoutes() }
  package func address(of place: WindowURL) -> WindowURL { place }
  package func place(of address: WindowURL) -> WindowURL { address }
  package func bootstrap() async throws -> (any NavigationModel)? { nil }
  package func beginSignIn(as name: String?) -> SignInAttempt { SignInAttempt() }
  package func addressToBecome(_ user: User, asOperator: Bool, for time: Int64, _ path: String?) -> String? { nil }
  package func addressToSignOut(_ path: String) -> String? { nil }
  package func land(at url: WindowURL) -> CommandResult { .notExecutable(.unknownURL(url.description)) }
  package func land(atWhole url: WindowURL, isFollowed: Bool) -> CommandResult { land(at: url) }
  package func root(of window: WindowID) -> (any NavigationModel)? { nil }
  package func run(in window: WindowID, _ body: () throws -> Void) throws {}
}

extension GraphHost {
  package func savedStateChanged() { graphNeedsCommit() }
  package func handlerChanges(_ property: StaticString) {}
  package var limits: GraphLimits { GraphLimits() }
  package var hasPage: Bool { false }
  package var takesDrafts: Bool { false }
  package var typist: TextWriter? { nil }
  package var lockScreen: LockScreen? { nil }
  package var executionDelay: Int64 { 600 }
  package func isLostOnExit(_ type: TypeName) -> Bool { false }
  package var largestUpload: Int { .max }
  package var ticketPlace: String { "" }
}
