import Oriel

/// A user with a window in memory, as a row of a list.
package struct UserRow: Equatable, Sendable {
  package var id: String
  /// The name and the address, as the sign-in has told them.
  package var name: String?
  package var email: String?
  package var tenant: Tenant
  package var roles: [String]
  package var windows: Int
  /// The number of windows with a page.
  package var attached: Int
  /// Milliseconds since 1970.
  package var lastUsedAt: Int64

  /// Returns `nil` for an operator without a window of the app.
  init?(_ user: UserState) {
    let windows = user.windows.filter { !$0.isConsole }
    guard !windows.isEmpty else { return nil }
    id = user.account.id
    (name, email, tenant) = (user.account.name, user.account.email, user.account.tenant)
    roles = user.account.roles.sorted()
    self.windows = windows.count
    attached = windows.count { $0.isAttached }
    lastUsedAt = windows.map(\.lastUsedAt).max() ?? 0
  }
}

extension WindowRow {
  init(_ window: Window) {
    self.init(
      id: window.id, tenant: window.user.account.tenant, user: window.user.account.id, name: window.user.account.name,
      email: window.user.account.email, scene: window.sceneID, title: window.title, state: window.pageState,
      observers: window.observers.count { $0.isOpen },
      lastUsedAt: window.lastUsedAt, tags: window.tags.sorted())
    page = window.health
    (recentEvents, slowest) = window.recentActivity(since: window.hub.scheduler.wallTime - 60_000)
  }

  init(asleep window: StoredSummary, parked: Parked?) {
    self.init(
      id: window.id, tenant: window.tenant, user: window.user, scene: window.scene, title: window.title,
      state: parked == nil ? .asleep : .parked, lastUsedAt: window.usedAt, parked: parked)
  }
}
