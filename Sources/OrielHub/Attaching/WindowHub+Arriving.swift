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

extension WindowHub {
  /// Counts a page until it is attached or refused. Beyond the limit it is told to try later.
  func arrival(_ request: AttachRequest, _ client: any WindowClient, _ then: @escaping (AttachAnswer) -> Void)
    -> Arrival?
  {
    // Decoded, a value may take many times its size.
    let bytes = request.bytes + (request.attach.value?.heapBytes ?? 0)
    guard arrivals.add(bytes, limits) else {
      if let repeats = lines.admit("arrivals", now: scheduler.now) {
        let others = repeats.count == 0 ? "" : ", and \(repeats.count) before it"
        logger.error("A page was told to try later\(others): \(arrivals.count) wait for the store or for their tenant")
      }
      client.deliver(.closing(.unavailable))
      then(.refused)
      return nil
    }
    return Arrival(request: request, client: client) { [self] answer in
      arrivals.remove(bytes)
      then(answer)
    }
  }
}
