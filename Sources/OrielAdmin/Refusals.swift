import OrielGateway
import OrielHub

/// Records attempts by users who are not operators, at most once a minute for each, so that they can't fill the audit.
/// Used on the hub only.
final class Refusals: @unchecked Sendable {
  // Guard: used only by the hub's routes.
  private var records = LineLimit()

  func record(_ request: HTTPRequest, of who: Operator, _ hub: WindowHub) {
    guard records.admit(who.id, now: hub.wallTime) != nil else { return }
    hub.record(
      AuditRecord(
        who: who.id, way: who.way, act: request.method == "GET" ? "look" : "act", outcome: .forbidden), on: nil)
  }
}
