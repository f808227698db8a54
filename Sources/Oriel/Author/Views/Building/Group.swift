/// Several views that are modified together, and shown as if the group weren't there.
public struct Group: ElementView {
  let content: ViewList

  /// Creates a group. Modifiers of the group apply to each of its views.
  public init<Content: View>(@ViewBuilder content: () -> Content) {
    self.content = ViewList(content())
  }

  static func render(_ view: borrowing Group, into renderer: inout ElementRenderer) {
    ViewList.render(view.content, into: &renderer)
  }
}
