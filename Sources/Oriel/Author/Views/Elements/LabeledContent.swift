/// A value with its name before it, such as one fact of many about an order.
///
/// ```swift
/// LabeledContent("Caller", value: call.name)
/// LabeledContent("Number") { Link(call.number, destination: "tel:\(call.number)") }
/// ```
public struct LabeledContent: ElementView {
  let title: String
  let content: ViewList

  /// Creates a name with views as its value.
  public init<Content: View>(_ title: String, @ViewBuilder content: () -> Content) {
    self.title = title
    self.content = ViewList(content())
  }

  /// Creates a name with a text as its value.
  public init(_ title: String, value: String) {
    self.init(title) { Text(value) }
  }

  static func render(_ view: borrowing LabeledContent, into renderer: inout ElementRenderer) {
    var element = renderer.open("labeled")
    element.set("text", view.title)
    renderer.close(element, children: view.content)
  }
}
