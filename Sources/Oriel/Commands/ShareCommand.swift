import OrielDocument

/// What a user may pass on (F68).
public struct ShareItem: Sendable, Hashable {
  /// What it is called, where the means of sharing shows that.
  public var title: String?
  /// Words to pass on. An item has a text, a URL, or both.
  public var text: String?
  /// http, https, mailto, tel or relative.
  public var url: String?

  /// Nothing is checked here; the command refuses an item without text and URL, and one with another kind of URL.
  public init(title: String? = nil, text: String? = nil, url: String? = nil) {
    self.title = title
    self.text = text
    self.url = url
  }

  var payload: JSONValue {
    var members = JSONObject()
    members["title"] = title.map(JSONValue.string)
    members["text"] = text.map(JSONValue.string)
    members["url"] = url.map(JSONValue.string)
    return .object(members)
  }
}

/// Lets the user pass something on, by the means of the page (F68).
public struct ShareCommand: NavigationCommand {
  let item: ShareItem

  public func plan(for caller: any NavigationModel) -> CommandPlan {
    guard let host = caller._node.graph?.host else { return .notExecutable(.notAttached) }
    if let url = item.url, !SafeURL.isAllowed(url) { return .notExecutable(.forbiddenURL(url)) }
    guard item.url != nil || item.text != nil else { return .notExecutable(.nothingToShare) }
    return .change { host.sendTrigger(kind: "share", payload: item.payload) }
  }
}

extension NavigationCommand where Self == ShareCommand {
  /// Hands the item to the page's means of sharing; one that has none offers to copy it.
  public static func share(_ item: ShareItem) -> Self { Self(item: item) }
}

extension NavigationModel {
  /// Lets the user pass something on, by the means of the page (F68).
  ///
  /// - Returns: `nothingToShare` without a text or a URL, `forbiddenURL` for one that is not http, https, mailto, tel
  ///   or
  ///   relative.
  @discardableResult
  public func share(_ item: ShareItem) -> CommandResult { execute(.share(item)) }
}
