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

/// A ban, its end or a sign-out.
package struct AccessChange: Sendable, Equatable {
  package enum Kind: String, Sendable { case ban, unban, signOut }

  package let user: String
  package let kind: Kind
  /// In milliseconds since 1970.
  package let time: Int64

  package init(user: String, kind: Kind, time: Int64) { (self.user, self.kind, self.time) = (user, kind, time) }
}

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

  /// The time of issue of credentials that a user gets now: after the last sign-out, also in the same millisecond.
  package func nextSignIn(of user: String, now: Int64) -> Int64 { max(now, (self[user].signedOutAt ?? .min / 2) + 1) }

  package subscript(user: String) -> UserAccess { users[ScalarKey(user)] ?? UserAccess(user: user) }

  /// When a ban last began or ended in this process.
  private var decided: [ScalarKey: Int64] = [:]

  /// The number of users of whom it knows when a ban last began or ended.
  var decisionCount: Int { decided.count }

  /// The time of a user's next ban, or of its end: after the last one, however the clock goes.
  func nextDecision(on user: String, now: Int64) -> Int64 { max(now, (decided[ScalarKey(user)] ?? .min / 2) + 1) }

  /// Hubs that hear the same changes have the same list afterwards, in whatever order they hear them: the last decision
  /// counts, and of two at the same moment the ban.
  mutating func apply(_ change: AccessChange) {
    var access = self[change.user]
    let key = ScalarKey(change.user)
    switch change.kind {
    case .signOut: access.signedOutAt = max(access.signedOutAt ?? change.time, change.time)
    case .ban, .unban:
      let last = decided[key] ?? .min
      guard change.time > last || change.time == last && change.kind == .ban else { return }
      decided[key] = change.time
      access.bannedAt = change.kind == .ban ? change.time : nil
    }
    set(access)
  }

  /// The last decision on a user's ban, if it has come after another one, or wins over it.
  func decision(after change: AccessChange) -> AccessChange? {
    guard change.kind != .signOut, let time = decided[ScalarKey(change.user)] else { return nil }
    let kind: AccessChange.Kind = self[change.user].bannedAt == nil ? .unban : .ban
    return time > change.time || kind != change.kind ? AccessChange(user: change.user, kind: kind, time: time) : nil
  }

  /// Forgets sign-outs and ends of bans before this time, after which no credentials of that time are valid.
  mutating func forget(before time: Int64) {
    users = users.filter { _, access in access.bannedAt != nil || access.signedOutAt ?? .min >= time }
    decided = decided.filter { key, decision in users[key]?.bannedAt != nil || decision >= time }
  }

  mutating func set(_ access: UserAccess) { users[ScalarKey(access.user)] = access }
}
