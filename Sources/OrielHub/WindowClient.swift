import Oriel
import OrielDocument

/// A page that looks at a window, as the hub sees it. The Gateway is behind it, a test may be.
package protocol WindowClient: AnyObject {
  func deliver(_ update: ClientUpdate)

  /// Whether it has not taken all it was given. It gets nothing but what is then current, once it has.
  var isChoked: Bool { get }
}

/// What the hub tells a page.
package enum ClientUpdate {
  case attached(AttachedPosition)
  /// The whole document; it is written only if it is encoded.
  case state(NavigationGraph, rev: Int, applied: Int)
  case patch(EncodedPatch, rev: Int, base: Int, applied: Int?)
  case saved(Int)
  /// How many operators see the window too.
  case observed(Int)
  case rejected(event: Int, EventRefusalCode, message: String, applied: Int)
  case trigger(id: String, kind: String, payload: JSONValue, expires: Int64)
  case sharedState(SharedUpdate)
  case sharedPatch(SharedUpdate)
  /// The last one.
  case close(CloseReason)
}

/// Where a page stands when it has attached.
package struct AttachedPosition: Equatable {
  package var window: WindowID
  package var user: String
  package var scene: String
  package var epoch: ScalarKey
  package var rev: Int
  package var applied: Int
  package var resumed: Bool
  /// Whether the page has asked for an address that leads nowhere: it got a window of the default scene, or its scene's.
  package var notFound = false
}

/// Something about a shared document that many pages are told with the same bytes.
package final class SharedUpdate {
  package enum Content {
    case state(NavigationGraph)
    case patch(EncodedPatch, base: Int)
  }

  package let document: String
  package let rev: Int
  package let content: Content
  /// What the Gateway made of it; kept so that it is made once.
  package var encoded: AnyObject?

  init(document: String, rev: Int, content: Content) {
    self.document = document
    self.rev = rev
    self.content = content
  }
}

/// Why the hub hangs up.
package enum CloseReason: Equatable, Sendable {
  /// The answer to `leave`.
  case left
  /// Dismissed, finished, or never known.
  case windowDismissed
  /// Another page has taken over.
  case replaced
  case notYourWindow
  /// An operator has signed its user out.
  case signedOut
  /// An operator has banned its user.
  case banned
  case tooManyWindows
  case eventGap
  /// It has ended the process again and again, or opening it did.
  case parked
  /// The store could not be read; coming back may help.
  case unavailable
  /// What the page's user has signed in with is over.
  case expired
}

/// What a page is told of an event that was not done, or failed.
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

/// What a page asks for when it comes.
package struct AttachRequest {
  package var user: User
  /// When the user's credentials were given out, in milliseconds since 1970; `nil` where they do not tell.
  package var signedInAt: Int64?
  /// Whose windows the page may come back to as well: who its browser was before somebody signed in.
  package var formerUser: ScalarKey?
  package var instance: ScalarKey
  package var scene: String?
  package var value: JSONValue?
  /// Where a new window is to lead to.
  package var url: String?
  package var window: WindowID?
  package var takeover = false
  package var epoch: ScalarKey?
  package var rev: Int?
  /// The last of its events that the page was told is saved.
  package var saved: Int?
  /// The last of its events that the page has sent.
  package var sent: Int?
  package var observe = false
  package var environment = EnvironmentReport()
  /// The kinds of presentation of the app's own that the page can draw.
  package var presents: Set<String> = []

  package init(user: User, instance: ScalarKey) {
    self.user = user
    self.instance = instance
  }

  /// Why an operator's word keeps the user out.
  func refusal(_ access: AccessList) -> CloseReason? {
    switch access.refusal(of: user.id, signedInAt: signedInAt) {
    case .banned: .banned
    case .signedOut: .signedOut
    case nil: nil
    }
  }

  func isOf(_ user: User) -> Bool { user.key == self.user.key || user.key == formerUser }

  /// Whether the page has looked at the window before, on another connection.
  func hasBeen(in window: Window) -> Bool {
    epoch != nil || rev != nil || (saved ?? 0) > 0 || (sent ?? 0) > 0 || window.openedBy == instance
  }

  var address: WindowURL? { url.flatMap(WindowURL.init) }

  /// The opening of a window. Named by what the page has asked for, before anything of the app's has run: a page that is
  /// loaded anew asks for the same.
  var opening: RecordedTurn {
    let place = [scene, value.map(JSONBytes.text), address.map { "\($0.withoutQuery)" }].compactMap(\.self)
    var turn = RecordedTurn(.open, of: "", instance: instance.text)
    turn.name = place.joined(separator: " ")
    turn.subject = Parked.Subject.opening(turn.name, user: user.id).text
    return turn
  }
}

/// What a page says of itself; absent members are as they were.
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

/// Something a user did.
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
