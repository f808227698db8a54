/// One page looking at one window.
package final class Attachment {
  package let instance: String
  package let isObserver: Bool
  let client: any WindowClient
  /// Ended attachments are no-ops: what they still say comes too late.
  package internal(set) var isOpen = true
  /// What was sent last; behind the window's while the page is choked or hidden.
  var sentRev = 0
  var isHidden = false
  var hiddenTimer: ScheduledTimer?
  /// Applied events that an answer is still owed for.
  var owesAnswer = false
  let window: Window
  /// The revisions of the shared documents it was sent.
  var sharedRevs: [String: Int] = [:]

  init(window: Window, instance: String, isObserver: Bool, client: any WindowClient) {
    self.window = window
    self.instance = instance
    self.isObserver = isObserver
    self.client = client
  }

  var mayReceive: Bool { isOpen && !client.isChoked && !isHidden }

  func end(_ reason: CloseReason?) {
    guard isOpen else { return }
    isOpen = false
    hiddenTimer?.cancel()
    if let reason { client.deliver(.close(reason)) }
  }
}
