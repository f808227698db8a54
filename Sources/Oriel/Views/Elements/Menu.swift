/// A button that opens a menu of others.
public struct Menu<Content: View>: _ElementView {
  let title: String
  let symbol: String?
  let content: Content

  public init(_ title: String, @ViewBuilder content: () -> Content) {
    self.title = title
    symbol = nil
    self.content = content()
  }

  /// - Parameter systemImage: the name of a symbol before the title.
  public init(_ title: String, systemImage: String, @ViewBuilder content: () -> Content) {
    self.title = title
    symbol = systemImage
    self.content = content()
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
