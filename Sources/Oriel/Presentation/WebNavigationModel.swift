/// A page of the web within the window, in a sandboxed frame. Many sites refuse to be framed: the link above it leads
/// there all the same.
@NavigationModel
public final class WebNavigationModel {
  /// http, https or relative; anything else is not shown, and reported.
  public let url: String
  /// What the link above the page says.
  public let title: String

  /// - Parameters:
  ///   - url: http, https or relative.
  ///   - title: What the link above the page says; without one, the URL.
  public init(url: String, title: String? = nil) {
    self.url = url
    self.title = title ?? url
  }

  public var body: some View {
    Link(title, destination: url)
    WebFrame(url: url, label: title)
  }
}

private struct WebFrame: _ElementView {
  let url: String
  let label: String

  static func _render(_ view: borrowing WebFrame, into renderer: inout ElementRenderer) {
    guard SafeURL.isAllowed(view.url) else { return }
    var element = renderer.open("webView")
    element.set("url", view.url)
    element.label = view.label
    renderer.close(element)
  }
}

extension Presentation {
  /// A sheet with a page of the web.
  ///
  /// - Parameters:
  ///   - url: http, https or relative.
  ///   - title: What the link above the page says; without one, the URL.
  ///   - onDismiss: Called once when it has gone.
  public static func webView(
    _ url: String, title: String? = nil, onDismiss: ((DismissReason) -> Void)? = nil
  ) -> Presentation {
    .sheet(WebNavigationModel(url: url, title: title), onDismiss: onDismiss)
  }
}
