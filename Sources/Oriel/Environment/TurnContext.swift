/// What a turn carries to the code it runs, also across the `await`s of the tasks it starts.
package final class TurnContext: Sendable {
  // Made and read on the hub only; task-local storage wants it Sendable.
  nonisolated(unsafe) package let environment: EnvironmentValues
  /// Whose turn it is: the window's id, or the name of something shared.
  package let subject: String

  /// On the hub only: hears of faults of code that knows no model.
  nonisolated(unsafe) private weak var host: (any GraphHost)?

  package init(environment: EnvironmentValues, subject: String? = nil, host: (any GraphHost)? = nil) {
    self.environment = environment
    self.host = host
    self.subject = subject ?? environment.window.rawValue
  }

  /// Tells of something senseless that was passed over.
  static func noteSenseless(_ message: @autoclosure () -> String) { current?.host?.note(.senseless, message()) }

  @TaskLocal package static var current: TurnContext?
}
