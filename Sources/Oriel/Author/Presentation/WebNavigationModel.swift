/// A web page within the window, in a sandboxed frame. Many sites refuse to be framed; the link above the frame still
/// opens them.
@NavigationModel
public final class WebNavigationModel {
  /// The URL: http, https or relative. Any other is not shown, and a warning is logged.
  public let url: String
  /// The label of the link above the page.
  public let title: String

  /// - Parameters:
  ///   - url: The URL: http, https or relative.
  ///   - title: The label of the link above the page; by default the URL.
  public init(url: String, title: String? = nil) {
    self.url = url
    self.title = title ?? url
  }

  public var body: some View {
    Link(title, destination: url)
    WebFrame(url: url, label: title)
  }
}

private struct WebFrame: ElementView {
  let url: String
  let label: String

  static func render(_ view: borrowing WebFrame, into renderer: inout ElementRenderer) {
    guard SafeURL.isAllowed(view.url) else { return }
    var element = renderer.open("webView")
    element.set("url", view.url)
    element.label = view.label
    renderer.close(element)
  }
}

extension Presentation {
  /// A sheet with a web page.
  ///
  /// - Parameters:
  ///   - url: The URL: http, https or relative.
  ///   - title: The label of the link above the page; by default the URL.
  ///   - onDismiss: Called once when the sheet has closed.
  public static func webView(
    _ url: String, title: String? = nil, onDismiss: ((DismissReason) -> Void)? = nil
  ) -> Presentation {
    .sheet(WebNavigationModel(url: url, title: title), onDismiss: onDismiss)
  }
}
