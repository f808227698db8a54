/// A container that shows one child at a time, or none. Its child may present.
public protocol SwitchedNavigationModel: NavigationModel {
  /// The visible child, or `nil`. Set it, or use `switchModel(_:)`; the previous child finishes.
  var switchedModel: (any NavigationModel)? { get set }
}

extension SwitchedNavigationModel {
  public var _content: ModelContent { .switched(switchedModel) }
  public var isWrapperModel: Bool { false }
  /// Empty, because a container shows its child.
  public var body: EmptyView { EmptyView() }
}

/// The container created by `.switched(_:)`.
@SwitchedNavigationModel
public final class DefaultSwitchedNavigationModel {
  /// The visible child, or `nil`.
  public var switchedModel: (any NavigationModel)?

  /// Creates a container, like `.switched(_:)`.
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
