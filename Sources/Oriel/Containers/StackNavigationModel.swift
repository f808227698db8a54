import OrielDocument

/// An entry of a stack's path. It is identified by its model alone.
public struct StackNavigationModel {
  /// What the entry shows, and by which it is known.
  public let model: any NavigationModel
  /// How it comes, and goes back unless that is said otherwise then.
  public var transition: Transition?

  /// Without a transition it comes as the client's own push.
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

/// A container that shows the last model of its path. The root is `path[0]`, so its depth is `path.count - 1` (U6).
///
/// `.stacked(_:)` makes a ready one; conform a class of your own, with `@StackRootNavigationModel`, to keep more state
/// beside the path.
public protocol StackRootNavigationModel: NavigationModel {
  /// The entries in order, the root first; the last one shows. Set it, or use the commands.
  var path: [StackNavigationModel] { get set }

  /// By which the stack is found from anywhere in its window. A name stands for one stack at a time (U27).
  var name: String? { get }

  /// What is left out around its screens (F40).
  var displayOptions: StackDisplayOptions { get }

  /// What becomes of the tab bar below it (F41).
  var tabBarToolbarBehavior: StackTabBarToolbarBehavior { get }
}

extension StackRootNavigationModel {
  public var _content: ModelContent {
    .stack(path, StackDisplay(name: name, options: displayOptions, tabBar: tabBarToolbarBehavior))
  }
  /// Nothing: a container shows its children.
  public var body: EmptyView { EmptyView() }
  public var name: String? { nil }
  public var displayOptions: StackDisplayOptions { [] }
  public var tabBarToolbarBehavior: StackTabBarToolbarBehavior { .automatic }

  /// How many entries lie above the root (U6).
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

/// The stack that `.stacked(_:)` makes.
@StackRootNavigationModel
public final class DefaultStackRootNavigationModel {
  /// The entries in order, the root first.
  public var path: [StackNavigationModel]
  public let name: String?
  public var displayOptions: StackDisplayOptions
  public var tabBarToolbarBehavior: StackTabBarToolbarBehavior

  /// As `.stacked(_:)` makes it. The root stands first in the path; a stack without any entry shows nothing.
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

extension NavigationModel where Self == DefaultStackRootNavigationModel {
  /// A stack with this model as its root.
  public static func stacked(
    _ root: any NavigationModel, name: String? = nil, displayOptions: StackDisplayOptions = [],
    tabBarToolbarBehavior: StackTabBarToolbarBehavior = .automatic
  ) -> Self {
    stacked([root], name: name, displayOptions: displayOptions, tabBarToolbarBehavior: tabBarToolbarBehavior)
  }

  /// A stack that is filled already: the first model is its root, the last one shows.
  public static func stacked(
    _ models: [any NavigationModel], name: String? = nil, displayOptions: StackDisplayOptions = [],
    tabBarToolbarBehavior: StackTabBarToolbarBehavior = .automatic
  ) -> Self {
    stacked(
      models.map { StackNavigationModel($0) }, name: name, displayOptions: displayOptions,
      tabBarToolbarBehavior: tabBarToolbarBehavior)
  }

  /// A stack with this entry, which can have a transition of its own, as its root.
  public static func stacked(
    _ root: StackNavigationModel, name: String? = nil, displayOptions: StackDisplayOptions = [],
    tabBarToolbarBehavior: StackTabBarToolbarBehavior = .automatic
  ) -> Self {
    stacked([root], name: name, displayOptions: displayOptions, tabBarToolbarBehavior: tabBarToolbarBehavior)
  }

  /// A stack that is filled already, by entries with transitions of their own.
  public static func stacked(
    _ path: [StackNavigationModel], name: String? = nil, displayOptions: StackDisplayOptions = [],
    tabBarToolbarBehavior: StackTabBarToolbarBehavior = .automatic
  ) -> Self {
    DefaultStackRootNavigationModel(
      path: path, name: name, displayOptions: displayOptions, tabBarToolbarBehavior: tabBarToolbarBehavior)
  }
}
