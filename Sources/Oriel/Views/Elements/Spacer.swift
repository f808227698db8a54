/// Takes what room there is.
public struct Spacer: _ElementView {
  /// It has nothing to set.
  public init() {}

  public static func _render(_ view: borrowing Spacer, into renderer: inout ElementRenderer) {
    renderer.close(renderer.open("spacer", members: 1))
  }
}
