/// The members of a JSON object, in the order in which they were put.
///
/// One array and no table: objects of documents have two to six members, and looking at six keys beats hashing one.
public struct JSONObject: Sendable {
  /// A member's name and its value.
  public typealias Member = (key: String, value: JSONValue)

  package var members: [Member]

  /// An object without members.
  public init() { members = [] }

  /// Where a key stands twice, the later value counts.
  public init(_ members: some Sequence<(String, JSONValue)>) {
    self.members = []
    self.members.reserveCapacity(members.underestimatedCount)
    var index = MemberIndex()
    for (key, value) in members {
      if let place = index.place(of: key, in: self.members) {
        self.members[place].value = value
      } else {
        self.members.append((key, value))
      }
    }
  }

  package init(reserving capacity: Int) {
    members = []
    members.reserveCapacity(capacity)
  }

  /// How many members it has.
  public var count: Int { members.count }
  /// Whether it has no members.
  public var isEmpty: Bool { members.isEmpty }

  /// The member of that name. Setting `nil` removes it; a new one goes to the end.
  public subscript(key: String) -> JSONValue? {
    get { place(of: key).map { members[$0].value } }
    set {
      switch (place(of: key), newValue) {
      case (let place?, let value?): members[place].value = value
      case (let place?, nil): members.remove(at: place)
      case (nil, let value?): members.append((key, value))
      case (nil, nil): break
      }
    }
  }

  /// Adds a member whose key is known to be new; looks at nothing.
  package mutating func append(_ key: String, _ value: JSONValue) {
    members.append((key, value))
  }

  func place(of key: String) -> Int? {
    members.firstIndex { $0.key.hasSameScalars(as: key) }
  }

  /// The first members of another object, with room for more.
  package init(_ other: JSONObject?, prefix count: Int, reserving capacity: Int) {
    self.init(reserving: Swift.max(capacity, count + 1))
    if let other, count > 0 { members += other.members[..<count] }
  }

  /// Whether this member stands at that place.
  package func hasMember(_ key: String, _ value: JSONValue, at place: Int) -> Bool {
    place < members.count && members[place].key.hasSameScalars(as: key) && members[place].value == value
  }

  /// The list of that name, which most probably stands at that place.
  package func elements(_ key: String, at place: Int) -> [JSONValue]? {
    guard place < members.count, members[place].key.hasSameScalars(as: key) else { return self[key]?.arrayValue }
    return members[place].value.arrayValue
  }

  /// Whether a member with this text stands at that place.
  package func hasMember(_ key: String, _ text: String, at place: Int) -> Bool {
    guard place < members.count, members[place].key.hasSameScalars(as: key),
      case .string(let own) = members[place].value
    else { return false }
    return own.hasSameScalars(as: text)
  }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self.init(reserving: elements.count)
    for (key, value) in elements { self[key] = value }
  }
}

extension JSONObject: Sequence {
  public func makeIterator() -> IndexingIterator<[Member]> { members.makeIterator() }
  public var underestimatedCount: Int { members.count }
}

extension JSONObject: Hashable {
  public static func == (left: JSONObject, right: JSONObject) -> Bool {
    guard left.count == right.count else { return false }
    if left.members.isIdentical(to: right.members) { return true }
    var finder = MemberFinder(right)
    return left.members.allSatisfy { member in
      finder.place(of: member.key).map { right.members[$0].value == member.value } ?? false
    }
  }

  /// Adds up the members' hashes, so that their order does not matter.
  public func hash(into hasher: inout Hasher) {
    var sum = 0
    for member in members {
      var each = Hasher()
      each.combine(scalarsOf: member.key)
      each.combine(member.value)
      sum &+= each.finalize()
    }
    hasher.combine(sum)
  }
}
