/// The context of a turn, available to the code it runs and, across `await`s, to the tasks it starts.
package final class TurnContext: Sendable {
  // Guard: used on the hub only; task-local storage requires it to be Sendable.
  nonisolated(unsafe) package let environment: EnvironmentValues
  /// The subject of the turn: the window's id, or the name of a shared object.
  package let subject: String

  /// Guard: used on the hub only. The member whose turn it is; it receives reports from code that knows no model.
  nonisolated(unsafe) package private(set) weak var host: (any HubServices)?

  package init(environment: EnvironmentValues, subject: String? = nil, host: (any HubServices)? = nil) {
    self.environment = environment
    self.host = host
    self.subject = subject ?? environment.window.rawValue
  }

  /// Reports a mistake that was ignored.
  static func reportMisuse(_ message: @autoclosure () -> String) { current?.host?.report(.misuse, message()) }

  /// A number for an id that is made inside a value, from the randomness of the window's hub. Code outside of any window,
  /// such as the start of the program, has only the system's.
  static func randomNumber() -> UInt64 { current?.host?.randomNumber() ?? .random(in: .min ... .max) }

  /// The time of the hub of the current turn.
  static var wallTime: Int64? { current?.host?.wallTime }

  @TaskLocal package static var current: TurnContext?
}
