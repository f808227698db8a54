/// A link to a page.
///
/// The destination is a relative URL, or one with the scheme http, https, mailto or tel, percent-encoded if necessary.
/// Any other is shown as plain text, and a warning is logged.
public struct Link: ElementView {
  let title: String
  let destination: String

  /// Creates a link with a title.
  public init(_ title: String, destination: String) {
    self.title = title
    self.destination = destination
  }

  static func render(_ view: borrowing Link, into renderer: inout ElementRenderer) {
    guard SafeURL.isAllowed(view.destination) else {
      renderer.report("A link can't lead to “\(view.destination)”")
      return Text.render(Text(view.title), into: &renderer)
    }
    var element = renderer.open("link")
    element.isControl = true
    element.set("text", view.title)
    element.set("url", view.destination)
    renderer.close(element)
  }
}
