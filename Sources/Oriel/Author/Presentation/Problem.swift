/// An error whose text its user reads: what can't be done, and what to do instead.
///
/// ```swift
/// Button("Refund") {
///   guard amount <= order.total else { throw Problem("Refund \(order.total) or less.") }
///   try desk.refund(order.id, amount)
/// }
/// ```
///
/// Thrown by the handler of an event, it is shown to the user who did it, and isn't logged. Any other error is logged, and its user
/// reads that something went wrong. Changes that the handler has made before stay. See also ``View/problem(_:)``.
public struct Problem: Error, Equatable, Sendable {
  /// The text, a sentence.
  public let text: String

  /// Creates a problem.
  public init(_ text: String) { self.text = text }
}
