import Oriel
import OrielDocument

/// A page's attachment to a window.
package final class Attachment {
  package let instance: ScalarKey
  package let isObserver: Bool
  /// The page's user: the window's own, or an observer.
  let user: ScalarKey
  /// The rights of an observer.
  var rights = OperatorRights.all
  let network: String?
  /// The host name in the page's request.
  let host: String
  let client: any WindowClient
  /// Whether it is still open. Messages of an ended attachment are ignored.
  package internal(set) var isOpen = true
  /// The last revision sent; lower than the window's while the page is back-pressured or hidden.
  private(set) var sentRev = 0
  /// The revision that the page shows, as it has said; `nil` until then.
  private var drawnRev: Int?
  /// Since when it has a revision that it does not show, on the hub's clock.
  private var undrawnSince: Int64?
  var isHidden = false
  var hiddenTimer: ScheduledTimer?
  /// Whether an applied event has not been answered yet.
  var owesAnswer = false
  let window: Window
  /// The revisions of the shared documents sent to it.
  var sharedRevs = SharedRevisions()
  /// The rows that it sees of tables.
  var slices: [TableSlice] = []

  init(window: Window, _ request: AttachRequest, isObserver: Bool, client: any WindowClient) {
    self.window = window
    user = request.user.key
    network = request.network
    host = request.host
    instance = request.instance
    self.isObserver = isObserver
    self.client = client
    window.countAttachment(1, of: isObserver ? nil : user)
  }

  /// The id of the window's user.
  package var userID: ScalarKey { window.user.key }
  /// The tenant of the window.
  package var tenant: Tenant { window.user.account.tenant }
  var mayReceive: Bool { isOpen && !client.isChoked && !isHidden }

  /// It is sent a revision.
  func sent(_ rev: Int, at now: Int64) {
    sentRev = rev
    if let drawnRev, drawnRev < rev, undrawnSince == nil { undrawnSince = now }
  }

  /// It says that it shows a revision. One that it was not sent, or that is older than before, is not believed.
  package func drew(_ rev: Int, at now: Int64) {
    guard rev <= sentRev, rev >= drawnRev ?? 0 else { return }
    drawnRev = rev
    undrawnSince = rev < sentRev ? now : nil
  }

  /// Its user sees it, or does not: then it draws nothing.
  func hide(_ isHidden: Bool, at now: Int64) {
    self.isHidden = isHidden
    if undrawnSince != nil { undrawnSince = now }
  }

  /// How far the screen of a page is behind its window; `nil` if it is not, is not seen, or does not say.
  func lag(at now: Int64) -> PageLag? {
    guard isOpen, !isHidden, let drawnRev, let undrawnSince, drawnRev < window.rev else { return nil }
    return PageLag(revisions: window.rev - drawnRev, milliseconds: max(0, now - undrawnSince))
  }

  func end(_ reason: CloseReason?) {
    guard isOpen else { return }
    isOpen = false
    window.countAttachment(-1, of: isObserver ? nil : user)
    hiddenTimer?.cancel()
    for slice in slices { slice.end() }
    slices = []
    if let reason { client.deliver(.closing(reason)) }
  }
}

/// How far a page is behind.
package struct PageLag: Equatable, Sendable {
  /// The revisions that it does not show.
  package var revisions: Int
  /// For how long it has not.
  package var milliseconds: Int64

  /// From then on a page is behind: it tells what it shows every two seconds.
  static let limit: Int64 = 4000
}

/// The revisions of the shared documents sent to a page. A page shows one or two, so a linear search costs less than
/// hashing for each receiver of a broadcast.
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
