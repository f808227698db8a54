/// Controls for entering data, laid out as a form.
public struct Form<Content: View>: _ElementView {
  let content: Content

  public init(@ViewBuilder content: () -> Content) {
    self.content = content()
  }

  public static func _render(_ view: borrowing Form, into renderer: inout ElementRenderer) {
    renderer.close(renderer.open("form", members: 2), children: view.content)
  }
}
