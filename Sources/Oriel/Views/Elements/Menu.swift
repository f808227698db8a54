/// A button that opens a menu of others.
public struct Menu<Content: View>: _ElementView {
  let title: String
  let content: Content

  public init(_ title: String, @ViewBuilder content: () -> Content) {
    self.title = title
    self.content = content()
  }

  public static func _render(_ view: borrowing Menu, into renderer: inout ElementRenderer) {
    var element = renderer.open("menu")
    element.isControl = true
    element.set("text", view.title)
    element.style = renderer.context.environment.buttonStyle
    renderer.close(element, children: view.content)
  }
}
