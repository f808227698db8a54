import OrielDocument

/// One page looking at one window.
package final class Attachment {
  package let instance: ScalarKey
  package let isObserver: Bool
  /// Who looks: the window's own user, or who watches.
  let user: ScalarKey
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
  var sharedRevs = SharedRevisions()

  init(window: Window, _ request: AttachRequest, isObserver: Bool, client: any WindowClient) {
    self.window = window
    user = request.user.key
    instance = request.instance
    self.isObserver = isObserver
    self.client = client
    window.countAttachment(1)
  }

  /// Whose window it is.
  package var userID: ScalarKey { window.user.user.key }
  var mayReceive: Bool { isOpen && !client.isChoked && !isHidden }

  func end(_ reason: CloseReason?) {
    guard isOpen else { return }
    isOpen = false
    window.countAttachment(-1)
    hiddenTimer?.cancel()
    if let reason { client.deliver(.close(reason)) }
  }
}

/// The revisions of the shared documents that a page was sent. A page shows one or two: looking through them costs less
/// than hashing, at each of a broadcast's receivers.
struct SharedRevisions {
  private var all: [(document: String, rev: Int)] = []

  subscript(document: String) -> Int? {
    get { all.first { $0.document == document }?.rev }
    set {
      let place = all.firstIndex { $0.document == document }
      switch (place, newValue) {
      case (let place?, let rev?): all[place].rev = rev
      case (let place?, nil): all.remove(at: place)
      case (nil, let rev?): all.append((document, rev))
      case (nil, nil): break
      }
    }
  }
}
