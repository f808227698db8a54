import OrielHub

/// A close code with the words a browser may show. Ranges mean something: 4400–4499 *don't come back as you are*,
/// 4500–4599 *final*.
package struct CloseCode: Equatable, Sendable {
  package let code: UInt16
  package let message: String
  /// Milliseconds after which the client should come back.
  package var retryAfter: Int?

  init(_ code: UInt16, _ message: String, retryAfter: Int? = nil) {
    self.code = code
    self.message = message
    self.retryAfter = retryAfter
  }

  package static let malformed = CloseCode(4400, "This message does not follow the protocol")
  package static let noAttach = CloseCode(4408, "No attach message arrived in time")
  package static let flooding = CloseCode(4429, "Too many messages")
  static func restarting(retryAfter: Int) -> CloseCode { CloseCode(1012, "Restarting", retryAfter: retryAfter) }

  init(_ reason: CloseReason) {
    switch reason {
    case .left: self.init(1000, "")
    case .windowDismissed: self.init(4500, "This window was closed")
    case .signedOut: self.init(4501, "You were signed out")
    case .banned: self.init(4502, "This account has been banned")
    case .replaced: self.init(4503, "This window is open in another page")
    case .notYourWindow: self.init(4403, "This is not your window")
    case .tooManyWindows: self.init(4429, "Too many windows are open. Close one first.")
    case .tooManyOfNetwork: self.init(4429, "Too many windows were opened from your network. Try again later.")
    case .eventGap: self.init(4400, "An event is missing")
    case .parked: self.init(4504, "This window crashed the server and was set aside. Other windows are not affected.")
    case .expired: self.init(4401, "Sign in again")
    case .unavailable: self.init(1013, "The window can't be shown right now", retryAfter: 2000)
    }
  }

  /// Whether a `closing` message precedes it.
  var isAnnounced: Bool { code >= 4400 || retryAfter != nil }
}
