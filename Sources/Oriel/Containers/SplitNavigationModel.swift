/// A container of a list, and beside it of what is selected there (F51). Both can be seen.
///
/// `.split(sidebar:detail:)` makes a ready one; conform a class of your own, with `@NavigationModel`, to keep more state
/// beside the two.
public protocol SplitNavigationModel: NavigationModel {
  /// The list. It is always there.
  var sidebar: any NavigationModel { get set }
  /// What is selected in the list; `nil` for nothing. Set it, or use `showDetail(_:)`.
  var detail: (any NavigationModel)? { get set }
}

extension SplitNavigationModel {
  public var _content: ModelContent { .split(sidebar: sidebar, detail: detail) }
  /// Nothing: a container shows its children.
  public var body: EmptyView { EmptyView() }
}

/// The split view that `.split(sidebar:detail:)` makes.
@NavigationModel
public final class DefaultSplitNavigationModel: SplitNavigationModel {
  /// The list.
  public var sidebar: any NavigationModel
  /// What is selected in the list; `nil` for nothing.
  public var detail: (any NavigationModel)?

  /// As `.split(sidebar:detail:)` makes it.
  public init(sidebar: any NavigationModel, detail: (any NavigationModel)? = nil) {
    self.sidebar = sidebar
    self.detail = detail
  }
}

extension NavigationModel where Self == DefaultSplitNavigationModel {
  /// A list, and beside it the detail that `showDetail` shows.
  public static func split(sidebar: any NavigationModel, detail: (any NavigationModel)? = nil) -> Self {
    DefaultSplitNavigationModel(sidebar: sidebar, detail: detail)
  }
}
