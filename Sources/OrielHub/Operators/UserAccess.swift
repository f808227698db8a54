import OrielDocument

/// A user's ban and sign-out.
package struct UserAccess: Sendable, Equatable {
  package let user: String
  /// The time of the ban in milliseconds since 1970; `nil` if the user is not banned.
  package var bannedAt: Int64?
  /// The time of the last sign-out in milliseconds since 1970. Earlier credentials are revoked.
  package var signedOutAt: Int64?

  package init(user: String, bannedAt: Int64? = nil, signedOutAt: Int64? = nil) {
    self.user = user
    self.bannedAt = bannedAt
    self.signedOutAt = signedOutAt
  }
}

/// The reason why a user has no access.
package enum AccessRefusal: Sendable, Equatable { case banned, signedOut }

/// The bans and sign-outs of all users, in memory, because every handshake checks them.
package struct AccessList: Sendable {
  package private(set) var users: [ScalarKey: UserAccess] = [:]

  /// - Parameter signedInAt: When the user's credentials were issued, in milliseconds since 1970. `nil` counts as older
  ///   than any sign-out.
  package func refusal(of user: String, signedInAt: Int64?) -> AccessRefusal? {
    guard let access = users[ScalarKey(user)] else { return nil }
    if access.bannedAt != nil { return .banned }
    guard let end = access.signedOutAt else { return nil }
    return signedInAt.map { $0 > end } ?? false ? nil : .signedOut
  }

  package subscript(user: String) -> UserAccess { users[ScalarKey(user)] ?? UserAccess(user: user) }

  mutating func set(_ access: UserAccess) { users[ScalarKey(access.user)] = access }
}
