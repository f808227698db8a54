import Oriel
import OrielDocument

extension WindowHub {
  /// A page that was told that more is saved than this store has: an older copy of the store was put back. The page goes
  /// on where it is; what it has said in between is gone with the state that had it, and its user is told.
  func followOn(from request: AttachRequest, in window: Window) {
    guard let saved = request.saved, window.applied.areBehind(saved, of: request.instance) else { return }
    context.logger.warning(
      "A page has seen a newer state than the store holds. Was an older backup restored?",
      metadata: ["window": "\(window.id)"])
    turn(in: window) {
      window.applied.applied(
        saved, of: request.instance, at: context.scheduler.wallTime, keeping: context.limits.instancesPerWindow,
        for: context.limits.instanceAge)
      window.unsaved.position = true
      context.changed(.window(window))
    }
    sendTrigger(
      kind: "notify",
      payload: [
        "title": "This window was restored from a backup",
        "body": "The server was restored from an older backup. Changes made here after it are lost.",
      ], to: [window.id], expires: context.limits.finishAfter)
  }
}
