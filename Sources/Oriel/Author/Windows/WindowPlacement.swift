import OrielDocument

/// The position and size of a new window in CSS pixels of the user's screen. It is a hint to the browser.
///
/// With a placement, most browsers open a separate window rather than a tab. Phones ignore it.
public struct WindowPlacement: Sendable, Codable, Hashable {
  /// From the screen's left edge.
  public var x: Int?
  /// From the screen's upper edge.
  public var y: Int?
  /// The size of the page's content area in this direction.
  public var width: Int?
  /// The size of the page's content area in this direction.
  public var height: Int?

  /// Creates a placement. The browser chooses the values that are left out.
  public init(x: Int? = nil, y: Int? = nil, width: Int? = nil, height: Int? = nil) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }

  /// The features under the names that `window.open` uses.
  package var rendered: JSONValue {
    let members = [("left", x), ("top", y), ("width", width), ("height", height)]
    return .object(JSONObject(members.compactMap { name, value in value.map { (name, JSONValue.integer($0)) } }))
  }
}
