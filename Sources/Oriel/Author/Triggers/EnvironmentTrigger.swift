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

  /// Loads the page again, as its user could. The window and the text typed into its fields stay.
  public static let reload = EnvironmentTrigger("reload")

  /// Asks the page whether it is well. It answers after its next frame, with the revision that it shows and whether its user sees it:
  /// `{"rev": 12, "visible": true}`. A page that stands still does not answer.
  public static let ask = EnvironmentTrigger("ask")

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

  /// Shows a notification: over the page while it is visible, else by the system if the user allows it.
  ///
  /// ```swift
  /// sendEnvironmentTrigger(.notify("Order 4711 was deleted", action: "Undo", tag: "deleted 4711"))
  ///
  /// func receive(_ message: any NavigationMessage, from child: any NavigationModel) {
  ///   guard let outcome = message as? TriggerOutcomeMessage, outcome.value == "action" else { return }
  ///   restore(outcome.tag)
  /// }
  /// ```
  /// The outcome is `performed` with the value `tap`, `action` or, after its time, `shown`; `declined` if the user has closed
  /// it.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - body: The text.
  ///   - url: The address that a tap opens in the window, as if typed into the address bar.
  ///   - tone: How good or bad it is.
  ///   - action: The label of a button, such as *Undo*.
  ///   - seconds: How long it is shown; by default 5, with a warning or an action 10. The time stands still while the user is
  ///     at it, and while the page is hidden. One in ``NotificationTone/danger`` stays until it is answered.
  ///   - tag: A name. A notification takes the place of an earlier one with the same tag.
  ///   - progress: How much of its work is done, from 0 to 1. Show each step with the same tag.
  ///   - sound: Whether a short sound is played, if the browser allows it.
  public static func notify(
    _ title: String, body: String? = nil, url: String? = nil, tone: NotificationTone? = nil, action: String? = nil,
    seconds: Int? = nil, tag: String? = nil, progress: Double? = nil, sound: Bool = false
  ) -> EnvironmentTrigger {
    EnvironmentTrigger(
      "notify",
      [
        ("title", .string(title)), ("body", body.map(JSONValue.string)), ("url", url.map(JSONValue.string)),
        ("tone", (tone?.rawValue).map(JSONValue.string)), ("action", action.map(JSONValue.string)),
        ("seconds", seconds.map { .integer(min(max($0, 1), longestNotification)) }),
        ("tag", tag.map(JSONValue.string)),
        ("progress", progress.flatMap { $0.isNaN ? nil : .number(min(max($0, 0), 1)) }), ("sound", sound ? true : nil),
      ])
  }

  /// The longest time for which a notification is shown, in seconds.
  package static let longestNotification = 3600

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

/// How good or bad the news of a notification are. See ``EnvironmentTrigger/notify(_:body:url:tone:action:seconds:tag:progress:sound:)``.
public enum NotificationTone: String, Hashable, Sendable {
  /// Something went well.
  case success = "good"
  /// The user should look at something.
  case warning = "warn"
  /// Something is wrong. It stays until the user answers it, and a screen reader says it at once.
  case danger
}

/// Tells the model at a window's root the outcome of a trigger: it comes to `receive(_:from:)` of that model. In a scene that begins with
/// `.stacked(HomeModel())`, it is the `HomeModel`, and of tabs that `.tabbed` makes, the model of the selected one.
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
  /// The page's answer: the stars of a rating; for a notification `tap`, `action` or `shown`.
  public let value: JSONValue?
  /// The tag of a notification; `nil` if it has none.
  public var tag: String? { trigger.payload["tag"]?.stringValue }

  package init(trigger: EnvironmentTrigger, status: Status, value: JSONValue?) {
    self.trigger = trigger
    self.status = status
    self.value = value
  }
}
