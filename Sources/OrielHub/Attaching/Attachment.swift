import Oriel
import OrielDocument
import OrielMessages

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
  /// On the hub's clock.
  let attachedAt: Int64
  let client: any WindowClient
  /// Whether it is still open. Messages of an ended attachment are ignored.
  package internal(set) var isOpen = true
  /// The last revision sent; lower than the window's while the page is back-pressured or hidden.
  var sentRev = 0
  private var signs = PageSigns()
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
    attachedAt = window.hub.scheduler.now
    instance = request.instance
    self.isObserver = isObserver
    self.client = client
    (signs.browser, signs.isOutdated) = (request.browser, request.isOutdated)
    signs.heardAt = attachedAt
    if !isObserver { window.countPage(1, of: user) }
  }

  /// The id of the window's user.
  package var userID: ScalarKey { window.user.key }
  /// The tenant of the window.
  package var tenant: Tenant { window.user.account.tenant }
  var mayReceive: Bool { isOpen && !client.isChoked && !isHidden }

  /// Sends a message, and counts it if it changes what the page shows, as the page does.
  func deliver(_ message: ServerMessage) {
    switch message {
    case .state, .patch, .shared, .rows: signs.sent(at: window.hub.scheduler.now)
    default: break
    }
    client.deliver(message)
  }

  /// A message of the page has come, whatever it says.
  package func heard(at now: Int64) { signs.heardAt = now }

  /// It says what it shows.
  package func drew(_ drawn: Drawn) {
    signs.drew(drawn, of: sentRev, at: window.hub.scheduler.now)
    if !isObserver, let roundTrip = drawn.roundTrip { window.measured(roundTrip: roundTrip) }
  }

  /// Its user sees it, or does not: then it draws nothing.
  func hide(_ isHidden: Bool, at now: Int64) {
    self.isHidden = isHidden
    signs.seen(at: now)
  }

  /// How far the screen of a page is behind its window; `nil` if it is not, is not seen, or does not say.
  func lag(at now: Int64) -> PageLag? {
    isOpen && !isHidden ? signs.lag(behind: window.rev, at: now) : nil
  }

  func health(at now: Int64) -> PageHealth {
    PageHealth(
      drawn: signs.drawn?.rev, lag: lag(at: now).flatMap { $0.milliseconds >= PageLag.limit ? $0 : nil },
      isHidden: isHidden, silence: max(0, now - signs.heardAt), roundTrip: signs.roundTrip, browser: signs.browser,
      isOutdated: signs.isOutdated)
  }

  func end(_ reason: CloseReason?) {
    guard isOpen else { return }
    isOpen = false
    if isObserver { window.hub.noteLook(.performed, of: self) } else { window.countPage(-1, of: user) }
    hiddenTimer?.cancel()
    for slice in slices { slice.end() }
    slices = []
    if let reason { deliver(.closing(reason)) }
  }
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
