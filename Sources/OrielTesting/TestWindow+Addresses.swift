import Oriel
import OrielDocument

extension TestWindow {
  /// Opens a window of this app at an address, such as `/notes/3`.
  public convenience init(app: some WindowApp, url: String) throws {
    try self.init(app: app) { $0.url = url }
  }

  /// The address in the address bar.
  public var url: String { document["url"]?.stringValue ?? "" }

  /// Opens an address inside the window, as a link or the browser's Forward does.
  public func openURL(_ url: String) throws { try accept(openURL(url)) }

  /// The same with its outcome, also if the step was refused.
  @_disfavoredOverload
  public func openURL(_ url: String) throws -> TestOutcome {
    try event(model: document["root"]?.stringValue ?? "", name: "openURL", value: ["url": .string(url)])
  }
}

extension TestServer {
  /// Opens a window at an address, from a new page.
  public func open(user: String = "user", roles: Set<String> = [], url: String) throws -> TestWindow {
    try attach(user: user, roles: roles) { $0.url = url }
  }
}
