/// Controls for entering data, laid out as a form.
public struct Form: _ElementView {
  let content: ViewList

  /// Controls, often in a ``Section`` each.
  public init<Content: View>(@ViewBuilder content: () -> Content) {
    self.content = ViewList(content())
  }

  public static func _render(_ view: borrowing Form, into renderer: inout ElementRenderer) {
    var element = renderer.open("form", members: 2)
    // A form that happens to have an id is told of what its fields are told already.
    element.on("submit", .sync { _ in })
    renderer.close(element, children: view.content)
  }
}
