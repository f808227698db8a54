/// A member that knows its index in a roster.
protocol RosterMember: AnyObject {
  var rosterIndex: Int { get set }
}

/// Members in the order of their arrival, which can be walked in slices while members come and go.
///
/// Adding and removing take constant time, and a place takes 8 bytes.
struct Roster<Member: RosterMember> {
  private var places: [Member?] = []
  private(set) var count = 0
  /// Changes when all places do, so that walks start over.
  private(set) var generation = 0

  /// The number of places, including empty ones.
  var end: Int { places.count }

  subscript(place: Int) -> Member? { places.indices.contains(place) ? places[place] : nil }

  mutating func append(_ member: Member) {
    member.rosterIndex = places.count
    places.append(member)
    count += 1
  }

  mutating func remove(_ member: Member) {
    guard self[member.rosterIndex] === member else { return }
    places[member.rosterIndex] = nil
    count -= 1
    if places.count > 64 && places.count > 2 * count { close() }
  }

  private mutating func close() {
    places.removeAll { $0 == nil }
    for (place, member) in places.enumerated() { member?.rosterIndex = place }
    generation += 1
  }
}

/// A walk over a roster, latest first, in slices.
struct RosterWalk {
  private var generation = -1
  private var next = 0
  /// The number of visited places.
  private(set) var visited = 0

  /// Visits up to `limit` members.
  ///
  /// - Parameter restart: Called when the roster has closed its gaps, so that visited members are visited again.
  /// - Returns: Whether there are more.
  mutating func visit<Member>(
    _ roster: Roster<Member>, limit: Int, restart: () -> Void, _ body: (Member) -> Void
  ) -> Bool {
    if generation != roster.generation {
      if generation >= 0 { restart() }
      generation = roster.generation
      next = roster.end
    }
    var left = limit
    while next > 0 && left > 0 {
      next -= 1
      left -= 1
      visited += 1
      if let member = roster[next] { body(member) }
    }
    return next > 0
  }
}
