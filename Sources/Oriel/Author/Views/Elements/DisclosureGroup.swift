/// Views that the user can fold away below a title.
public struct DisclosureGroup: ElementView {
  let title: String
  let isExpanded: Binding<Bool>?
  let content: ViewList

  /// Creates a group that is folded at first. Each page remembers by itself whether its user has unfolded it.
  public init<Content: View>(_ title: String, @ViewBuilder content: () -> Content) {
    self.title = title
    isExpanded = nil
    self.content = ViewList(content())
  }

  /// Creates a group that is unfolded while `isExpanded` is true.
  public init<Content: View>(_ title: String, isExpanded: Binding<Bool>, @ViewBuilder content: () -> Content) {
    self.title = title
    self.isExpanded = isExpanded
    self.content = ViewList(content())
  }

  static func render(_ view: borrowing DisclosureGroup, into renderer: inout ElementRenderer) {
    let isExpanded = view.isExpanded
    var element = renderer.open("disclosure", members: 5, takesEvents: isExpanded != nil)
    element.set("text", view.title)
    if let isExpanded {
      element.set("value", isExpanded.wrappedValue)
      element.on("change", .sync { value in try isExpanded.change(to: value.bool()) })
    }
    renderer.close(element, children: view.content)
  }
}

/// Views in a box of their own with a title.
public struct GroupBox: ElementView {
  let title: String?
  let content: ViewList

  /// Creates a box with a title.
  public init<Content: View>(_ title: String? = nil, @ViewBuilder content: () -> Content) {
    self.title = title
    self.content = ViewList(content())
  }

  static func render(_ view: borrowing GroupBox, into renderer: inout ElementRenderer) {
    let (title, content) = (view.title, view.content)
    let box = VStack {
      if let title { Text(title).font(.headline) }
      content
    }
    renderer.render(box.style(.card))
  }
}
