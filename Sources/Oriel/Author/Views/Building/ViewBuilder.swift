/// Builds views from a closure with `if`, `switch` and `if let`. For loops, use ``ForEach``: its elements have an
/// identity that survives a change of order.
@resultBuilder
public enum ViewBuilder {
  /// A view is a statement.
  @inlinable
  public static func buildExpression<Content: View>(_ content: consuming Content) -> any View { content }

  /// Statements one after another.
  @inlinable
  public static func buildBlock(_ views: any View...) -> ViewList { ViewList(views) }

  /// The views of an `if` without `else`, also one of several conditions.
  @inlinable
  public static func buildOptional(_ content: (any View)?) -> any View {
    if let content { content } else { EmptyView() }
  }

  /// Views of different types that were made elsewhere.
  package static func list(_ views: [any View]) -> ViewList { ViewList(views) }

  // A `switch` becomes nested conditions.

  /// The views of an `if`, or of the first half of a `switch`.
  @inlinable
  public static func buildEither(first content: any View) -> any View { branch(isFirst: true, content) }

  /// The views of its `else`, or of the second half of a `switch`.
  @inlinable
  public static func buildEither(second content: any View) -> any View { branch(isFirst: false, content) }

  /// The views of an `if #available`.
  @inlinable
  public static func buildLimitedAvailability(_ content: ViewList) -> any View { content }
}
