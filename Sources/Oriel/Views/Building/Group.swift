/// Several views that are modified as one, and shown as if the group were not there.
public struct Group: _ElementView {
  let content: ViewList

  /// Whatever is done to the group is done to each of them.
  public init<Content: View>(@ViewBuilder content: () -> Content) {
    self.content = ViewList(content())
  }

  public static func _render(_ view: borrowing Group, into renderer: inout ElementRenderer) {
    ViewList._render(view.content, into: &renderer)
  }
}
