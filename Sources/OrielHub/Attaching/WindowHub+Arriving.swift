import Oriel
import OrielDocument

// What a page waits for. What follows the answer of the store is done in the page's turn, and the rest at the cost of its
// connection.

extension WindowHub {
  func withHome(_ tenant: Tenant, for arrival: Arrival, then: @escaping (FoundHome) -> Void) {
    withHome(tenant) { found in arrival.client.charge { then(found) } }
  }

  func withUser(_ user: User, for arrival: Arrival, then: @escaping (UserState?) -> Void) {
    withUser(user, loadedFor: arrival.client) { member in arrival.client.charge { then(member) } }
  }

  func findAsleep(_ query: StoredWindowQuery, for arrival: Arrival, then: @escaping ([StoredSummary]) -> Void) {
    findAsleep(query) { [self] found in
      arrival.client.inTurn {
        then(found)
        self.commitPending()
      }
    }
  }

  /// The first page that asks for a window also pays for restoring it.
  func lookUp(_ id: WindowID, for arrival: Arrival, then: @escaping (FoundWindow) -> Void) {
    lookUp(id, restoredFor: arrival.client) { found in arrival.client.charge { then(found) } }
  }
}
