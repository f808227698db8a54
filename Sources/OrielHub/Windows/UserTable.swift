import Oriel
import OrielDocument

/// The members of tenants with windows in memory, and those being loaded.
struct UserTable {
  /// A user may be a member of several tenants.
  private var byID: [ScalarKey: [UserState]] = [:]
  /// In the order of their arrival.
  private(set) var roster = Roster<UserState>()
  /// The callbacks that wait for a member's objects.
  var loading = Callbacks<SavedOwner, UserState?>()
  private(set) var count = 0

  /// The user as a member of their tenant.
  subscript(user: User) -> UserState? { byID[user.key]?.first { $0.account.tenant == user.tenant } }

  /// The member who owns objects, if a member does.
  subscript(owner owner: SavedOwner) -> UserState? {
    owner.user.flatMap { byID[$0] }?.first { $0.account.tenant == owner.tenant }
  }

  /// The user as a member of every tenant.
  func members(_ id: ScalarKey) -> [UserState] { byID[id] ?? [] }
  func members(_ id: String) -> [UserState] { members(ScalarKey(id)) }

  /// The user's windows in all tenants.
  func windows(of id: String) -> [Window] { members(id).flatMap(\.windows) }

  mutating func insert(_ user: UserState) {
    byID[user.key, default: []].append(user)
    roster.append(user)
    count += 1
  }

  mutating func remove(_ user: UserState) {
    guard let members = byID[user.key], members.contains(where: { $0 === user }) else { return }
    byID[user.key] = members.count == 1 ? nil : members.filter { $0 !== user }
    roster.remove(user)
    count -= 1
  }
}

extension SavedOwner {
  /// The user as a member of their tenant.
  init(_ user: User) { self.init(user.tenant, user: user.key) }
}
