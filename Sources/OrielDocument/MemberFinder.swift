/// Finds the members of one object while the caller walks through another.
///
/// Usually both objects have the same keys in the same order, so the next member is right after the last one found. If
/// not, a small object is searched and a large one gets a hash table, because comparing two large objects would
/// otherwise take quadratic time.
struct MemberFinder {
  private let members: [JSONObject.Member]
  private var next = 0
  private var index = MemberIndex()

  init(_ object: JSONObject) { members = object.members }

  mutating func position(of key: String) -> Int? {
    if next < members.count, members[next].key.hasSameScalars(as: key) {
      next += 1
      return next - 1
    }
    guard let position = index.position(of: key, in: members) else { return nil }
    next = position + 1
    return position
  }
}

/// The indices of keys in a list of members that may grow at its end. A small list needs no hash table.
struct MemberIndex {
  private static let small = 16

  private var positions: [ScalarKey: Int] = [:]
  private var indexed = 0

  init() {}

  mutating func position(of key: String, in members: [JSONObject.Member]) -> Int? {
    guard members.count > Self.small else { return members.firstIndex { $0.key.hasSameScalars(as: key) } }
    while indexed < members.count {
      positions[ScalarKey(members[indexed].key)] = indexed
      indexed += 1
    }
    return positions[ScalarKey(key)]
  }
}

extension JSONObject {
  /// Whether both objects have the same keys in the same order, as two renderings of one element usually do.
  func hasSameKeys(as other: JSONObject) -> Bool {
    guard count == other.count else { return false }
    for position in members.indices where !members[position].key.hasSameScalars(as: other.members[position].key) {
      return false
    }
    return true
  }
}
