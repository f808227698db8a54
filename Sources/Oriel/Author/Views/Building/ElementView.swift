/// A primitive view that renders itself: the elements of this library.
///
/// Its `body` is the view itself, so reading it is harmless.
protocol ElementView: View where Body == Self {
  static func render(_ view: borrowing Self, into renderer: inout ElementRenderer)
}

extension ElementView {
  /// The view itself, because it is primitive.
  public var body: Self { self }

  public static func _render(_ view: borrowing Self, into renderer: inout ElementRenderer) {
    render(view, into: &renderer)
  }
}
