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
    byKey[user.user.key] = user
    roster.append(user)
  }

  mutating func remove(_ user: UserState) {
    byKey[user.user.key] = nil
    roster.remove(user)
  }
}

/// Callbacks that wait for the same answer, which is looked for once.
struct Callbacks<Key: Hashable, Answer> {
  private var waiting: [Key: [(Answer) -> Void]] = [:]

  var isEmpty: Bool { waiting.isEmpty }
  func isWaiting(for key: Key) -> Bool { waiting[key] != nil }

  /// - Returns: Whether it is the first, so that the answer has to be looked for.
  mutating func add(_ callback: @escaping (Answer) -> Void, for key: Key) -> Bool {
    waiting[key, default: []].append(callback)
    return waiting[key]?.count == 1
  }

  mutating func take(_ key: Key) -> [(Answer) -> Void] { waiting.removeValue(forKey: key) ?? [] }
}
