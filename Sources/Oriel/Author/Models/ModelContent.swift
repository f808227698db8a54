import OrielDocument

/// The kind of node that a model is, and its children.
public enum ModelContent {
  /// Shows its `body`.
  case screen
  /// Shows the last entry of its path; the first is the root.
  case stack([StackNavigationModel], _StackDisplay = _StackDisplay())
  /// Shows the selected tab; the others stay alive.
  case tabs([TabModel], selected: String)
  /// Shows one child, or nothing.
  case switched((any NavigationModel)?)
  /// A list, and beside it the selected item.
  case split(sidebar: any NavigationModel, detail: (any NavigationModel)?)
  /// Shows a document that is rendered once for all windows that contain it.
  case shared(kind: String, value: JSONValue)
  /// A custom container, drawn by a component of the page.
  case custom(component: String, properties: JSONObject, children: [any NavigationModel])

  var children: [any NavigationModel] {
    switch self {
    case .screen, .shared: []
    case .stack(let path, _): path.map(\.model)
    case .tabs(let tabs, _): tabs.map(\.model)
    case .switched(let child): child.map { [$0] } ?? []
    case .split(let sidebar, let detail): [sidebar] + (detail.map { [$0] } ?? [])
    case .custom(_, _, let children): children
    }
  }

  /// The visible children. Only they take events, and layers are presented from them.
  var visibleChildren: [any NavigationModel] {
    switch self {
    case .stack(let path, _): path.last.map { [$0.model] } ?? []
    case .tabs(let tabs, let selected): tabs.first { $0.id == selected }.map { [$0.model] } ?? []
    case .screen, .shared, .switched, .split, .custom: children
    }
  }

  /// Removes a child that is in another place.
  mutating func remove(_ child: any NavigationModel) {
    keep { $0 !== child }
  }

  /// Keeps only the first occurrence of each child.
  mutating func removeDuplicates() {
    var seen: Set<ObjectIdentifier> = []
    keep { seen.insert(ObjectIdentifier($0)).inserted }
  }

  /// Keeps only these children.
  mutating func keep(_ isKept: (any NavigationModel) -> Bool) {
    switch self {
    case .screen, .shared: break
    case .stack(let path, let display): self = .stack(path.filter { isKept($0.model) }, display)
    case .tabs(let tabs, let selected): self = .tabs(tabs.filter { isKept($0.model) }, selected: selected)
    case .switched(let child): self = .switched(child.flatMap { isKept($0) ? $0 : nil })
    case .split(let sidebar, let detail):
      // A split without a sidebar shows only its detail.
      let kept = ([sidebar] + (detail.map { [$0] } ?? [])).filter(isKept)
      self = kept.first.map { .split(sidebar: $0, detail: kept.dropFirst().first) } ?? .switched(nil)
    case .custom(let component, let properties, let children):
      self = .custom(component: component, properties: properties, children: children.filter(isKept))
    }
  }
}
