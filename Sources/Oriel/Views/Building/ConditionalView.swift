/// One of two views, as an `if … else` or a `switch` chooses.
///
/// The two have different identities, also where both show the same kind of element: an event that was meant for the one
/// never reaches the other.
public enum ConditionalView<First: View, Second: View>: _ElementView {
  case first(First)
  case second(Second)

  public static func _render(_ view: borrowing ConditionalView, into renderer: inout ElementRenderer) {
    switch copy view {
    case .first(let content): renderer.render(content, at: .branch(true))
    case .second(let content): renderer.render(content, at: .branch(false))
    }
  }
}

extension Optional: View, _ElementView where Wrapped: View {
  public typealias Body = Self

  public static func _render(_ view: borrowing Wrapped?, into renderer: inout ElementRenderer) {
    if let content = copy view { Wrapped._render(content, into: &renderer) }
  }
}
