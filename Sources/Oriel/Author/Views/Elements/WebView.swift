/// A web page in a frame, which has no access to the app.
public struct WebView: ElementView {
  let title: String
  let url: String

  /// - Parameters:
  ///   - title: The accessibility label.
  ///   - url: A relative URL, or one with the scheme http or https; any other shows nothing, and a warning is logged.
  ///     Many pages refuse to be framed.
  public init(_ title: String, url: String) {
    self.title = title
    self.url = url
  }

  static func render(_ view: borrowing WebView, into renderer: inout ElementRenderer) {
    var element = renderer.open("webView")
    element.label = view.title
    if SafeURL.isAllowed(view.url), !view.url.lowercased().hasPrefix("mailto:"),
      !view.url.lowercased().hasPrefix("tel:")
    {
      element.set("url", view.url)
    } else {
      renderer.report("A frame can't show “\(view.url)”")
    }
    renderer.close(element)
  }
}
