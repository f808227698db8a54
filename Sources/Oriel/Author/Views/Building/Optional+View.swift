/// An optional view, which shows nothing if it is `nil`.
extension Optional: View, ElementView where Wrapped: View {
  /// An optional is its own body.
  public typealias Body = Self

  static func render(_ view: borrowing Wrapped?, into renderer: inout ElementRenderer) {
    if let content = copy view { Wrapped._render(content, into: &renderer) }
  }
}
