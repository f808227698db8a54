import OrielDocument

/// What a stack leaves out around its screens (F40).
public struct StackDisplayOptions: OptionSet, Sendable, Hashable, Codable {
  public let rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }

  /// No toolbar above the screens.
  public static let hideToolbar = Self(rawValue: 1)
  /// No button that leads back; the browser's still does.
  public static let hideBackButton = Self(rawValue: 2)
  /// Titles are small, on one line with the toolbar.
  public static let inlineTitle = Self(rawValue: 4)

  var rendered: [JSONValue] {
    let names: [(Self, JSONValue)] = [
      (.hideToolbar, "hideToolbar"), (.hideBackButton, "hideBackButton"), (.inlineTitle, "inlineTitle"),
    ]
    return names.filter { contains($0.0) }.map(\.1)
  }
}

/// What a stack does with the tab bar of the tabs it is in (F41).
public enum StackTabBarToolbarBehavior: Sendable, Hashable, Codable {
  /// The bar stays.
  case automatic
  /// The bar is hidden while the stack shows more than its root.
  case hiddenWhenNotRoot(animated: Bool)
}

/// How a stack shows its path.
public struct StackDisplay: Sendable, Hashable {
  /// By which the stack is found from anywhere in its window (U27).
  public var name: String?
  /// What is left out around its screens (F40).
  public var options: StackDisplayOptions
  /// What becomes of the tab bar below it (F41).
  public var tabBar: StackTabBarToolbarBehavior

  /// Without arguments: no name, everything shown.
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
