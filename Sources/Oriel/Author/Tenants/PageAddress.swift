/// Where a page is, as its browser says: any visitor can type it.
public struct PageAddress: Hashable, Sendable {
  /// The host name in lower case, without a port, such as `acme.example.com`.
  public let host: String
  /// The page's path with its query, such as `/acme/board?day=2`.
  public let path: String

  /// - Parameters:
  ///   - host: A host name, with or without a port.
  ///   - path: A path, with a query if there is one.
  public init(host: String, path: String) {
    let name = host.hasPrefix("[") ? host.prefix { $0 != "]" } + "]" : host.prefix { $0 != ":" }
    self.host = name.lowercased()
    self.path = path
  }

  /// The first component of the path, unless it is one of the server's own.
  package var tenantInPath: Tenant? {
    guard let first = WindowURL(path)?.path.first, !Self.reserved.contains(first) else { return nil }
    return Tenant(first)
  }

  /// The value of the first item of the query with this name.
  package func item(_ name: String) -> String? { WindowURL(path)?[name] }

  /// The first components of the server's own addresses.
  static let reserved: Set<String> = [
    "admin", "client", "connect", "demo", "file", "health", "metrics", "sign-in", "sign-out", "upload",
  ]
}
