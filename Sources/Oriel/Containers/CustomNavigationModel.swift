import OrielDocument

/// A container of the author's own (F20): it lists its `children`, and a component that the app has registered in the
/// page draws them.
///
/// A page that does not know the component shows a labelled placeholder.
public protocol CustomNavigationModel: NavigationModel {
  /// The component's name in the page. By default that of the class.
  var component: String { get }

  /// What the component is told beside the children.
  var properties: JSONObject { get }
}

extension CustomNavigationModel {
  public var component: String { TypeName.of(Self.self).short }
  public var properties: JSONObject { [:] }
  public var children: [any NavigationModel] { [] }
  /// Nothing: the component draws the children.
  public var body: EmptyView { EmptyView() }
  public var _content: ModelContent {
    let presented = _node.layer?.presentation.model
    return .custom(component: component, properties: properties, children: children.filter { $0 !== presented })
  }
}
