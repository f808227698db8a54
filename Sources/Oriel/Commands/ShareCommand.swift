import OrielDocument

/// What a user may pass on (F68).
public struct ShareItem: Sendable, Hashable {
  public var title: String?
  public var text: String?
  /// http, https, mailto, tel or relative.
  public var url: String?

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
  public static func share(_ item: ShareItem) -> Self { Self(item: item) }
}

extension NavigationModel {
  @discardableResult
  public func share(_ item: ShareItem) -> CommandResult { execute(.share(item)) }
}
