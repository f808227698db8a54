/// The services of the hub for the objects on it: tasks, timers, clocks and the log.
///
/// A window offers them to its models, and the owner of a saved object to that object.
package protocol HubServices: AnyObject {
  var isolation: any HubIsolation { get }
  /// Milliseconds of the hub's monotonic clock.
  var now: Int64 { get }
  /// Milliseconds since 1970.
  var wallTime: Int64 { get }
  /// A number from the hub's randomness, for ids.
  func randomNumber() -> UInt64

  /// Runs an operation of an object on the hub.
  func startTask(_ operation: nonisolated(nonsending) @escaping () async -> Void) -> ModelTask

  /// Runs `action` as a turn after this many milliseconds on the hub's clock; never after the objects' end.
  @discardableResult
  func schedule(after milliseconds: Int64, _ action: @escaping () -> Void) -> GraphTimer

  /// Sends a message to the object of this type that a tenant has, as part of the turn.
  ///
  /// - Returns: Whether it is sent. If not, that is logged.
  func post(_ message: [UInt8], to type: String, of tenant: Tenant) -> Bool
  /// Waits until all that has been done on the hub is durable.
  ///
  /// - Throws: `CancellationError` if the task is cancelled before.
  func saved() async throws
  /// The values that tenants show to everybody.
  var publications: PublicationTable? { get }
  /// Replaces the publication of the objects' tenant, with the running turn.
  ///
  /// - Parameter value: As JSON; `nil` withdraws it.
  func publish(_ value: [UInt8]?, as type: PublicationType)

  /// The calls of a source of tables that the objects' tenant has begun.
  func sourceCalls(of source: AnyHashable) -> SourceCalls

  /// Whether notices of this level have a listener.
  func isObserved(at level: NavigationVerbosity) -> Bool
  /// Reports a notice, with the place where it happened.
  func report(_ notice: NavigationNotice)
}

extension HubServices {
  package var publications: PublicationTable? { nil }
  package func publish(_ value: [UInt8]?, as type: PublicationType) {}
  package func sourceCalls(of source: AnyHashable) -> SourceCalls { SourceCalls() }

  /// Reports a notice if a listener wants its level; otherwise the message is not even built.
  package func report(
    _ kind: NavigationNotice.Kind, model: String = "", type: String = "", _ message: @autoclosure () -> String,
    _ details: @autoclosure () -> [String: String] = [:]
  ) {
    guard isObserved(at: kind.level) else { return }
    report(NavigationNotice(kind, model: model, type: type, message: message(), details: details()))
  }
}
