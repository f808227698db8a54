/// Something that knows its place in a roster.
protocol RosterMember: AnyObject {
  var place: Int { get set }
}

/// Members in the order in which they came, to be walked bit by bit while some come and others go.
///
/// To come and to go costs the same whatever the number; a place is 8 bytes.
struct Roster<Member: RosterMember> {
  private var places: [Member?] = []
  private(set) var count = 0
  /// Changes when all places do: a walk begins anew then.
  private(set) var generation = 0

  /// All places, also empty ones.
  var end: Int { places.count }

  subscript(place: Int) -> Member? { places.indices.contains(place) ? places[place] : nil }

  mutating func append(_ member: Member) {
    member.place = places.count
    places.append(member)
    count += 1
  }

  mutating func remove(_ member: Member) {
    guard self[member.place] === member else { return }
    places[member.place] = nil
    count -= 1
    if places.count > 64 && places.count > 2 * count { close() }
  }

  private mutating func close() {
    places.removeAll { $0 == nil }
    for (place, member) in places.enumerated() { member?.place = place }
    generation += 1
  }
}

/// A walk over a roster, the last that came first, some at a time.
struct RosterWalk {
  private var generation = -1
  private var next = 0
  /// Places that were looked at.
  private(set) var visited = 0

  /// Visits up to `limit` members.
  ///
  /// - Parameter restart: The roster has closed its gaps: what was seen will be seen again.
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
