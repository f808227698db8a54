/// Controls for entering data, laid out as a form.
public struct Form: ElementView {
  let content: ViewList

  /// Creates a form of controls, often grouped into ``Section``s.
  public init<Content: View>(@ViewBuilder content: () -> Content) {
    self.content = ViewList(content())
  }

  static func render(_ view: borrowing Form, into renderer: inout ElementRenderer) {
    var element = renderer.open("form", members: 2)
    // A form with an id also gets the events of its fields, which have handled them already.
    element.on("submit", .sync { _ in })
    renderer.close(element, children: view.content)
  }
}
