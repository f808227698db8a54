import OrielDocument

/// One tab: its id, what its button says, and the model it shows.
public struct TabModel {
  /// Unique among the tabs; `selectTab(_:)` names it.
  public let id: String
  /// What the tab's button says.
  public var title: String
  /// The name of a symbol, as `Image(systemName:)` takes it.
  public var systemImage: String?
  /// What shows while the tab is selected. It stays alive while it isn't.
  public let model: any NavigationModel

  /// The image is the name of a symbol, as `Image(systemName:)` takes it.
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

  /// In the document a tab is what is saved of it.
  var rendered: JSONValue { saved(as: model._node.id) }
}

/// A container of tabs that all stay alive, selected or not.
public protocol TabsRootNavigationModel: NavigationModel {
  /// From left to right.
  var tabs: [TabModel] { get }
  /// Which tab shows. An id that none of them has is not taken: the tab before stays.
  var selectedTabID: String { get set }
}

extension TabsRootNavigationModel {
  public var _content: ModelContent { .tabs(tabs, selected: selectedTabID) }
  /// Empty, because a container shows its children.
  public var body: EmptyView { EmptyView() }
}

/// The tabs that `.tabbed(_:)` makes.
@TabsRootNavigationModel
public final class DefaultTabsRootNavigationModel {
  /// From left to right.
  public var tabs: [TabModel]
  /// Which tab shows.
  public var selectedTabID: String

  /// As `.tabbed(_:selected:)` makes it.
  public init(tabs: [TabModel], selectedTabID: String) {
    self.tabs = tabs
    self.selectedTabID = selectedTabID
  }
}

extension NavigationModel where Self == DefaultTabsRootNavigationModel {
  /// Tabs, of which the first is selected unless another is named.
  public static func tabbed(_ tabs: [TabModel], selected: String? = nil) -> Self {
    DefaultTabsRootNavigationModel(tabs: tabs, selectedTabID: selected ?? tabs.first?.id ?? "")
  }
}
