/// A line between two views.
public struct Divider: ElementView {
  /// Creates the view, which has no options.
  public init() {}

  static func render(_ view: borrowing Divider, into renderer: inout ElementRenderer) {
    guard renderer.options == nil else { return }
    renderer.close(renderer.open("divider", members: 1))
  }
}
