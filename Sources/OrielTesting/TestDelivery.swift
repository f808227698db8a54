import Oriel
import OrielDocument
import OrielMessages

/// A message from the hub to a page, as a comparable value.
package enum TestDelivery: Equatable {
  case attached(ServerMessage.Attached)
  case state(rev: Int, applied: Int)
  case patch(Patch, rev: Int, base: Int, applied: Int?)
  case saved(Int)
  case observed(Int)
  case rejected(event: Int, EventRefusalCode, message: String, applied: Int)
  case trigger(TestTrigger)
  case sharedState(String, rev: Int)
  case sharedPatch(String, Patch, rev: Int, base: Int)
  case rowsState(String, rev: Int)
  case rowsPatch(String, Patch, rev: Int, base: Int)
  case closing(CloseReason)
}

/// A one-shot effect that a page was asked to perform.
public struct TestTrigger: Equatable, Sendable {
  /// The server's id for the trigger, which the answer names.
  public let id: String
  /// `openWindow`, `openURL`, `notify`, …
  public let kind: String
  /// The data for the page, such as `{"text": "…"}` for `copy`.
  public let payload: JSONValue
  /// Milliseconds from its receipt until it expires.
  public let expires: Int64

  /// Creates a trigger to compare with.
  public init(id: String, kind: String, payload: JSONValue, expires: Int64) {
    self.id = id
    self.kind = kind
    self.payload = payload
    self.expires = expires
  }
}
