import OrielDocument

/// One tab: its id, the label of its button, and the model it shows.
public struct TabModel {
  /// The id, unique among the tabs, for `selectTab(_:)`.
  public let id: String
  /// The label of the tab's button.
  public var title: String
  /// The name of a symbol, as `Image(systemName:)` takes it.
  public var systemImage: String?
  /// The model that is visible while the tab is selected. It stays alive otherwise.
  public let model: any NavigationModel

  /// Creates a tab. The image is the name of a symbol, as for `Image(systemName:)`.
  public init(id: String, title: String, systemImage: String? = nil, model: any NavigationModel) {
    self.id = id
    self.title = title
    self.systemImage = systemImage
    self.model = model
  }

  func saved(as modelID: String) -> JSONValue {
    var saved: JSONObject = ["id": .string(id), "title": .string(title), "model": .string(modelID)]
    saved["icon"] = systemImage.map(JSONValue.string)
    return .object(saved)
  }

  init(saved: JSONValue, models: any ModelRestoring) throws {
    guard let id = saved["id"]?.stringValue, let title = saved["title"]?.stringValue,
      let model = saved["model"]?.stringValue
    else { throw SavedError.wrongType(property: "tabs") }
    self.init(
      id: id, title: title, systemImage: saved["icon"]?.stringValue, model: try models.restoredModel(model))
  }

  /// A tab looks the same in the document as in the store.
  var rendered: JSONValue { saved(as: model._node.id) }
}

/// A container of tabs that all stay alive, selected or not.
public protocol TabsRootNavigationModel: NavigationModel {
  /// From left to right.
  var tabs: [TabModel] { get }
  /// The id of the visible tab. Setting an id that no tab has keeps the previous tab.
  var selectedTabID: String { get set }
}

extension TabsRootNavigationModel {
  public var _content: ModelContent { .tabs(tabs, selected: selectedTabID) }
  /// Empty, because a container shows its children.
  public var body: EmptyView { EmptyView() }
}

/// The tabs created by `.tabbed(_:)`.
@TabsRootNavigationModel
public final class DefaultTabsRootNavigationModel {
  /// From left to right.
  public var tabs: [TabModel]
  /// The id of the visible tab.
  public var selectedTabID: String

  /// Creates tabs, like `.tabbed(_:selected:)`.
  public init(tabs: [TabModel], selectedTabID: String) {
    self.tabs = tabs
    self.selectedTabID = selectedTabID
  }
}

extension NavigationModel where Self == DefaultTabsRootNavigationModel {
  /// Creates tabs. The first is selected unless another is named.
  public static func tabbed(_ tabs: [TabModel], selected: String? = nil) -> Self {
    DefaultTabsRootNavigationModel(tabs: tabs, selectedTabID: selected ?? tabs.first?.id ?? "")
  }
}
