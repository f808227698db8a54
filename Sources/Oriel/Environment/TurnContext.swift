/// What a turn carries to the code it runs, also across the `await`s of the tasks it starts.
package final class TurnContext: Sendable {
  // Made and read on the hub only; task-local storage wants it Sendable.
  nonisolated(unsafe) package let environment: EnvironmentValues
  /// Whose turn it is: the window's id, or the name of something shared.
  package let subject: String

  package init(environment: EnvironmentValues, subject: String? = nil) {
    self.environment = environment
    self.subject = subject ?? environment.window.rawValue
  }

  @TaskLocal package static var current: TurnContext?
}
