/// A button that opens a menu of buttons.
public struct Menu: ElementView {
  let title: String
  let symbol: String?
  let content: ViewList

  /// Creates a menu with a title, and perhaps a symbol before it.
  public init<Content: View>(_ title: String, systemImage: String? = nil, @ViewBuilder content: () -> Content) {
    self.title = title
    symbol = systemImage
    self.content = ViewList(content())
  }

  static func render(_ view: borrowing Menu, into renderer: inout ElementRenderer) {
    var element = renderer.open("menu")
    element.isControl = true
    element.set("text", view.title)
    if let symbol = view.symbol { element.set("symbol", symbol) }
    element.style = renderer.context.environment.buttonStyle
    renderer.close(element, children: view.content)
  }
}
