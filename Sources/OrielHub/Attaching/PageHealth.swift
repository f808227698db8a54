import OrielMessages

/// The state of a page: the revision that it shows, and its connection.
package struct PageHealth: Equatable, Sendable {
  /// The revision of its window that it shows, as it has said; `nil` until then.
  package var drawn: Int?
  /// How far it is behind its window.
  package var lag: PageLag?
  /// Whether its user does not see it, so that it draws nothing.
  package var isHidden: Bool
  /// Milliseconds since its last message.
  package var silence: Int64
  /// The milliseconds between a message and its answer, as the page has measured them last.
  package var roundTrip: Int?
  /// The browser and its system, as the page's request has named them.
  package var browser: String
  /// Whether it was loaded from files that the server does not have any more.
  package var isOutdated: Bool

  package init(
    drawn: Int? = nil, lag: PageLag? = nil, isHidden: Bool = false, silence: Int64, roundTrip: Int? = nil,
    browser: String = "", isOutdated: Bool = false
  ) {
    (self.drawn, self.lag, self.isHidden) = (drawn, lag, isHidden)
    (self.silence, self.roundTrip, self.browser, self.isOutdated) = (silence, roundTrip, browser, isOutdated)
  }
}

/// How far a page is behind.
package struct PageLag: Equatable, Sendable {
  /// The changes of its window, shared documents and tables that it does not show.
  package var changes: Int
  /// For how long it has not.
  package var milliseconds: Int64

  /// From then on a page is behind: it tells what it shows every two seconds.
  static let limit: Int64 = 4000

  package init(changes: Int, milliseconds: Int64) { (self.changes, self.milliseconds) = (changes, milliseconds) }
}

/// The signs of life of a page.
struct PageSigns {
  /// Its last report; `nil` until then.
  private(set) var drawn: Drawn?
  /// How many messages it was sent that change what it shows.
  private var sent = 0
  /// Since when there is one that it does not show, on the hub's clock.
  private var undrawnSince: Int64?
  private(set) var roundTrip: Int?
  /// When its last message came, on the hub's clock.
  var heardAt: Int64 = 0
  var browser = ""
  var isOutdated = false

  mutating func sent(at now: @autoclosure () -> Int64) {
    sent += 1
    if drawn != nil, undrawnSince == nil { undrawnSince = now() }
  }

  /// Takes a report, unless it names something that was not sent, or is older than the last one.
  ///
  /// - Parameter rev: The last revision that it was sent.
  mutating func drew(_ shown: Drawn, of rev: Int, at now: Int64) {
    guard shown.rev <= rev, shown.messages <= sent, shown.rev >= drawn?.rev ?? 0,
      shown.messages >= drawn?.messages ?? 0
    else { return }
    drawn = shown
    undrawnSince = shown.messages < sent ? now : nil
    roundTrip = shown.roundTrip ?? roundTrip
  }

  /// Its user sees it from now on, or does not: then it draws nothing.
  mutating func seen(at now: Int64) {
    if undrawnSince != nil { undrawnSince = now }
  }

  /// - Parameter rev: The revision of its window.
  func lag(behind rev: Int, at now: Int64) -> PageLag? {
    guard let drawn, let undrawnSince else { return nil }
    return PageLag(changes: max(sent - drawn.messages, rev - drawn.rev), milliseconds: max(0, now - undrawnSince))
  }
}
