/// Names one window: 128 random bits, a secret of its user.
public struct WindowID: Hashable, Sendable, Codable, CustomStringConvertible {
  public let rawValue: String

  public init(_ rawValue: String) { self.rawValue = rawValue }
  public init(from decoder: any Decoder) throws { rawValue = try decoder.singleValueContainer().decode(String.self) }
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }

  public var description: String { rawValue }
}

/// Whoever is behind a browser: all their windows share one environment.
public struct User: Hashable, Sendable {
  public let id: String
  /// What an authenticated user may do, such as `admin`. Anonymous users have none.
  public let roles: Set<String>

  public init(id: String, roles: Set<String> = []) {
    self.id = id
    self.roles = roles
  }
}
