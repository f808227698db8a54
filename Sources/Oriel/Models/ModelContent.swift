import OrielDocument

/// What kind of node a model is, and what it contains.
public enum ModelContent {
  /// Shows its `body`.
  case screen
  /// Shows the last of its path; the first is the root.
  case stack([StackNavigationModel], StackDisplay = StackDisplay())
  /// Shows the selected one; the others stay alive.
  case tabs([TabModel], selected: String)
  /// Shows one child, or nothing.
  case switched((any NavigationModel)?)
  /// A list, and beside it what is selected there.
  case split(sidebar: any NavigationModel, detail: (any NavigationModel)?)
  /// Shows a document that is rendered once for all windows it is in.
  case shared(kind: String, value: JSONValue)
  /// A container of the author's own, drawn by a component of the page.
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

  /// The children that can be seen: what is presented goes there, and only they take events.
  var visibleChildren: [any NavigationModel] {
    switch self {
    case .stack(let path, _): path.last.map { [$0.model] } ?? []
    case .tabs(let tabs, let selected): tabs.first { $0.id == selected }.map { [$0.model] } ?? []
    case .screen, .shared, .switched, .split, .custom: children
    }
  }

  /// Without this child: it stands elsewhere.
  mutating func remove(_ child: any NavigationModel) {
    keep { $0 !== child }
  }

  /// Each child in its first place only.
  mutating func removeDuplicates() {
    var seen: Set<ObjectIdentifier> = []
    keep { seen.insert(ObjectIdentifier($0)).inserted }
  }

  private mutating func keep(_ isKept: (any NavigationModel) -> Bool) {
    switch self {
    case .screen, .shared: break
    case .stack(let path, let display): self = .stack(path.filter { isKept($0.model) }, display)
    case .tabs(let tabs, let selected): self = .tabs(tabs.filter { isKept($0.model) }, selected: selected)
    case .switched(let child): self = .switched(child.flatMap { isKept($0) ? $0 : nil })
    case .split(let sidebar, let detail):
      // A split without a sidebar is none: it shows what is left.
      let kept = ([sidebar] + (detail.map { [$0] } ?? [])).filter(isKept)
      self = kept.first.map { .split(sidebar: $0, detail: kept.dropFirst().first) } ?? .switched(nil)
    case .custom(let component, let properties, let children):
      self = .custom(component: component, properties: properties, children: children.filter(isKept))
    }
  }
}
