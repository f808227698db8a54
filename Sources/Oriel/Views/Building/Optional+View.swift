/// Shows nothing where there is nothing.
extension Optional: View, _ElementView where Wrapped: View {
  /// It shows what it has, if anything.
  public typealias Body = Self

  public static func _render(_ view: borrowing Wrapped?, into renderer: inout ElementRenderer) {
    if let content = copy view { Wrapped._render(content, into: &renderer) }
  }
}
