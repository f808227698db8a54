/// A primitive view that renders itself: the elements of this library.
///
/// Its `body` is the view itself, so reading it is harmless.
public protocol _ElementView: View where Body == Self {}

extension _ElementView {
  /// The view itself, because it is primitive.
  public var body: Self { self }
}
