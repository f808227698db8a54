/// Lets a closure list views, with `if`, `switch` and `if let` between them. For loops write a ``ForEach``: its elements
/// have an identity that outlives a change of order.
@resultBuilder
public enum ViewBuilder {
  public static func buildExpression<Content: View>(_ content: Content) -> Content { content }

  public static func buildBlock() -> EmptyView { EmptyView() }

  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }

  public static func buildBlock<each Content: View>(_ content: repeat each Content) -> TupleView<repeat each Content> {
    TupleView(repeat each content)
  }

  public static func buildOptional<Content: View>(_ content: Content?) -> Content? { content }

  public static func buildEither<First: View, Second: View>(first: First) -> ConditionalView<First, Second> {
    .first(first)
  }

  public static func buildEither<First: View, Second: View>(second: Second) -> ConditionalView<First, Second> {
    .second(second)
  }

  public static func buildLimitedAvailability<Content: View>(_ content: Content) -> Content { content }
}
