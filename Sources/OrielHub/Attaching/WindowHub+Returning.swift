import Oriel
import OrielDocument

extension WindowHub {
  /// Decides where a returning page continues.
  ///
  /// A page that the window may have forgotten continues after the last event it knows to be saved; events it sent
  /// later may have run, and are refused. A page that knows of saved events that this store does not have continues
  /// where it is: an older copy of the store was restored, the events in between are lost with their state, and the
  /// user is told.
  func placeReturningPage(from request: AttachRequest, in window: Window) {
    guard request.hasBeen(in: window) else { return }
    let before = window.applied
    let page = window.applied.cameBack(
      request.instance, saved: request.saved ?? 0, sent: request.sent, at: scheduler.wallTime,
      limits.instances)
    guard window.applied != before else { return }
    turn(in: window) {
      window.unsaved.position = true
      changes.add(.window(window))
    }
    // A window that was deleted because nothing had been done in it is made again, and nothing is lost.
    if page == .ahead, !visitors.remembers(request.window) { notifyOfOlderStore(in: window) }
  }

  /// It is not stored, because only the page says so, which can say anything.
  private func notifyOfOlderStore(in window: Window) {
    log(
      .warning, onceAMinute: "older store",
      "A page has seen a newer state than the store holds. Was an older backup restored?",
      ["window": "\(window.id)"])
    sendTrigger(
      kind: "notify",
      payload: [
        "title": "This window was restored from a backup",
        "body": "The server was restored from an older backup. Changes made here after it are lost.",
      ], to: [window.id], expires: limits.finishAfter, isSecret: true)
  }
}
