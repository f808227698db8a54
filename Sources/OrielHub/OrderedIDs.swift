import Oriel

/// Ids in their order, for lists that are read page by page. What comes and goes is put in its place when somebody reads:
/// windows are opened often, and listed seldom.
struct OrderedIDs {
  private var ordered: [WindowID]
  private var added: Set<WindowID> = []
  private var removed: Set<WindowID> = []

  init(_ ids: Set<WindowID> = []) {
    ordered = ids.sorted { $0.rawValue < $1.rawValue }
  }

  mutating func insert(_ id: WindowID) {
    if removed.remove(id) == nil { added.insert(id) }
  }

  mutating func remove(_ id: WindowID) {
    if added.remove(id) == nil { removed.insert(id) }
  }

  /// Puts everything in its place.
  mutating func settle() {
    guard !added.isEmpty || !removed.isEmpty else { return }
    let new = OrderedIDs(added).ordered
    var merged: [WindowID] = []
    merged.reserveCapacity(ordered.count + new.count)
    var next = 0
    for id in ordered where !removed.contains(id) {
      while next < new.count, new[next].rawValue < id.rawValue {
        merged.append(new[next])
        next += 1
      }
      merged.append(id)
    }
    ordered = merged + new[next...]
    added = []
    removed = []
  }

  /// Those behind an id, or all; as they were when they were last put in their places.
  func behind(_ id: WindowID?) -> ArraySlice<WindowID> {
    guard let id else { return ordered[...] }
    var (low, high) = (0, ordered.count)
    while low < high {
      let middle = (low + high) / 2
      if ordered[middle].rawValue > id.rawValue { high = middle } else { low = middle + 1 }
    }
    return ordered[low...]
  }
}
