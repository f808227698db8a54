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

/// The user of a browser, in one tenant. All windows of a user in a tenant share one environment.
public struct User: Hashable, Sendable {
  /// An opaque id, the same for all windows of the user and after a restart.
  public let id: String
  /// A name to show, if the sign-in or the tenancy's `admit` has set one: of a JSON Web Token, its claim `name`.
  public var name: String?
  /// The roles, such as `admin`: those of the credentials, unless the tenancy's `admit` has set others. Anonymous users
  /// have none.
  public var roles: Set<String>
  /// The claims of the credentials that are texts, by name. Anonymous users have none.
  public let claims: [String: String]
  /// The tenant whose windows and objects the user sees.
  public package(set) var tenant: Tenant

  /// - Parameters:
  ///   - id: An opaque id of 1 to 64 characters.
  ///   - name: A name to show.
  ///   - roles: The roles of an authenticated user.
  ///   - claims: The claims of an authenticated user that are texts.
  ///   - tenant: The tenant that the user is in.
  public init(
    id: String, name: String? = nil, roles: Set<String> = [], claims: [String: String] = [:], tenant: Tenant = .app
  ) {
    self.id = id
    self.name = name
    self.roles = roles
    self.claims = claims
    self.tenant = tenant
  }

  /// Whether a cookie is all that is known of the user. No token names such a user.
  public var isAnonymous: Bool { id.utf8.starts(with: "u-".utf8) }

  /// Whether a user who is not anonymous can be called so.
  package static func isID(_ id: String) -> Bool {
    (1...64).contains(id.unicodeScalars.count) && !id.utf8.starts(with: "u-".utf8)
      && id.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
  }

  /// The id as a key.
  package var key: ScalarKey { ScalarKey(id) }

  /// Whether everything known of both is the same, and their ids have the same Unicode scalars: two that only look the
  /// same are two users.
  public static func == (left: User, right: User) -> Bool {
    left.key == right.key && left.tenant == right.tenant && left.roles == right.roles && left.name == right.name
      && left.claims == right.claims
  }
  /// Hashes the id's Unicode scalars, and the tenant's.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(key)
    hasher.combine(tenant)
  }

  /// Whether the user has this very role.
  package func has(role: String) -> Bool { roles.contains { $0.hasSameScalars(as: role) } }

  /// The same user in another tenant.
  package func `in`(_ tenant: Tenant) -> User {
    var user = self
    user.tenant = tenant
    return user
  }
}
