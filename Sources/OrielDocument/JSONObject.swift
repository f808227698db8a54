/// The members of a JSON object, in insertion order.
///
/// Members are stored in an array without a hash table: the objects in documents have two to six members, and comparing
/// six keys is faster than hashing one.
public struct JSONObject: Sendable {
  /// A member's name and its value.
  public typealias Member = (key: String, value: JSONValue)

  package var members: [Member]

  /// Creates an object without members.
  public init() { members = [] }

  /// Creates an object with these members, in this order. If a key occurs twice, the later value replaces the earlier
  /// one.
  public init(_ members: some Sequence<(String, JSONValue)>) {
    self.members = []
    self.members.reserveCapacity(members.underestimatedCount)
    var index = MemberIndex()
    for (key, value) in members {
      if let position = index.position(of: key, in: self.members) {
        self.members[position].value = value
      } else {
        self.members.append((key, value))
      }
    }
  }

  package init(reserving capacity: Int) {
    members = []
    members.reserveCapacity(capacity)
  }

  /// The number of members.
  public var count: Int { members.count }
  /// Whether the object has no members.
  public var isEmpty: Bool { members.isEmpty }

  /// The value of the member with this name, or `nil` if there is none. Setting `nil` removes the member; a new member
  /// is added at the end.
  public subscript(key: String) -> JSONValue? {
    get { position(of: key).map { members[$0].value } }
    set {
      switch (position(of: key), newValue) {
      case (let position?, let value?): members[position].value = value
      case (let position?, nil): members.remove(at: position)
      case (nil, let value?): members.append((key, value))
      case (nil, nil): break
      }
    }
  }

  /// Adds a member without checking for duplicates. The caller guarantees that the key is new.
  package mutating func append(_ key: String, _ value: JSONValue) {
    members.append((key, value))
  }

  func position(of key: String) -> Int? {
    members.firstIndex { $0.key.hasSameScalars(as: key) }
  }

  /// Creates an object from the first `count` members of another, with capacity for more.
  package init(_ other: JSONObject?, prefix count: Int, reserving capacity: Int) {
    self.init(reserving: Swift.max(capacity, count + 1))
    if let other, count > 0 { members += other.members[..<count] }
  }

  /// Whether the member at this index has this key and value.
  package func hasMember(_ key: String, _ value: JSONValue, at position: Int) -> Bool {
    position < members.count && members[position].key.hasSameScalars(as: key) && members[position].value == value
  }

  /// The array with this name. `place` is the index where it is expected; otherwise, all members are searched.
  package func elements(_ key: String, at position: Int) -> [JSONValue]? {
    guard position < members.count, members[position].key.hasSameScalars(as: key) else { return self[key]?.arrayValue }
    return members[position].value.arrayValue
  }

  /// Whether the member at this index has this key and this string as its value.
  package func hasMember(_ key: String, _ text: String, at position: Int) -> Bool {
    guard position < members.count, members[position].key.hasSameScalars(as: key),
      case .string(let own) = members[position].value
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
      finder.position(of: member.key).map { right.members[$0].value == member.value } ?? false
    }
  }

  /// Adds the hashes of the members, because their order doesn't matter.
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
