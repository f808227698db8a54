/// The reason why a page was closed.
public enum CloseReason: Equatable, Sendable {
  /// The user closed the window.
  case left
  /// The window was dismissed, has finished, or is unknown.
  case windowDismissed
  /// The window was closed and can be reopened for some minutes.
  case closed(by: Closer)
  /// Another page has taken over the window.
  case replaced
  /// The window belongs to another user, or the page's user lacks the right.
  case notYourWindow
  /// The tenant does not admit the user.
  case noAccess
  /// An operator has closed the tenant.
  case tenantClosed
  /// No tenant has the address that the page asked for.
  case nothingHere
  /// An operator has signed the user out.
  case signedOut
  /// An operator has banned the user.
  case banned
  /// Pages show as many windows of the user as they may; this one can be shown once another is closed. `list` is the address
  /// of a window that lists them, and that opens all the same.
  case tooManyWindows(limit: Int, list: String? = nil)
  /// The pages of its network have opened too many windows.
  case tooManyOfNetwork
  /// An event's id was not the next one. This is a bug in Oriel.
  case eventGap
  /// The window, or opening it, crashed the server repeatedly and was parked.
  case parked
  /// The window could not be read from the store; trying again may help.
  case unavailable
  /// The user's sign-in has expired; signing in again helps.
  case expired
  /// A message did not follow the protocol.
  case malformed
  /// No `attach` arrived in time.
  case noAttach
  /// The page sent more messages than it may.
  case flooding
  /// The server restarts; the page should come back after that many milliseconds.
  case restarting(retryAfter: Int)
  /// Another event loop has the window; the page should come back at once and bring these words as `at`.
  case elsewhere(at: String)
}

/// The one who has closed a window.
public enum Closer: String, Sendable {
  /// Its user, in another window.
  case user
  /// The app, for another user or by itself.
  case app
  /// An operator.
  case `operator`
}
