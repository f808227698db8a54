import Oriel

/// Sorted ids, for lists that are read page by page. Additions and removals are merged when the list is read, because
/// windows are opened often and listed seldom.
struct OrderedIDs {
  private var ordered: [WindowID]
  private var added: Set<WindowID> = []
  private var removed: Set<WindowID> = []

  init(_ ids: Set<WindowID> = []) {
    ordered = ids.sorted { $0.rawValue < $1.rawValue }
  }

  var count: Int { ordered.count + added.count - removed.count }

  mutating func insert(_ id: WindowID) {
    if removed.remove(id) == nil { added.insert(id) }
  }

  mutating func remove(_ id: WindowID) {
    if added.remove(id) == nil { removed.insert(id) }
  }

  /// Merges all additions and removals.
  mutating func merge() {
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

  /// The ids after one, or all of them, as of the last merge.
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
