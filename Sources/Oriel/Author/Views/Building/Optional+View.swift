/// An optional view, which shows nothing if it is `nil`.
extension Optional: View, _ElementView where Wrapped: View {
  /// An optional is its own body.
  public typealias Body = Self

  public static func _render(_ view: borrowing Wrapped?, into renderer: inout ElementRenderer) {
    if let content = copy view { Wrapped._render(content, into: &renderer) }
  }
}
