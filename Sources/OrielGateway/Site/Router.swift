import OrielHub

/// Answers the requests below one path.
package struct Route {
  /// Sends the response exactly once, at once or later, on the hub.
  package typealias Handler = (HTTPRequest, WindowHub, @escaping (HTTPResponse) -> Void) -> Void

  /// The route's path, which includes everything below it.
  let prefix: String
  /// The largest body it takes, in bytes.
  let bodyLimit: Int
  let handler: Handler

  package init(_ prefix: String, bodyLimit: Int = 0, handler: @escaping Handler) {
    self.prefix = prefix
    self.bodyLimit = bodyLimit
    self.handler = handler
  }

  func matches(_ path: String) -> Bool {
    path == prefix
      || path.utf8.starts(with: prefix.utf8) && (prefix.last == "/" || path.dropFirst(prefix.count).first == "/")
  }
}

/// Finds the route of a request: the longest prefix wins.
package struct Router {
  private let routes: [Route]

  package init(_ routes: [Route]) {
    self.routes = routes.sorted { $0.prefix.utf8.count > $1.prefix.utf8.count }
  }

  package func route(for path: String) -> Route? { routes.first { $0.matches(path) } }
}
