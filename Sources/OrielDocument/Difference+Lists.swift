extension Difference {
  /// Compares two lists and matches their elements by key.
  ///
  /// A new element without a key is matched with the next old element that has no key, or whose key occurred before.
  mutating func compare(_ old: [JSONValue], _ new: [JSONValue]) {
    guard !old.isIdentical(to: new) else { return }
    let mark = self.mark
    if let count = Self.slide(old, new) {
      for _ in 0..<count { atElement(0) { $0.remove() } }
      for position in (old.count - count)..<new.count { atElement(position) { $0.add(new[position]) } }
    } else if hasSameKeys(old, new) {
      for position in new.indices { compareElement(old[position], new[position], at: position) }
    } else {
      realign(old, new)
    }
    shorten(since: mark, to: .array(new))
  }

  /// The number of elements that a series without keys has lost at its beginning, if it otherwise has only gained some at
  /// its end.
  private static func slide(_ old: [JSONValue], _ new: [JSONValue]) -> Int? {
    guard let last = old.last, let first = new.first, first.elementKey == nil else { return nil }
    let most = min(8, old.count / 4)
    let count = (0...most).dropFirst().first { count in
      guard old[count] == first, old.count - count <= new.count, new[old.count - count - 1] == last else {
        return false
      }
      return old.dropFirst(count).elementsEqual(new.prefix(old.count - count))
        && !(old + new).contains { $0.elementKey != nil }
    }
    // A series of equal values may have changed in fewer places.
    guard let count, zip(old, new).lazy.filter({ $0 != $1 }).prefix(2 * count + 1).count > 2 * count else { return nil }
    return count
  }

  /// Whether each element has the same key as the old element at its index. This is so unless elements were added,
  /// removed or moved.
  private func hasSameKeys(_ old: [JSONValue], _ new: [JSONValue]) -> Bool {
    guard old.count == new.count else { return false }
    for position in new.indices where !old[position].isIdentical(to: new[position]) {
      guard old[position].elementKey.hasSameScalars(as: new[position].elementKey) else { return false }
    }
    return true
  }

  private mutating func realign(_ old: [JSONValue], _ new: [JSONValue]) {
    // No index changes in the common prefix, so its differences can be recorded immediately.
    var start = 0
    while start < min(old.count, new.count), isAligned(old[start], new[start]) {
      compareElement(old[start], new[start], at: start)
      start += 1
    }
    var (oldEnd, newEnd) = (old.count, new.count)
    while oldEnd > start, newEnd > start, isAligned(old[oldEnd - 1], new[newEnd - 1]) {
      oldEnd -= 1
      newEnd -= 1
    }
    rearrange(old[start..<oldEnd], new[start..<newEnd])
    for offset in 0..<new.count - newEnd {
      compareElement(old[oldEnd + offset], new[newEnd + offset], at: newEnd + offset)
    }
  }

  private func isAligned(_ old: JSONValue, _ new: JSONValue) -> Bool {
    switch (old.elementKey, new.elementKey) {
    case (let old?, let new?): old.hasSameScalars(as: new)
    case (nil, nil): old == new
    default: false
    }
  }

  private mutating func compareElement(_ old: JSONValue, _ new: JSONValue, at position: Int) {
    if old.isIdentical(to: new) {
      if new.elementKey != nil { survivors += 1 }
      return
    }
    steps.append(.element(position))
    if case .object(let old) = old, case .object(let object) = new {
      compare(old, object, isKeyed: new.elementKey != nil)
    } else {
      compare(old, new)
    }
    steps.removeLast()
  }

  /// Records removals, moves and insertions first. After them, every index is an index of the new list.
  private mutating func rearrange(_ old: ArraySlice<JSONValue>, _ new: ArraySlice<JSONValue>) {
    guard !old.isEmpty || !new.isEmpty else { return }
    let sources = Self.sources(old, new)
    let changes = ListDifference(sources: sources, oldCount: old.count)
    let start = new.startIndex
    for position in changes.removals { atElement(start + position) { $0.remove() } }
    for change in changes.moves { move(from: start + change.from, to: start + change.to) }
    for position in changes.insertions { atElement(start + position) { $0.add(new[start + position]) } }
    for (position, source) in sources.enumerated() where source >= 0 {
      compareElement(old[start + source], new[start + position], at: start + position)
    }
  }

  private mutating func atElement(_ position: Int, _ write: (inout Difference) -> Void) {
    steps.append(.element(position))
    write(&self)
    steps.removeLast()
  }

  /// For each new element, the offset of the old element that it is matched with, or -1.
  private static func sources(_ old: ArraySlice<JSONValue>, _ new: ArraySlice<JSONValue>) -> [Int] {
    guard !old.isEmpty, !new.isEmpty else { return Array(repeating: -1, count: new.count) }
    var named: [ScalarKey: Int] = Dictionary(minimumCapacity: old.count)
    var unnamed: [Int] = []
    for (offset, element) in old.enumerated() {
      if let key = element.elementKey.map({ ScalarKey($0) }), named[key] == nil {
        named[key] = offset
      } else {
        unnamed.append(offset)
      }
    }
    var turn = unnamed.makeIterator()
    return new.map { element in
      if let key = element.elementKey { named.removeValue(forKey: ScalarKey(key)) ?? -1 } else { turn.next() ?? -1 }
    }
  }
}

extension JSONValue {
  /// The identity of a list's element: its `id`, or the `model` that it shows.
  var elementKey: String? {
    guard case .object(let object) = self else { return nil }
    // Elements have their `id` right after their `type`.
    if object.count > 1, object.members[1].key.hasSameScalars(as: "id") { return object.members[1].value.stringValue }
    return (object["id"] ?? object["model"])?.stringValue
  }
}
