import Oriel
import OrielDocument

/// The users with windows in memory, and those being loaded.
struct UserTable {
  private var byKey: [ScalarKey: UserState] = [:]
  /// In the order of their arrival.
  private(set) var roster = Roster<UserState>()
  /// The callbacks that wait for a user's objects.
  var loading = Callbacks<ScalarKey, UserState?>()

  subscript(key: ScalarKey) -> UserState? { byKey[key] }
  subscript(id: String) -> UserState? { byKey[ScalarKey(id)] }

  var count: Int { byKey.count }

  mutating func insert(_ user: UserState) {
    byKey[user.account.key] = user
    roster.append(user)
  }

  mutating func remove(_ user: UserState) {
    byKey[user.account.key] = nil
    roster.remove(user)
  }
}
