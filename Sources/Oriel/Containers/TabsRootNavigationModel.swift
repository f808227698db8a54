import OrielDocument

/// One tab: its id, what its button says, and the model it shows.
public struct TabModel {
  public let id: String
  public var title: String
  /// The name of a symbol, as `Image(systemName:)` takes it.
  public var systemImage: String?
  public let model: any NavigationModel

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

/// A container of tabs that all stay alive, selected or not (seed row A21).
public protocol TabsRootNavigationModel: NavigationModel {
  var tabs: [TabModel] { get }
  var selectedTabID: String { get set }
}

extension TabsRootNavigationModel {
  public var _content: ModelContent { .tabs(tabs, selected: selectedTabID) }
  public var body: EmptyView { EmptyView() }
}

/// The tabs that `.tabbed(_:)` makes.
@TabsRootNavigationModel
public final class DefaultTabsRootNavigationModel {
  public var tabs: [TabModel]
  public var selectedTabID: String

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
