/// The locks that block `dismissAll`, `popAll` and `reset`; each ends with the model that set it.
struct Locks {
  private var holders: Set<String> = []
  /// Whether an operator is acting.
  private(set) var areIgnored = false

  var isLocked: Bool { !holders.isEmpty && !areIgnored }

  func isHeld(by id: String) -> Bool { holders.contains(id) }

  /// Returns whether that was a change.
  mutating func set(_ isLocked: Bool, by id: String) -> Bool {
    isLocked ? holders.insert(id).inserted : holders.remove(id) != nil
  }

  /// Ignores the locks, or not. Returns whether they were ignored.
  mutating func ignore(_ isIgnored: Bool) -> Bool {
    defer { areIgnored = isIgnored }
    return areIgnored
  }
}
