import OrielDocument

/// An item that a user can share.
public struct ShareItem: Sendable, Hashable {
  /// The item's title, for targets that show one.
  public var title: String?
  /// The text to share. An item has a text, a URL, or both.
  public var text: String?
  /// The URL to share: relative, or with the scheme http, https, mailto or tel.
  public var url: String?

  /// Creates an item without checking it. The command refuses an item with neither text nor URL, or with a forbidden
  /// URL.
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

struct ShareCommand: NavigationCommand {
  let item: ShareItem

  func plan(for caller: any NavigationModel) -> CommandPlan {
    guard let graph = caller._node.graph else { return .notExecutable(.notAttached) }
    if let url = item.url, !SafeURL.isAllowed(url) { return .notExecutable(.forbiddenURL(url)) }
    guard item.url != nil || item.text != nil else { return .notExecutable(.nothingToShare) }
    return .change { graph.perform(.sendTrigger(EnvironmentTrigger(kind: "share", payload: item.payload))) }
  }
}

extension NavigationCommand where Self == AnyNavigationCommand {
  /// Opens the page's share sheet; a page without one offers to copy the item.
  public static func share(_ item: ShareItem) -> Self { Self(ShareCommand(item: item)) }
}

extension NavigationModel {
  /// Opens the page's share sheet for an item.
  ///
  /// - Returns: `nothingToShare` without a text or a URL; `forbiddenURL` for a URL that is not relative and not http,
  ///   https, mailto or tel.
  @discardableResult
  public func share(_ item: ShareItem) -> CommandResult { execute(.share(item)) }
}
