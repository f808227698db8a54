/// What a turn carries to the code it runs, also across the `await`s of the tasks it starts.
package final class TurnContext: Sendable {
  // Made and read on the hub only; task-local storage wants it Sendable.
  nonisolated(unsafe) package let environment: EnvironmentValues

  package init(environment: EnvironmentValues) {
    self.environment = environment
  }

  @TaskLocal package static var current: TurnContext?
}
