import OrielDocument

/// What kind of node a model is, and what it contains.
public enum ModelContent {
  /// Shows its `body`.
  case screen
  /// Shows the last of its path; the first is the root.
  case stack([StackNavigationModel])
  case tabs([TabModel], selected: String)
  case switched((any NavigationModel)?)
  /// Shows a document that is rendered once for all windows it is in.
  case shared(kind: String, value: JSONValue)
  /// A container of the author's own, drawn by a component of the page.
  case custom(component: String, properties: JSONObject, children: [any NavigationModel])

  var children: [any NavigationModel] {
    switch self {
    case .screen, .shared: []
    case .stack(let path): path.map(\.model)
    case .tabs(let tabs, _): tabs.map(\.model)
    case .switched(let child): child.map { [$0] } ?? []
    case .custom(_, _, let children): children
    }
  }

  /// The children that can be seen: what is presented goes there, and only they take events.
  var visibleChildren: [any NavigationModel] {
    switch self {
    case .stack(let path): path.last.map { [$0.model] } ?? []
    case .tabs(let tabs, let selected): tabs.filter { $0.id == selected }.map(\.model)
    case .screen, .shared, .switched, .custom: children
    }
  }
}
