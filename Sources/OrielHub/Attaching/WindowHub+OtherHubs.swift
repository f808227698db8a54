import Oriel

// A page may come to any hub. What it says names the hub of the window that it opens. A window to which it returns, or which it
// watches, may be in another tenant than its address and its user lead to.

extension WindowHub {
  /// The hub of the window that a page opens; `nil` if every hub serves it, or if it asks for a window that there is.
  package func hub(askedBy request: AttachRequest) -> Int? {
    guard !neighbours.areNone, request.window == nil else { return nil }
    return scenes.tenant(askedBy: request).flatMap(neighbours.hub)
  }

  /// The tenant of the window that a page opens; `nil` if it can have none.
  package func tenant(askedBy request: AttachRequest) -> Tenant? { scenes.tenant(askedBy: request) }

  var ticketPlace: String {
    (store.nodes.map { "\($0.own)." } ?? "") + (neighbours.areNone ? "" : "\(neighbours.index).")
  }

  /// Goes on here, unless another hub has the window in memory, which then gets the page. The store may not know the window:
  /// nothing may have been done in it, or its scene may be saved nowhere.
  func findHub(of id: WindowID, _ arrival: Arrival, orHere goOn: @escaping () -> Void) {
    guard !neighbours.areNone, windows[id] == nil else { return goOn() }
    askOthers({ hub in hub.windows[id].map { _ in hub.neighbours.index } }) { hubs in
      if let hub = hubs.lazy.compactMap(\.self).first { arrival.then(.elsewhere(.hub(hub))) } else { goOn() }
    }
  }
}
