import Oriel
import OrielDocument

/// One window as an operator sees it.
package struct WindowSummary: Sendable, Equatable {
  package var id: WindowID
  package var tenant: Tenant
  package var user: String
  /// The name and the address of the user, as their sign-in has told them.
  package var name: String?
  package var email: String?
  package var scene: String
  package var title: String
  /// The epoch; `nil` while the window is only in the store.
  package var epoch: String?
  package var rev: Int?
  /// Its page, if it has one.
  package var page: PageHealth?
  /// How many operators watch it.
  package var observers = 0
  /// The reason why it is unavailable.
  package var parked: Parked?
  /// The node that has it in memory, of several.
  package var node: String?

  package init(
    id: WindowID, tenant: Tenant = .app, user: String, scene: String, title: String, epoch: String? = nil,
    rev: Int? = nil, parked: Parked? = nil
  ) {
    self.id = id
    self.tenant = tenant
    self.user = user
    self.scene = scene
    self.title = title
    self.epoch = epoch
    self.rev = rev
    self.parked = parked
  }
}

extension WindowSummary {
  /// Returns `nil` if it is not a window.
  package init?(_ parked: Parked) {
    guard let window = parked.window else { return nil }
    self.init(asleep: window)
    self.parked = parked
  }

  init(asleep window: StoredSummary) {
    self.init(
      id: window.id, tenant: window.tenant, user: window.user, scene: window.scene, title: window.title)
  }
}
