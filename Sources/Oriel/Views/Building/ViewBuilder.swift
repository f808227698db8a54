/// Lets a closure list views, with `if`, `switch` and `if let` between them. For loops write a ``ForEach``: its elements
/// have an identity that outlives a change of order.
@resultBuilder
public enum ViewBuilder {
  @inlinable
  public static func buildExpression<Content: View>(_ content: Content) -> ViewList.Part { .view(content) }

  @inlinable
  public static func buildExpression(_ content: ViewList) -> ViewList.Part { .list(content) }

  @inlinable
  public static func buildBlock(_ parts: ViewList.Part...) -> ViewList { ViewList(parts) }

  @inlinable
  public static func buildOptional(_ content: ViewList?) -> ViewList.Part { content.map { .list($0) } ?? .nothing }

  @inlinable
  public static func buildEither(first: ViewList) -> ViewList.Part { .branch(isFirst: true, first) }

  @inlinable
  public static func buildEither(second: ViewList) -> ViewList.Part { .branch(isFirst: false, second) }

  // A `switch` is a condition in a condition in a condition.

  @inlinable
  public static func buildEither(first: ViewList.Part) -> ViewList.Part { .branch(isFirst: true, ViewList([first])) }

  @inlinable
  public static func buildEither(second: ViewList.Part) -> ViewList.Part { .branch(isFirst: false, ViewList([second])) }

  @inlinable
  public static func buildLimitedAvailability(_ content: ViewList) -> ViewList.Part { .list(content) }
}
