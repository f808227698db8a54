import Oriel
import OrielDocument

extension TestWindow {
  /// A window of this app, opened at an address: `/notes/3`.
  public convenience init(app: some WindowApp, url: String) throws {
    try self.init(app: app) { $0.url = url }
  }

  /// What the address bar shows.
  public var url: String { document["url"]?.stringValue ?? "" }

  /// Opens an address inside the window, as a link or the browser's Forward does.
  @discardableResult
  public func openURL(_ url: String) throws -> TestOutcome {
    try event(model: document["root"]?.stringValue ?? "", name: "openURL", value: ["url": .string(url)])
  }
}

extension TestServer {
  /// A page opens a window at an address.
  public func open(user: String = "user", roles: Set<String> = [], url: String) throws -> TestWindow {
    try attach(user: user, roles: roles) { $0.url = url }
  }
}
