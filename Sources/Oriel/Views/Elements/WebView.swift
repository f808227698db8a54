/// A page of the web in a frame of its own, which can reach nothing of the app's.
public struct WebView: _ElementView {
  let title: String
  let url: String

  /// - Parameters:
  ///   - title: what assistive technology calls the page.
  ///   - url: a relative URL, or one with the scheme http or https; anything else shows nothing and is reported. Many
  ///     pages refuse to be framed.
  public init(_ title: String, url: String) {
    self.title = title
    self.url = url
  }

  public static func _render(_ view: borrowing WebView, into renderer: inout ElementRenderer) {
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
