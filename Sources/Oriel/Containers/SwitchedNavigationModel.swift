/// A container that shows one child at a time, or nothing. Its child may present (seed rows A5, A22).
public protocol SwitchedNavigationModel: NavigationModel {
  /// What shows; `nil` for nothing. Set it, or use `switchModel(_:)`. The one before finishes.
  var switchedModel: (any NavigationModel)? { get set }
}

extension SwitchedNavigationModel {
  public var _content: ModelContent { .switched(switchedModel) }
  public var isWrapperModel: Bool { false }
  /// Nothing: a container shows its child.
  public var body: EmptyView { EmptyView() }
}

/// The switch that `.switched(_:)` makes.
@SwitchedNavigationModel
public final class DefaultSwitchedNavigationModel {
  /// What shows; `nil` for nothing.
  public var switchedModel: (any NavigationModel)?

  /// As `.switched(_:)` makes it.
  public init(_ model: (any NavigationModel)?) {
    switchedModel = model
  }
}

extension NavigationModel where Self == DefaultSwitchedNavigationModel {
  /// Shows this model until `switchModel` shows another.
  public static func switched(_ model: (any NavigationModel)?) -> Self {
    DefaultSwitchedNavigationModel(model)
  }
}
