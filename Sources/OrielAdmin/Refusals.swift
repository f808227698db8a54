import OrielDocument
import OrielGateway
import OrielHub

/// Records attempts by users who are not operators, at most once in a while for each, so that they can't fill the
/// audit. Used on the hub only.
final class Refusals: @unchecked Sendable {
  private static let interval: Int64 = 60_000
  private static let remembered = 1000

  // Guard: used only by the hub's routes.
  private var last: [ScalarKey: Int64] = [:]

  func note(_ request: HTTPRequest, of who: Operator, _ hub: WindowHub) {
    let (now, key) = (hub.wallTime, ScalarKey(who.id))
    if let time = last[key], now - time < Self.interval { return }
    if last.count >= Self.remembered { last = last.filter { now - $0.value < Self.interval } }
    guard last.count < Self.remembered else { return }
    last[key] = now
    hub.record(
      AuditRecord(
        who: who.id, way: who.way, act: request.method == "GET" ? "look" : "act", outcome: .forbidden))
  }
}
