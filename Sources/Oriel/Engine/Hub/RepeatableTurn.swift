/// A turn that comes again if the process ends before it is saved, such as a page's event. Its handler may begin with
/// `once`.
///
/// Guard of `nonisolated(unsafe)`: used on the hub only; task-local storage requires it to be Sendable.
package final class RepeatableTurn: Sendable {
  private enum Phase {
    /// The handler runs, and has not waited yet.
    case first
    /// In its first part the handler has called `once`, which may end at once.
    case inOnce, hasCalledOnce
    /// The handler waits in `once`, and nothing else of it has happened.
    case waitsInOnce
    /// The handler waits, or goes on, outside `once`.
    case goesOn
  }

  /// Under which the app remembers what it has done: the same each time that the turn comes.
  package let key: String
  nonisolated(unsafe) private var phase = Phase.first
  /// The first saved property that the handler has changed.
  nonisolated(unsafe) private var changed: StaticString?
  /// Whether the operation that was to be done once has failed.
  nonisolated(unsafe) package private(set) var hasFailed = false
  /// The handler's task.
  nonisolated(unsafe) private var task: Int?
  nonisolated(unsafe) private let onceEnded: () -> Void

  @TaskLocal package static var current: RepeatableTurn?

  /// - Parameter onceEnded: Called when the `once` in which the handler waits has ended, before the handler goes on.
  package init(key: String, onceEnded: @escaping () -> Void) {
    self.key = key
    self.onceEnded = onceEnded
  }

  /// Called in the handler's task, before it runs.
  package func begins() { task = Self.currentTask }

  /// A saved property was changed in the first part.
  package func changes(_ property: StaticString) { changed = changed ?? property }

  /// The handler has ended, or waits for the first time.
  ///
  /// - Returns: Whether it waits in `once`.
  package func firstPartEnded() -> Bool {
    let waits = phase == .inOnce
    phase = waits ? .waitsInOnce : .goesOn
    return waits
  }

  /// A task that the handler has started inherits the turn, and does not come again with it.
  var isOfThisTask: Bool { task != nil && task == Self.currentTask }

  func beginOnce() throws(OnceError) {
    guard phase == .first else { throw .waited }
    if let changed { throw .changed("\(changed)") }
    phase = .inOnce
  }

  func fail() { hasFailed = true }

  func endOnce() {
    if phase == .inOnce { return phase = .hasCalledOnce }
    guard phase == .waitsInOnce else { return }
    phase = .goesOn
    onceEnded()
  }

  private static var currentTask: Int? { withUnsafeCurrentTask { $0?.hashValue } }
}
