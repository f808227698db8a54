/// A group of views with an optional header and footer.
public struct Section: _ElementView {
  let header: Text?
  let footer: Text?
  let content: ViewList

  /// Creates a section without header and footer.
  public init<Content: View>(@ViewBuilder content: () -> Content) {
    self.init(header: nil, footer: nil, content: ViewList(content()))
  }

  /// Creates a section with a title as its header.
  public init<Content: View>(_ title: String, @ViewBuilder content: () -> Content) {
    self.init(header: Text(title), footer: nil, content: ViewList(content()))
  }

  /// Creates a section with a header.
  public init<Content: View>(@ViewBuilder content: () -> Content, header: () -> Text) {
    self.init(header: header(), footer: nil, content: ViewList(content()))
  }

  /// Creates a section with a footer.
  public init<Content: View>(@ViewBuilder content: () -> Content, footer: () -> Text) {
    self.init(header: nil, footer: footer(), content: ViewList(content()))
  }

  /// Creates a section with a header and a footer.
  public init<Content: View>(@ViewBuilder content: () -> Content, header: () -> Text, footer: () -> Text) {
    self.init(header: header(), footer: footer(), content: ViewList(content()))
  }

  private init(header: Text?, footer: Text?, content: ViewList) {
    self.header = header
    self.footer = footer
    self.content = content
  }

  public static func _render(_ view: borrowing Section, into renderer: inout ElementRenderer) {
    var element = renderer.open("section", members: 4)
    if let header = view.header { element.members.append("header", renderer.rendered(header)) }
    if let footer = view.footer { element.members.append("footer", renderer.rendered(footer)) }
    renderer.close(element, children: view.content)
  }
}
