/// A group of views with an optional header and footer.
public struct Section: ElementView {
  let header: Text?
  let footer: Text?
  let content: ViewList

  /// Creates a section with a title as its header.
  public init<Content: View>(_ title: String, @ViewBuilder content: () -> Content) {
    self.init(content: content, header: { Text(title) })
  }

  /// Creates a section, which can have a header and a footer.
  public init<Content: View>(
    @ViewBuilder content: () -> Content, header: () -> Text? = { nil }, footer: () -> Text? = { nil }
  ) {
    self.header = header()
    self.footer = footer()
    self.content = ViewList(content())
  }

  static func render(_ view: borrowing Section, into renderer: inout ElementRenderer) {
    var element = renderer.open("section", members: 4)
    if let header = view.header { element.members.append("header", renderer.rendered(header)) }
    if let footer = view.footer { element.members.append("footer", renderer.rendered(footer)) }
    renderer.close(element, children: view.content)
  }
}
