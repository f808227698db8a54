import OrielDocument

/// A one-shot effect outside the window's document, performed by its page.
///
/// It is delivered at least once and performed at most once, also by a page that attaches later, until it expires; see
/// <doc:Rules#A-trigger-waits-for-its-page>. The window's root receives the result as a ``TriggerOutcomeMessage``. The store keeps the payload; ``secret`` prevents that.
public struct EnvironmentTrigger: Hashable, Sendable {
  /// The kind: `openURL`, `notify`, `download`, …, or `custom:` followed by the app's own name.
  public let kind: String
  /// The data for the page, such as `{"text": "…"}` for `copy`.
  public let payload: JSONValue
  /// Whether the server keeps it in memory only. See ``secret``.
  public private(set) var isSecret = false

  /// - Parameter kind: A predefined kind, or `custom:` followed by the app's own name.
  package init(kind: String, payload: JSONValue, isSecret: Bool = false) {
    self.kind = kind
    self.payload = payload
    self.isSecret = isSecret
  }

  /// A copy of this trigger whose payload is never written to the store, for credentials.
  ///
  /// ```swift
  /// sendEnvironmentTrigger(.custom("sign-in", payload: token).secret)
  /// ```
  ///
  /// It is sent to a page at most once: a page whose connection is lost at that moment never receives it. It does not
  /// reach windows that are asleep, and it is lost when the server restarts.
  public var secret: EnvironmentTrigger {
    var trigger = self
    trigger.isSecret = true
    return trigger
  }

  private init(_ kind: String, _ members: [(String, JSONValue?)] = []) {
    self.kind = kind
    payload = .object(JSONObject(members.compactMap { name, value in value.map { (name, $0) } }))
  }

  /// Asks the user for a rating. The outcome's value is the number of stars.
  public static let requestReview = EnvironmentTrigger("requestReview")

  /// Prints the page.
  public static let print = EnvironmentTrigger("print")

  /// Brings the window to the front, as far as the browser allows.
  public static let focusWindow = EnvironmentTrigger("focusWindow")

  /// Opens a URL in the user's browser.
  ///
  /// - Parameters:
  ///   - url: A relative URL, or one with the scheme http, https, mailto or tel; any other is not sent.
  ///   - target: The name of a browsing context; `_blank` opens a new one.
  public static func openURL(_ url: String, target: String = "_blank") -> EnvironmentTrigger {
    EnvironmentTrigger("openURL", [("url", .string(url)), ("target", .string(target))])
  }

  /// Shows a system notification if the user allows it, or else a card in the page.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - body: The text.
  ///   - url: The address that a tap opens in the window, as if typed into the address bar.
  public static func notify(_ title: String, body: String? = nil, url: String? = nil) -> EnvironmentTrigger {
    EnvironmentTrigger(
      "notify", [("title", .string(title)), ("body", body.map(JSONValue.string)), ("url", url.map(JSONValue.string))])
  }

  /// Opens the page's share sheet.
  public static func share(title: String? = nil, text: String? = nil, url: String? = nil) -> EnvironmentTrigger {
    EnvironmentTrigger(
      "share",
      [
        ("title", title.map(JSONValue.string)), ("text", text.map(JSONValue.string)),
        ("url", url.map(JSONValue.string)),
      ])
  }

  /// Copies a text to the user's clipboard.
  public static func copy(_ text: String) -> EnvironmentTrigger {
    EnvironmentTrigger("copy", [("text", .string(text))])
  }

  /// Has the page save what an address of this server answers, such as that of an ``Endpoint``.
  ///
  /// - Parameters:
  ///   - url: The address, as for `openURL`.
  ///   - name: The suggested name of the file; the answer's own wins. Browsers ignore it for another server's address.
  public static func download(_ url: String, name: String? = nil) -> EnvironmentTrigger {
    EnvironmentTrigger("download", [("url", .string(url)), ("name", name.map(JSONValue.string))])
  }

  /// Sets the number on the app's icon; 0 removes it.
  public static func setBadge(_ count: Int) -> EnvironmentTrigger {
    EnvironmentTrigger("setBadge", [("count", .integer(max(count, 0)))])
  }

  /// A custom trigger, for which the page has registered a handler with `handleTrigger`.
  public static func custom(_ name: String, payload: some Encodable = [String: String]()) -> EnvironmentTrigger {
    EnvironmentTrigger(kind: "custom:\(name)", payload: (try? JSONValueEncoder.encode(payload)) ?? [:])
  }

  /// A URL that a page would refuse to open, if there is one.
  var forbiddenURL: String? {
    guard let url = payload["url"]?.stringValue, !SafeURL.isAllowed(url) else { return nil }
    return url
  }
}

/// Tells a window's root the outcome of a trigger.
public struct TriggerOutcomeMessage: NavigationMessage, Hashable {
  /// The outcome of a trigger.
  public enum Status: String, Sendable, Codable {
    /// The page performed it.
    case performed
    /// The browser refused it; a click of the user may still perform it.
    case blocked
    /// The user declined it.
    case declined
    /// The page, or the app's script in it, has no handler for it.
    case unsupported
    /// It failed in the page.
    case failed
  }

  /// The trigger that was sent to the page.
  public let trigger: EnvironmentTrigger
  /// The outcome of a trigger.
  public let status: Status
  /// The page's answer: the stars of a rating, or `tap` for a notification.
  public let value: JSONValue?

  package init(trigger: EnvironmentTrigger, status: Status, value: JSONValue?) {
    self.trigger = trigger
    self.status = status
    self.value = value
  }
}
