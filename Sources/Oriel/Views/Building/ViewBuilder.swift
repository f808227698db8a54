/// Lets a closure list views, with `if`, `switch` and `if let` between them. For loops write a ``ForEach``: its elements
/// have an identity that outlives a change of order.
@resultBuilder
public enum ViewBuilder {
  /// A view is a statement.
  @inlinable
  public static func buildExpression<Content: View>(_ content: consuming Content) -> any View { content }

  /// Statements one after another.
  @inlinable
  public static func buildBlock(_ views: any View...) -> ViewList { ViewList(views) }

  /// What stands behind an `if` without `else`.
  @inlinable
  public static func buildOptional(_ content: ViewList?) -> any View {
    if let content { content } else { EmptyView() }
  }

  // A `switch` is a condition in a condition in a condition.

  /// What stands behind an `if`, or the first half of a `switch`.
  @inlinable
  public static func buildEither(first content: any View) -> any View { BranchView(isFirst: true, content) }

  /// What stands behind its `else`, or the second half.
  @inlinable
  public static func buildEither(second content: any View) -> any View { BranchView(isFirst: false, content) }

  /// What stands behind an `if #available`.
  @inlinable
  public static func buildLimitedAvailability(_ content: ViewList) -> any View { content }
}
