/// A view that fills the remaining space.
public struct Spacer: ElementView {
  /// Creates the view, which has no options.
  public init() {}

  static func render(_ view: borrowing Spacer, into renderer: inout ElementRenderer) {
    renderer.close(renderer.open("spacer", members: 1))
  }
}
