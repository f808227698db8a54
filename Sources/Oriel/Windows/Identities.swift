/// Names one window: 128 random bits, a secret of its user.
public struct WindowID: Hashable, Sendable, Codable, CustomStringConvertible {
  /// The id as text, as documents, addresses and logs have it.
  public let rawValue: String

  /// From text: any is an id, but only the hub's own are windows'.
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
  /// Opaque; the same for all windows of a user, and after a restart.
  public let id: String
  /// What an authenticated user may do, such as `admin`. Anonymous users have none.
  public let roles: Set<String>

  /// - Parameters:
  ///   - id: Opaque, of 1 to 64 characters.
  ///   - roles: What an authenticated user may do.
  public init(id: String, roles: Set<String> = []) {
    self.id = id
    self.roles = roles
  }
}
