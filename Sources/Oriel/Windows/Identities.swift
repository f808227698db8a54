/// Identifies a window: 128 random bits, a secret of its user.
public struct WindowID: Hashable, Sendable, Codable, CustomStringConvertible {
  /// The id as text, as in documents, addresses and logs.
  public let rawValue: String

  /// Creates an id from text. Any text is an id, but only the hub's own ids are those of windows.
  public init(_ rawValue: String) { self.rawValue = rawValue }
  public init(from decoder: any Decoder) throws { rawValue = try decoder.singleValueContainer().decode(String.self) }
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }

  public var description: String { rawValue }
}

/// The user of a browser. All windows of a user share one environment.
public struct User: Hashable, Sendable {
  /// An opaque id, the same for all windows of the user and after a restart.
  public let id: String
  /// The roles of an authenticated user, such as `admin`. Anonymous users have none.
  public let roles: Set<String>

  /// - Parameters:
  ///   - id: An opaque id of 1 to 64 characters.
  ///   - roles: The roles of an authenticated user.
  public init(id: String, roles: Set<String> = []) {
    self.id = id
    self.roles = roles
  }
}
