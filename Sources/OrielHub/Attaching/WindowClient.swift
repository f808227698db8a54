import Oriel
import OrielDocument

/// A page attached to a window, from the hub's point of view; implemented by the Gateway or by a test.
package protocol WindowClient: WorkPayer {
  func deliver(_ message: ServerMessage)

  /// Whether the socket is back-pressured. Send nothing until it drains, then the current state.
  var isChoked: Bool { get }

  /// Requeues events that the hub has kept, and hands them in again before later ones, each in the page's turn.
  ///
  /// - Returns: Whether it does. If not, the hub handles them without it.
  func requeue(_ events: [SizedEvent]) -> Bool

  /// Does work on the page's behalf, at the cost of its connection: at once, or when it is the page's turn. It is done
  /// even if the page has gone, because others may wait for it.
  func inTurn(_ work: @escaping () -> Void)

  /// Does the next piece of such work after that of others, in the page's next turn.
  func inNextTurn(_ work: @escaping () -> Void)
}

extension WindowClient {
  package func requeue(_ events: [SizedEvent]) -> Bool { false }
  package func inTurn(_ work: @escaping () -> Void) { work() }
  package func inNextTurn(_ work: @escaping () -> Void) { work() }
  package func beginWork() -> Bool { false }
  package func endWork() {}

  /// Does work on the page's behalf, and charges its connection with the time.
  package func charge<Result>(_ work: () throws -> Result) rethrows -> Result {
    guard beginWork() else { return try work() }
    defer { endWork() }
    return try work()
  }
}

extension NavigationGraph: JSONWritable {}

extension EncodedPatch: JSONWritable {
  package func write(to writer: inout JSONWriter) { writer.raw(bytes) }
}

extension ServerMessage.Attached {
  package var windowID: WindowID { WindowID(window) }
}
