/// Finds the members of one object for someone who walks through another.
///
/// Mostly both have the same keys in the same order, so the answer is right where the last one was. If not, a small object is
/// searched, and a large one gets a table, or comparing two would take the square of their size.
struct MemberFinder {
  private let members: [JSONObject.Member]
  private var next = 0
  private var index = MemberIndex()

  init(_ object: JSONObject) { members = object.members }

  mutating func place(of key: String) -> Int? {
    if next < members.count, members[next].key.hasSameScalars(as: key) {
      next += 1
      return next - 1
    }
    guard let place = index.place(of: key, in: members) else { return nil }
    next = place + 1
    return place
  }
}

/// The places of keys in a list of members that may grow at its end. No table while the list is small.
struct MemberIndex {
  private static let small = 16

  private var places: [ScalarKey: Int] = [:]
  private var indexed = 0

  init() {}

  mutating func place(of key: String, in members: [JSONObject.Member]) -> Int? {
    guard members.count > Self.small else { return members.firstIndex { $0.key.hasSameScalars(as: key) } }
    while indexed < members.count {
      places[ScalarKey(members[indexed].key)] = indexed
      indexed += 1
    }
    return places[ScalarKey(key)]
  }
}

extension JSONObject {
  /// Whether both have the same keys in the same order, as two renderings of one element mostly do.
  func hasSameKeys(as other: JSONObject) -> Bool {
    guard count == other.count else { return false }
    for place in members.indices where !members[place].key.hasSameScalars(as: other.members[place].key) { return false }
    return true
  }
}
