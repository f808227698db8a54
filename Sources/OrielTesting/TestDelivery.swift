import Oriel
import OrielDocument
import OrielHub

/// One thing the hub told a page, as a value that compares.
package enum TestDelivery: Equatable {
  case attached(AttachedPosition)
  case state(rev: Int, applied: Int)
  case patch(Patch, rev: Int, base: Int, applied: Int?)
  case saved(Int)
  case observed(Int)
  case rejected(event: Int, EventRefusalCode, message: String, applied: Int)
  case trigger(TestTrigger)
  case sharedState(String, rev: Int)
  case sharedPatch(String, Patch, rev: Int, base: Int)
  case close(CloseReason)
}

/// A one-shot effect that a page was asked for.
public struct TestTrigger: Equatable, Sendable {
  /// The server's; it says which one is answered.
  public let id: String
  /// `openWindow`, `openURL`, `notify`, …
  public let kind: String
  /// What the page needs to know for it, such as `{"text": "…"}` for `copy`.
  public let payload: JSONValue
  /// Milliseconds from when it was received.
  public let expires: Int64

  /// To compare with.
  public init(id: String, kind: String, payload: JSONValue, expires: Int64) {
    self.id = id
    self.kind = kind
    self.payload = payload
    self.expires = expires
  }
}
