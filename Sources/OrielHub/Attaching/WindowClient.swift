import Oriel
import OrielDocument

/// A page attached to a window, from the hub's point of view; implemented by the Gateway or by a test.
package protocol WindowClient: AnyObject {
  func deliver(_ update: ClientUpdate)

  /// Whether the socket is back-pressured. Send nothing until it drains, then the current state.
  var isChoked: Bool { get }
}

/// A message from the hub to a page.
package enum ClientUpdate {
  case attached(AttachedPosition)
  /// The whole document, which is written only if it is encoded.
  case state(NavigationGraph, rev: Int, applied: Int)
  case patch(EncodedPatch, rev: Int, base: Int, applied: Int?)
  case saved(Int)
  /// The number of operators who are viewing the window.
  case observed(Int)
  case rejected(event: Int, EventRefusalCode, message: String, applied: Int)
  case trigger(id: String, kind: String, payload: JSONValue, expires: Int64)
  case sharedState(SharedUpdate)
  case sharedPatch(SharedUpdate)
  /// The final message.
  case close(CloseReason)
}

/// A page's position after attaching.
package struct AttachedPosition: Equatable {
  package var window: WindowID
  package var user: String
  package var scene: String
  package var epoch: ScalarKey
  package var rev: Int
  package var applied: Int
  package var resumed: Bool
  /// Whether the page asked for an address that leads nowhere. It got a window of the default scene, or of the scene it
  /// named.
  package var notFound = false
}

/// An update of a shared document, sent to many pages as the same bytes.
package final class SharedUpdate {
  package enum Content {
    case state(NavigationGraph)
    case patch(EncodedPatch, base: Int)
  }

  package let document: String
  package let rev: Int
  package let content: Content
  /// The Gateway's encoding, kept to encode it only once.
  package var encoded: AnyObject?

  init(document: String, rev: Int, content: Content) {
    self.document = document
    self.rev = rev
    self.content = content
  }
}

/// The reason why the hub closes a page.
package enum CloseReason: Equatable, Sendable {
  /// The answer to `leave`.
  case left
  /// The window was dismissed, has finished, or is unknown.
  case windowDismissed
  /// Another page has taken over.
  case replaced
  case notYourWindow
  /// An operator has signed the user out.
  case signedOut
  /// An operator has banned the user.
  case banned
  case tooManyWindows
  /// The pages of its network have opened too many.
  case tooManyOfNetwork
  case eventGap
  /// The window, or opening it, crashed the process repeatedly.
  case parked
  /// The store could not be read; trying again may help.
  case unavailable
  /// The user's sign-in has expired.
  case expired
}

/// The code of a refused or failed event.
package enum EventRefusalCode: String, Sendable { case stale, invalid, notExecutable, forbidden, failed }

extension EventRefusal {
  var code: EventRefusalCode {
    switch self {
    case .stale: .stale
    case .invalid: .invalid
    case .notExecutable: .notExecutable
    case .forbidden: .forbidden
    }
  }

  /// A phrase that is safe to show.
  var message: String {
    switch self {
    case .stale: "This is no longer on the screen"
    case .invalid(let why): why
    case .notExecutable(let why): why
    case .forbidden: "View only"
    }
  }
}

/// A page's request to attach.
package struct AttachRequest {
  package var user: User
  /// The network of the page, for limits; `nil` for one on this machine, which has none.
  package var network: String?
  /// When the user's credentials were issued, in milliseconds since 1970; `nil` if unknown.
  package var signedInAt: Int64?
  /// The user that the browser was before the sign-in, whose windows the page may return to as well.
  package var formerUser: ScalarKey?
  package var instance: ScalarKey
  package var scene: String?
  package var value: JSONValue?
  /// The address for a new window.
  package var url: String?
  package var window: WindowID?
  package var takeover = false
  package var epoch: ScalarKey?
  package var rev: Int?
  /// The last event that the page was told is saved.
  package var saved: Int?
  /// The last event that the page sent.
  package var sent: Int?
  package var observe = false
  package var environment = EnvironmentReport()
  /// The custom kinds of presentation that the page supports.
  package var presents: Set<String> = []

  package init(user: User, instance: ScalarKey) {
    self.user = user
    self.instance = instance
  }

  /// The refusal of a banned or signed-out user.
  func refusal(_ access: AccessList) -> CloseReason? {
    switch access.refusal(of: user.id, signedInAt: signedInAt) {
    case .banned: .banned
    case .signedOut: .signedOut
    case nil: nil
    }
  }

  /// Whether it asks for a window in which nothing had been done.
  func returnsToUntouched(_ visitors: VisitorLimits) -> Bool { window.map(visitors.remembers) ?? false }

  func isOf(_ user: User) -> Bool { user.key == self.user.key || user.key == formerUser }

  /// Whether the page has shown the window before, on another connection.
  func hasBeen(in window: Window) -> Bool {
    epoch != nil || rev != nil || (saved ?? 0) > 0 || (sent ?? 0) > 0 || window.openedBy == instance
  }

  var address: WindowURL? { url.flatMap(WindowURL.init) }

  /// The turn that opens a window. It is named by the page's request, before any code of the app runs, because a
  /// reloaded page makes the same request.
  var opening: RecordedTurn {
    let place = [scene, value.map(JSONBytes.text), address.map { "\($0.withoutQuery)" }].compactMap(\.self)
    var turn = RecordedTurn(.open, of: "", instance: instance.text)
    turn.name = place.joined(separator: " ")
    turn.subject = Parked.Subject.opening(turn.name, user: user.id).text
    return turn
  }
}

/// A page's report about itself; absent members are unchanged.
package struct EnvironmentReport: Equatable, Sendable {
  package var locale: String?
  package var timeZone: String?
  package var colorScheme: ColorScheme?
  package var reducedMotion: Bool?
  package var width: Double?
  package var height: Double?
  package var visible: Bool?

  package init() {}
}

/// An event of a user.
package struct WindowEvent: Equatable, Sendable {
  package var id: Int
  package var model: String
  package var element: String?
  package var name: String
  package var value: JSONValue?

  package init(id: Int, model: String, element: String? = nil, name: String, value: JSONValue? = nil) {
    self.id = id
    self.model = model
    self.element = element
    self.name = name
    self.value = value
  }
}
