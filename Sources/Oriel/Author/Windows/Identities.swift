import OrielDocument

/// Identifies a window: 128 random bits, a secret of its user.
public struct WindowID: Hashable, Sendable, TextCodable, CustomStringConvertible {
  /// The id as text, as in documents, addresses and logs.
  public let rawValue: String

  /// Creates an id from text. Any text is an id, but only the hub's own ids are those of windows.
  public init(_ rawValue: String) { self.rawValue = rawValue }

  init?(saved: String) { rawValue = saved }
  var saved: String { rawValue }

  public var description: String { rawValue }

  /// Whether both are the same sequence of Unicode scalars, as everywhere in the protocol.
  public static func == (left: WindowID, right: WindowID) -> Bool { left.rawValue.hasSameScalars(as: right.rawValue) }
  /// Hashes the id's Unicode scalars.
  public func hash(into hasher: inout Hasher) { hasher.combine(scalarsOf: rawValue) }
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

  /// The id as a key.
  package var key: ScalarKey { ScalarKey(id) }

  /// Whether both have the same roles, and ids of the same Unicode scalars: two that only look the same are two users.
  public static func == (left: User, right: User) -> Bool { left.key == right.key && left.roles == right.roles }
  /// Hashes the id's Unicode scalars.
  public func hash(into hasher: inout Hasher) { hasher.combine(key) }

  /// Whether the user has this very role.
  package func has(role: String) -> Bool { roles.contains { $0.hasSameScalars(as: role) } }
}
