/// A part of a screen.
///
/// Views are values, created again at each evaluation of a model's `body`. They have no state of their own. Compose
/// your own views by giving them a `body`.
public protocol View {
  /// The type of `body`. Write `some View`.
  associatedtype Body: View

  /// The view's content, composed of other views.
  @ViewBuilder var body: Body { get }

  /// Turns the view into elements of the document. The elements of this library have their own; yours need none.
  static func _render(_ view: borrowing Self, into renderer: inout ElementRenderer)
}

extension View {
  public static func _render(_ view: borrowing Self, into renderer: inout ElementRenderer) {
    Body._render(view.body, into: &renderer)
  }
}

/// A view that is never made has no elements.
extension Never: ElementView {
  static func render(_ view: borrowing Never, into renderer: inout ElementRenderer) {}
}
