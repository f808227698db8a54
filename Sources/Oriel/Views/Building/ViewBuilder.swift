/// Lets a closure list views, with `if`, `switch` and `if let` between them. For loops write a ``ForEach``: its elements
/// have an identity that outlives a change of order.
@resultBuilder
public enum ViewBuilder {
  /// A view is a statement.
  @inlinable
  public static func buildExpression<Content: View>(_ content: Content) -> ViewList.Part { .view(content) }

  /// A list of views is a statement, as of a function that builds one.
  @inlinable
  public static func buildExpression(_ content: ViewList) -> ViewList.Part { .list(content) }

  /// Statements one after another.
  @inlinable
  public static func buildBlock(_ parts: ViewList.Part...) -> ViewList { ViewList(parts) }

  /// What stands behind an `if` without `else`.
  @inlinable
  public static func buildOptional(_ content: ViewList?) -> ViewList.Part { content.map { .list($0) } ?? .nothing }

  /// What stands behind an `if`.
  @inlinable
  public static func buildEither(first: ViewList) -> ViewList.Part { .branch(isFirst: true, first) }

  /// What stands behind its `else`.
  @inlinable
  public static func buildEither(second: ViewList) -> ViewList.Part { .branch(isFirst: false, second) }

  // A `switch` is a condition in a condition in a condition.

  /// What stands behind the first half of a `switch`.
  @inlinable
  public static func buildEither(first: ViewList.Part) -> ViewList.Part { .branch(isFirst: true, ViewList([first])) }

  /// What stands behind its second half.
  @inlinable
  public static func buildEither(second: ViewList.Part) -> ViewList.Part { .branch(isFirst: false, ViewList([second])) }

  /// What stands behind an `if #available`.
  @inlinable
  public static func buildLimitedAvailability(_ content: ViewList) -> ViewList.Part { .list(content) }
}
