/// Views that belong together, with a text above and one below.
public struct Section: _ElementView {
  let header: String?
  let footer: String?
  let content: ViewList

  public init<Content: View>(@ViewBuilder content: () -> Content) {
    self.init(header: nil, footer: nil, content: ViewList(content()))
  }

  public init<Content: View>(_ title: String, @ViewBuilder content: () -> Content) {
    self.init(header: title, footer: nil, content: ViewList(content()))
  }

  public init<Content: View>(@ViewBuilder content: () -> Content, header: () -> Text) {
    self.init(header: header().content, footer: nil, content: ViewList(content()))
  }

  public init<Content: View>(@ViewBuilder content: () -> Content, footer: () -> Text) {
    self.init(header: nil, footer: footer().content, content: ViewList(content()))
  }

  public init<Content: View>(@ViewBuilder content: () -> Content, header: () -> Text, footer: () -> Text) {
    self.init(header: header().content, footer: footer().content, content: ViewList(content()))
  }

  private init(header: String?, footer: String?, content: ViewList) {
    self.header = header
    self.footer = footer
    self.content = content
  }

  public static func _render(_ view: borrowing Section, into renderer: inout ElementRenderer) {
    var element = renderer.open("section", members: 4)
    if let header = view.header { element.set("header", header) }
    if let footer = view.footer { element.set("footer", footer) }
    renderer.close(element, children: view.content)
  }
}
