import OrielDocument

/// Where a new window is to be, if the browser lets it: a hint, in CSS pixels of the user's screen.
///
/// With one, most browsers open a window of its own rather than a tab. A phone ignores it.
public struct WindowPlacement: Sendable, Codable, Hashable {
  /// From the screen's left edge.
  public var x: Int?
  /// From the screen's upper edge.
  public var y: Int?
  /// Of what the page has to itself.
  public var width: Int?
  /// Of what the page has to itself.
  public var height: Int?

  /// What is left out is for the browser to choose.
  public init(x: Int? = nil, y: Int? = nil, width: Int? = nil, height: Int? = nil) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }

  /// By the names that `window.open` has for them.
  package var rendered: JSONValue {
    let members = [("left", x), ("top", y), ("width", width), ("height", height)]
    return .object(JSONObject(members.compactMap { name, value in value.map { (name, JSONValue.integer($0)) } }))
  }
}
