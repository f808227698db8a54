import OrielDocument

/// The parts around its screens that a stack omits.
public struct StackDisplayOptions: OptionSet, Sendable, Hashable, Codable {
  public let rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }

  /// No toolbar above the screens.
  public static let hideToolbar = Self(rawValue: 1)
  /// No back button; the browser's still works.
  public static let hideBackButton = Self(rawValue: 2)
  /// Small titles, on the same line as the toolbar.
  public static let inlineTitle = Self(rawValue: 4)

  var rendered: [JSONValue] {
    let names: [(Self, JSONValue)] = [
      (.hideToolbar, "hideToolbar"), (.hideBackButton, "hideBackButton"), (.inlineTitle, "inlineTitle"),
    ]
    return names.filter { contains($0.0) }.map(\.1)
  }
}

/// How a stack affects the tab bar around it.
public enum StackTabBarToolbarBehavior: Sendable, Hashable, Codable {
  /// The tab bar stays visible.
  case automatic
  /// The tab bar is hidden while the stack shows more than its root.
  case hiddenWhenNotRoot(animated: Bool)
}

/// How a stack shows its path.
public struct _StackDisplay: Sendable, Hashable {
  /// The name by which the stack can be found from anywhere in its window.
  public var name: String?
  /// The parts around its screens that the stack omits.
  public var options: StackDisplayOptions
  /// How the stack affects the tab bar around it.
  public var tabBar: StackTabBarToolbarBehavior

  /// Creates a description; by default without a name and with all parts visible.
  public init(
    name: String? = nil, options: StackDisplayOptions = [], tabBar: StackTabBarToolbarBehavior = .automatic
  ) {
    self.name = name
    self.options = options
    self.tabBar = tabBar
  }

  func rendered(path: [StackNavigationModel]) -> JSONObject {
    var members: JSONObject = ["kind": "stack", "path": .array(path.map(\.rendered))]
    members["name"] = name.map(JSONValue.string)
    if !options.isEmpty { members["options"] = .array(options.rendered) }
    if case .hiddenWhenNotRoot(let animated) = tabBar {
      members["tabBar"] = ["hidden": .bool(path.count > 1), "animated": .bool(animated)]
    }
    return members
  }
}
