/// The close codes, with words that a browser may show. Ranges mean something: 4400–4499 *don't come back as you are*,
/// 4500–4599 *final*.
extension CloseReason {
  package var code: UInt16 { closing.code }
  package var message: String { closing.message }

  /// Milliseconds after which the client should come back.
  package var retryAfter: Int? {
    switch self {
    case .restarting(let milliseconds): milliseconds
    case .elsewhere: 0
    case .unavailable: 2000
    case .tooManyWindows: 5000
    default: nil
    }
  }

  /// The one who has closed a window that can be reopened.
  package var closer: Closer? { if case .closed(let closer) = self { closer } else { nil } }

  /// The text that the client should bring as `at` when it comes back.
  package var place: String? { if case .elsewhere(let place) = self { place } else { nil } }

  /// The address of a window that opens all the same.
  package var url: String? { if case .tooManyWindows(_, let list) = self { list } else { nil } }

  /// Whether a `closing` message precedes it.
  package var isAnnounced: Bool { code >= 4400 || retryAfter != nil }

  private var closing: (code: UInt16, message: String) {
    switch self {
    case .left: (1000, "")
    case .restarting: (1012, "Restarting")
    case .elsewhere: (1012, "The window is on another event loop")
    case .unavailable: (1013, "The window can't be shown right now")
    case .malformed: (4400, "This message does not follow the protocol")
    case .eventGap: (4400, "An event is missing")
    case .expired: (4401, "Sign in again")
    case .notYourWindow: (4403, "This is not your window")
    case .noAccess: (4403, "This account has no access here")
    case .nothingHere: (4404, "There is nothing at this address")
    case .noAttach: (4408, "No attach message arrived in time")
    case .flooding: (4429, "Too many messages")
    case .tooManyWindows(let limit, _):
      (
        4429,
        "You have \(limit) \(limit == 1 ? "window" : "windows") open, which is the most. Close one, and this opens by itself."
      )
    case .tooManyOfNetwork: (4429, "Too many windows were opened from your network. Try again later.")
    case .windowDismissed: (4500, "This window was closed")
    case .closed(by: .user): (4500, "You closed this window in another one")
    case .closed(by: .app): (4500, "This window was closed by the app, or by another person")
    case .closed(by: .operator): (4500, "An operator closed this window")
    case .signedOut: (4501, "You were signed out")
    case .banned: (4502, "This account has been banned")
    case .replaced: (4503, "This window is open in another page")
    case .parked: (4504, "This window crashed the server and was set aside. Other windows are not affected.")
    case .tenantClosed: (4505, "This place was closed")
    }
  }
}
