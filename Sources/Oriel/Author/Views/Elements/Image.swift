/// A picture: a symbol that the client draws, or one from a URL or a file.
///
/// Without a label it is decorative, and assistive technology ignores it.
public struct Image: ElementView {
  private enum Source {
    case symbol(String)
    case url(String)
    case file(UploadedFile)
  }

  private let source: Source
  private let label: String?

  /// - Parameter systemName: The name of a symbol. A client that doesn't know it draws a generic one.
  public init(systemName: String) {
    source = .symbol(systemName)
    label = nil
  }

  /// - Parameters:
  ///   - url: A relative URL, or one with the scheme http or https. For any other, only the label is shown, and a
  ///     warning is logged.
  ///   - label: A description for users who can't see the image.
  public init(url: String, label: String? = nil) {
    source = .url(url)
    self.label = label
  }

  /// A picture that a user has uploaded, or that the app has made, for the users whose windows show it.
  ///
  /// - Parameters:
  ///   - file: The file. Browsers show it if its type and its content are those of a picture.
  ///   - label: A description for users who can't see the image.
  public init(file: UploadedFile, label: String? = nil) {
    source = .file(file)
    self.label = label
  }

  static func render(_ view: borrowing Image, into renderer: inout ElementRenderer) {
    var element = renderer.open("image")
    element.label = view.label
    switch view.source {
    case .symbol(let name): element.set("symbol", name)
    case .url(let url) where SafeURL.isAllowed(url): element.set("url", url)
    case .file(let file): if let address = renderer.address(of: file) { element.set("url", address) }
    case .url(let url): renderer.report("An image can't be loaded from “\(url)”")
    }
    renderer.close(element)
  }
}
