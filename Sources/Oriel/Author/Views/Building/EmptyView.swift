/// Shows nothing.
public struct EmptyView: _ElementView {
  /// Shows nothing.
  public init() {}

  public static func _render(_ view: borrowing EmptyView, into renderer: inout ElementRenderer) {}
}
