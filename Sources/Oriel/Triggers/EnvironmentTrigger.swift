import OrielDocument

/// A one-shot effect outside of the window's document: something its page does once.
///
/// It is delivered at least once and performed at most once, also to a page that comes later, until it expires. What came
/// of it, the window's root hears as a ``TriggerOutcomeMessage``.
public struct EnvironmentTrigger: Hashable, Sendable {
  /// `openURL`, `notify`, `share`, …; `custom:` and a name for the app's own.
  public let kind: String
  /// What the page needs to know for it, such as `{"text": "…"}` for `copy`.
  public let payload: JSONValue

  /// - Parameter kind: One that pages know, or `custom:` and a name of the app's own.
  package init(kind: String, payload: JSONValue) {
    self.kind = kind
    self.payload = payload
  }

  private init(_ kind: String, _ members: [(String, JSONValue?)] = []) {
    self.kind = kind
    payload = .object(JSONObject(members.compactMap { name, value in value.map { (name, $0) } }))
  }

  /// Asks for a few stars. The outcome's value is how many.
  public static let requestReview = EnvironmentTrigger("requestReview")

  /// Prints the page.
  public static let print = EnvironmentTrigger("print")

  /// Brings the window to the front, as far as a browser lets it.
  public static let focusWindow = EnvironmentTrigger("focusWindow")

  /// Opens a URL in the user's browser.
  ///
  /// - Parameters:
  ///   - url: http, https, mailto, tel or relative; any other is not sent.
  ///   - target: A browsing context's name, `_blank` for a new one.
  public static func openURL(_ url: String, target: String = "_blank") -> EnvironmentTrigger {
    EnvironmentTrigger("openURL", [("url", .string(url)), ("target", .string(target))])
  }

  /// A notification of the system's where the user allows it, else a card in the page.
  ///
  /// - Parameters:
  ///   - title: What it is about.
  ///   - body: What there is to say.
  ///   - url: Where a tap leads: it is opened in the window as if it had been typed into its address.
  public static func notify(_ title: String, body: String? = nil, url: String? = nil) -> EnvironmentTrigger {
    EnvironmentTrigger(
      "notify", [("title", .string(title)), ("body", body.map(JSONValue.string)), ("url", url.map(JSONValue.string))])
  }

  /// Hands something to the page's means of sharing.
  public static func share(title: String? = nil, text: String? = nil, url: String? = nil) -> EnvironmentTrigger {
    EnvironmentTrigger(
      "share",
      [
        ("title", title.map(JSONValue.string)), ("text", text.map(JSONValue.string)),
        ("url", url.map(JSONValue.string)),
      ])
  }

  /// Puts a text on the clipboard of the user's machine.
  public static func copy(_ text: String) -> EnvironmentTrigger {
    EnvironmentTrigger("copy", [("text", .string(text))])
  }

  /// The number on the app's icon; 0 takes it away.
  public static func setBadge(_ count: Int) -> EnvironmentTrigger {
    EnvironmentTrigger("setBadge", [("count", .integer(max(count, 0)))])
  }

  /// One of the app's own: its page has registered a handler for the name with `handleTrigger`.
  public static func custom(_ name: String, payload: some Encodable) -> EnvironmentTrigger {
    EnvironmentTrigger(kind: "custom:\(name)", payload: (try? JSONValueEncoder.encode(payload)) ?? [:])
  }

  /// One of the app's own that needs no payload.
  public static func custom(_ name: String) -> EnvironmentTrigger {
    EnvironmentTrigger(kind: "custom:\(name)", payload: [:])
  }

  /// What a page would refuse to follow.
  var forbiddenURL: String? {
    guard let url = payload["url"]?.stringValue, !SafeURL.isAllowed(url) else { return nil }
    return url
  }
}

/// Says to a window's root what came of a trigger.
public struct TriggerOutcomeMessage: NavigationMessage, Hashable {
  /// What became of it.
  public enum Status: String, Sendable, Codable {
    /// The page has done it.
    case performed
    /// The browser refused; a user's press may still perform it.
    case blocked
    /// Its user did not want it.
    case declined
    /// The page, or the app's own code in it, does not know how.
    case unsupported
    /// Something went wrong in the page.
    case failed
  }

  /// The trigger, as it was sent to the page.
  public let trigger: EnvironmentTrigger
  /// What became of it.
  public let status: Status
  /// What the page answered: the stars of a review, `tap` for a notification.
  public let value: JSONValue?

  package init(trigger: EnvironmentTrigger, status: Status, value: JSONValue?) {
    self.trigger = trigger
    self.status = status
    self.value = value
  }
}
