import OrielDocument

/// What operators have said of a user's coming.
package struct UserAccess: Sendable, Equatable {
  package let user: String
  /// Since when the user is banned, in milliseconds since 1970; `nil` for who may come.
  package var bannedAt: Int64?
  /// Credentials from before, in milliseconds since 1970, are worth nothing any more.
  package var signedOutAt: Int64?

  package init(user: String, bannedAt: Int64? = nil, signedOutAt: Int64? = nil) {
    self.user = user
    self.bannedAt = bannedAt
    self.signedOutAt = signedOutAt
  }
}

/// Why a user may not come.
package enum AccessRefusal: Sendable, Equatable { case banned, signedOut }

/// All that operators have said of users, in memory: every handshake asks.
package struct AccessList: Sendable {
  package private(set) var users: [ScalarKey: UserAccess] = [:]

  /// - Parameter signedInAt: When the user's credentials were given out, in milliseconds since 1970. Those that do not
  ///   tell are older than any sign-out.
  package func refusal(of user: String, signedInAt: Int64?) -> AccessRefusal? {
    guard let access = users[ScalarKey(user)] else { return nil }
    if access.bannedAt != nil { return .banned }
    guard let end = access.signedOutAt else { return nil }
    return signedInAt.map { $0 > end } ?? false ? nil : .signedOut
  }

  package subscript(user: String) -> UserAccess { users[ScalarKey(user)] ?? UserAccess(user: user) }

  mutating func set(_ access: UserAccess) { users[ScalarKey(access.user)] = access }
}
