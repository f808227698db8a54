import Oriel
import OrielDocument

/// A page's request to attach, and the user it is signed in as.
@dynamicMemberLookup
package struct AttachRequest {
  package var user: User
  /// The network of the page, for limits; `nil` for one on this machine, which has none.
  package var network: String?
  /// The host name in the page's request.
  package var host = ""
  /// The browser and its system, in a few words; empty if unknown.
  package var browser = ""
  /// Whether the page was loaded from files that the server does not have any more.
  package var isOutdated = false
  /// When the user's credentials were issued, in milliseconds since 1970; `nil` if unknown.
  package var signedInAt: Int64?
  /// The user that the browser was before the sign-in, whose windows the page may return to as well.
  package var formerUser: ScalarKey?
  /// The size of the message.
  package var bytes = 0
  /// The page's own words. The ids in them are compared by their scalars.
  package var attach: Attach

  package init(user: User, instance: ScalarKey) { self.init(user: user, Attach(instance: instance.text)) }

  package init(user: User, _ attach: Attach) {
    self.user = user
    self.attach = attach
  }

  package subscript<Value>(dynamicMember member: WritableKeyPath<Attach, Value>) -> Value {
    get { attach[keyPath: member] }
    set { attach[keyPath: member] = newValue }
  }

  package var instance: ScalarKey {
    get { ScalarKey(attach.instance) }
    set { attach.instance = newValue.text }
  }
  package var window: WindowID? {
    get { attach.window.map { WindowID($0) } }
    set { attach.window = newValue?.rawValue }
  }
  package var epoch: ScalarKey? {
    get { attach.epoch.map { ScalarKey($0) } }
    set { attach.epoch = newValue?.text }
  }
  /// The custom kinds of presentation that the page supports: at most 100, of 64 bytes each.
  package var presents: Set<String> { Set(attach.capabilities.present.lazy.filter { $0.utf8.count <= 64 }.prefix(100)) }

  /// The refusal of a banned or signed-out user.
  func refusal(_ access: AccessList) -> CloseReason? {
    switch access.refusal(of: user.id, signedInAt: signedInAt) {
    case .banned: .banned
    case .signedOut: .signedOut
    case nil: nil
    }
  }

  func isOf(_ user: User) -> Bool { user.key == self.user.key || user.key == formerUser }

  /// Whether the page has shown the window before, on another connection.
  func hasBeen(in window: Window) -> Bool {
    epoch != nil || attach.rev != nil || (attach.saved ?? 0) > 0 || (attach.sent ?? 0) > 0
      || window.openedBy == instance
  }

  var address: WindowURL? { attach.url.flatMap(WindowURL.init) }

  /// The turn that opens a window. It is named by the page's request, before any code of the app runs, because a
  /// reloaded page makes the same request.
  var opening: CrashJournalEntry {
    let place = [attach.scene, attach.value.map(JSONBytes.text), address.map { "\($0.withoutQuery)" }].compactMap(
      \.self)
    var turn = CrashJournalEntry(.open, of: "", instance: instance.text)
    turn.name = place.joined(separator: " ")
    turn.subject = Parked.Subject.opening(turn.name, user: user.id).text
    return turn
  }
}
