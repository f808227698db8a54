/// A button that opens a menu of buttons.
public struct Menu: _ElementView {
  let title: String
  let symbol: String?
  let content: ViewList

  /// Creates a menu with a title.
  public init<Content: View>(_ title: String, @ViewBuilder content: () -> Content) {
    self.title = title
    symbol = nil
    self.content = ViewList(content())
  }

  /// Creates a menu with a title and a symbol before it.
  public init<Content: View>(_ title: String, systemImage: String, @ViewBuilder content: () -> Content) {
    self.title = title
    symbol = systemImage
    self.content = ViewList(content())
  }

  public static func _render(_ view: borrowing Menu, into renderer: inout ElementRenderer) {
    var element = renderer.open("menu")
    element.isControl = true
    element.set("text", view.title)
    if let symbol = view.symbol { element.set("symbol", symbol) }
    element.style = renderer.context.environment.buttonStyle
    renderer.close(element, children: view.content)
  }
}
