/// Several views that are modified as one, and shown as if the group were not there.
public struct Group<Content: View>: _ElementView {
  let content: Content

  public init(@ViewBuilder content: () -> Content) {
    self.content = content()
  }

  public static func _render(_ view: borrowing Group, into renderer: inout ElementRenderer) {
    Content._render(view.content, into: &renderer)
  }
}
