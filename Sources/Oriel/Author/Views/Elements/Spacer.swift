/// A view that fills the remaining space.
public struct Spacer: _ElementView {
  /// Creates the view, which has no options.
  public init() {}

  public static func _render(_ view: borrowing Spacer, into renderer: inout ElementRenderer) {
    renderer.close(renderer.open("spacer", members: 1))
  }
}
