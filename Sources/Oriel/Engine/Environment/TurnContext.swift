/// The context of a turn, available to the code it runs and, across `await`s, to the tasks it starts.
package final class TurnContext: Sendable {
  // Used on the hub only; task-local storage requires it to be Sendable.
  nonisolated(unsafe) package let environment: EnvironmentValues
  /// The subject of the turn: the window's id, or the name of a shared object.
  package let subject: String

  /// Used on the hub only: receives reports from code that knows no model.
  nonisolated(unsafe) private weak var host: (any GraphHost)?

  package init(environment: EnvironmentValues, subject: String? = nil, host: (any GraphHost)? = nil) {
    self.environment = environment
    self.host = host
    self.subject = subject ?? environment.window.rawValue
  }

  /// Reports a mistake that was ignored.
  static func noteSenseless(_ message: @autoclosure () -> String) { current?.host?.note(.senseless, message()) }

  @TaskLocal package static var current: TurnContext?
}
