/// A line between two views.
public struct Divider: _ElementView {
  /// Creates the view, which has no options.
  public init() {}

  public static func _render(_ view: borrowing Divider, into renderer: inout ElementRenderer) {
    guard renderer.options == nil else { return }
    renderer.close(renderer.open("divider", members: 1))
  }
}
