import OrielDocument

/// An entry of a stack's path. It is identified by its model alone.
public struct StackNavigationModel {
  public let model: any NavigationModel
  /// How it comes, and goes back unless that is said otherwise then.
  public var transition: Transition?

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
  var path: [StackNavigationModel] { get set }
}

extension StackRootNavigationModel {
  public var _content: ModelContent { .stack(path) }
  public var body: EmptyView { EmptyView() }
}

/// The stack that `.stacked(_:)` makes.
@StackRootNavigationModel
public final class DefaultStackRootNavigationModel {
  public var path: [StackNavigationModel]

  public init(path: [StackNavigationModel]) {
    self.path = path
  }
}

extension NavigationModel where Self == DefaultStackRootNavigationModel {
  /// A stack with this model as its root.
  public static func stacked(_ root: any NavigationModel) -> Self {
    stacked([root])
  }

  /// A stack that is filled already: the first model is its root, the last one shows.
  public static func stacked(_ models: [any NavigationModel]) -> Self {
    DefaultStackRootNavigationModel(path: models.map { StackNavigationModel($0) })
  }
}
