/// A link to a page, or to a file that the page saves.
///
/// A destination is a relative URL, or one with the scheme http, https, mailto or tel, percent-encoded if necessary.
/// Any other is shown as plain text, and a warning is logged.
public struct Link: ElementView {
  private enum Target {
    case url(String)
    case file(UploadedFile)
  }

  private let title: String
  private let target: Target

  /// Creates a link with a title.
  public init(_ title: String, destination: String) {
    self.title = title
    target = .url(destination)
  }

  /// Creates a link that has the page save a file which a user has uploaded, or which the app has made: browsers never show it
  /// as a page.
  ///
  /// It works for the users whose windows show the link, for as long as they do and the file exists.
  ///
  /// - Parameters:
  ///   - title: The title; by default the file's name.
  ///   - file: The file.
  public init(_ title: String? = nil, file: UploadedFile) {
    self.title = title ?? file.name
    target = .file(file)
  }

  static func render(_ view: borrowing Link, into renderer: inout ElementRenderer) {
    let url: String
    var name: String?
    switch view.target {
    case .url(let destination) where SafeURL.isAllowed(destination): url = destination
    case .url(let destination):
      renderer.report("A link can't lead to “\(destination)”")
      return Text.render(Text(view.title), into: &renderer)
    case .file(let file):
      guard let address = renderer.address(of: file) else { return Text.render(Text(view.title), into: &renderer) }
      (url, name) = (address, file.name)
    }
    var element = renderer.open("link")
    element.isControl = true
    element.set("text", view.title)
    element.set("url", url)
    if let name { element.set("download", name) }
    renderer.close(element)
  }
}
