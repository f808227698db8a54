/// A container of a list and, beside it, the selected item. Both can be visible.
///
/// `.split(sidebar:detail:)` creates a default one. To keep more state beside the two, conform a class of your own,
/// with `@NavigationModel`.
public protocol SplitNavigationModel: NavigationModel {
  /// The list, which is always there.
  var sidebar: any NavigationModel { get set }
  /// The selected item, or `nil`. Set it, or use `showDetail(_:)`.
  var detail: (any NavigationModel)? { get set }
}

extension SplitNavigationModel {
  public var _content: ModelContent { .split(sidebar: sidebar, detail: detail) }
  /// Empty, because a container shows its children.
  public var body: EmptyView { EmptyView() }
}

/// The split view created by `.split(sidebar:detail:)`.
@NavigationModel
public final class DefaultSplitNavigationModel: SplitNavigationModel {
  /// The list.
  public var sidebar: any NavigationModel
  /// The selected item, or `nil`.
  public var detail: (any NavigationModel)?

  /// Creates a split view, like `.split(sidebar:detail:)`.
  public init(sidebar: any NavigationModel, detail: (any NavigationModel)? = nil) {
    self.sidebar = sidebar
    self.detail = detail
  }
}

extension NavigationModel where Self == DefaultSplitNavigationModel {
  /// Creates a list with a detail beside it, which `showDetail` replaces.
  public static func split(sidebar: any NavigationModel, detail: (any NavigationModel)? = nil) -> Self {
    DefaultSplitNavigationModel(sidebar: sidebar, detail: detail)
  }
}
