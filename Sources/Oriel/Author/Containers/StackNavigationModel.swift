import OrielDocument

/// An entry of a stack's path. It is identified by its model alone.
public struct StackNavigationModel {
  /// The model of the entry, which identifies it.
  public let model: any NavigationModel
  /// The transition that shows the entry, and that is reversed on the way back unless another is chosen.
  public var transition: Transition?

  /// Creates an entry. Without a transition, it uses the client's default push.
  public init(_ model: any NavigationModel, transition: Transition? = nil) {
    self.model = model
    self.transition = transition
  }

  func saved(as id: String) -> JSONValue {
    var members: JSONObject = ["model": .string(id)]
    members["transition"] = transition?.rendered
    return .object(members)
  }

  init(saved: JSONValue, models: any ModelRestoring) throws {
    guard let id = saved["model"]?.stringValue else { throw SavedError.wrongType(property: "path") }
    model = try models.restoredModel(id)
    transition = Transition(saved: saved["transition"])
  }

  var rendered: JSONValue { saved(as: model._node.id) }
}

/// A container that shows the last model of its path. The root is `path[0]`, so the stack's depth is `path.count - 1`.
///
/// `.stacked(_:)` creates a default one. To keep more state beside the path, conform a class of your own, with
/// `@StackRootNavigationModel`.
public protocol StackRootNavigationModel: NavigationModel {
  /// The entries in order, root first; the last one is visible. Set it, or use the commands.
  var path: [StackNavigationModel] { get set }

  /// The name by which the stack can be found from anywhere in its window. No other stack in the window can have it at
  /// the same time.
  var name: String? { get }

  /// The parts around its screens that the stack omits.
  var displayOptions: StackDisplayOptions { get }

  /// How the stack affects the tab bar around it.
  var tabBarToolbarBehavior: StackTabBarToolbarBehavior { get }
}

extension StackRootNavigationModel {
  public var _content: ModelContent {
    .stack(path, _StackDisplay(name: name, options: displayOptions, tabBar: tabBarToolbarBehavior))
  }
  /// Empty, because a container shows its children.
  public var body: EmptyView { EmptyView() }
  public var name: String? { nil }
  public var displayOptions: StackDisplayOptions { [] }
  public var tabBarToolbarBehavior: StackTabBarToolbarBehavior { .automatic }

  /// The number of entries above the root.
  var entryCount: Int { max(0, path.count - 1) }

  func remove(_ model: any NavigationModel) {
    path.removeAll { $0.model === model }
  }

  func removeDuplicates() {
    var seen: Set<ObjectIdentifier> = []
    path = path.filter { seen.insert(ObjectIdentifier($0.model)).inserted }
  }

  func truncate(to count: Int) {
    if count < path.count { path.removeSubrange(max(0, count)...) }
  }
}

/// The stack created by `.stacked(_:)`.
@StackRootNavigationModel
public final class DefaultStackRootNavigationModel {
  /// The entries in order, root first.
  public var path: [StackNavigationModel]
  public let name: String?
  public var displayOptions: StackDisplayOptions
  public var tabBarToolbarBehavior: StackTabBarToolbarBehavior

  /// Creates a stack, like `.stacked(_:)`. The root is the first entry of the path; a stack without entries shows
  /// nothing.
  public init(
    path: [StackNavigationModel], name: String? = nil, displayOptions: StackDisplayOptions = [],
    tabBarToolbarBehavior: StackTabBarToolbarBehavior = .automatic
  ) {
    self.path = path
    self.name = name
    self.displayOptions = displayOptions
    self.tabBarToolbarBehavior = tabBarToolbarBehavior
  }
}

extension NavigationModel {
  /// The model of the app's at the root of a window: inside a stack that `stacked` has made, its first screen, and inside tabs that
  /// `tabbed` has made, the selected one.
  package var ofApp: any NavigationModel {
    switch self {
    case let stack as DefaultStackRootNavigationModel: stack.path.first?.model.ofApp ?? self
    case let tabs as DefaultTabsRootNavigationModel:
      tabs.tabs.first { $0.id == tabs.selectedTabID }?.model.ofApp ?? self
    default: self
    }
  }
}

extension NavigationModel where Self == DefaultStackRootNavigationModel {
  /// Creates a stack with this model as its root.
  public static func stacked(
    _ root: any NavigationModel, name: String? = nil, displayOptions: StackDisplayOptions = [],
    tabBarToolbarBehavior: StackTabBarToolbarBehavior = .automatic
  ) -> Self {
    stacked([root], name: name, displayOptions: displayOptions, tabBarToolbarBehavior: tabBarToolbarBehavior)
  }

  /// Creates a stack with several models: the first is its root, and the last is visible.
  public static func stacked(
    _ models: [any NavigationModel], name: String? = nil, displayOptions: StackDisplayOptions = [],
    tabBarToolbarBehavior: StackTabBarToolbarBehavior = .automatic
  ) -> Self {
    stacked(
      models.map { StackNavigationModel($0) }, name: name, displayOptions: displayOptions,
      tabBarToolbarBehavior: tabBarToolbarBehavior)
  }

  /// Creates a stack with this entry, which can have its own transition, as its root.
  public static func stacked(
    _ root: StackNavigationModel, name: String? = nil, displayOptions: StackDisplayOptions = [],
    tabBarToolbarBehavior: StackTabBarToolbarBehavior = .automatic
  ) -> Self {
    stacked([root], name: name, displayOptions: displayOptions, tabBarToolbarBehavior: tabBarToolbarBehavior)
  }

  /// Creates a stack with several entries, which can have their own transitions.
  public static func stacked(
    _ path: [StackNavigationModel], name: String? = nil, displayOptions: StackDisplayOptions = [],
    tabBarToolbarBehavior: StackTabBarToolbarBehavior = .automatic
  ) -> Self {
    DefaultStackRootNavigationModel(
      path: path, name: name, displayOptions: displayOptions, tabBarToolbarBehavior: tabBarToolbarBehavior)
  }
}
