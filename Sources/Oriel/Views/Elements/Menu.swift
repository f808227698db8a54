/// A button that opens a menu of others.
public struct Menu: _ElementView {
  let title: String
  let symbol: String?
  let content: ViewList

  /// A button that reads this, and the buttons in its menu.
  public init<Content: View>(_ title: String, @ViewBuilder content: () -> Content) {
    self.title = title
    symbol = nil
    self.content = ViewList(content())
  }

  /// A button that reads this, with the symbol of this name before it, and the buttons in its menu.
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
