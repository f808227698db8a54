/// A view that renders itself and is made of no others: the elements of this library.
///
/// Its `body` is the view itself, so that asking for it is harmless.
public protocol _ElementView: View where Body == Self {}

extension _ElementView {
  /// The view itself: it is made of no others.
  public var body: Self { self }
}
