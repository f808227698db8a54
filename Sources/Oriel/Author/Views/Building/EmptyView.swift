/// Shows nothing.
public struct EmptyView: ElementView {
  /// Shows nothing.
  public init() {}

  static func render(_ view: borrowing EmptyView, into renderer: inout ElementRenderer) {}
}
