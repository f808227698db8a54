/// Walks through two values and records the operations that turn the old one into the new one.
///
/// The path is a stack of steps. Its text is created only when an operation is recorded.
struct Difference {
  enum Step {
    case member(String)
    case element(Int)
  }

  /// The path from the document's root to the current value.
  var steps: [Step] = []
  var operations: [PatchOperation]

  /// The approximate length of the operations in bytes.
  var cost = 0

  /// The number of elements that keep their identity: the same id and the same type. `shorten` doesn't replace a value
  /// that contains one.
  var survivors = 0

  init(at tokens: [String], appendingTo operations: [PatchOperation]) {
    steps.reserveCapacity(tokens.count + 6)
    for token in tokens { steps.append(.member(token)) }
    self.operations = operations
  }

  /// Whether the current value is the whole document. The protocol has no path `""`, so a patch can't replace it.
  var isWholeDocument: Bool { steps.isEmpty }

  mutating func compare(_ old: JSONValue, _ new: JSONValue) {
    switch (old, new) {
    case (.object(let old), .object(let new)): compare(old, new)
    case (.array(let old), .array(let new)): compare(old, new)
    default: if old != new { replace(with: new) }
    }
  }

  /// - Parameter isKeyed: Whether both objects are list elements with the same key.
  mutating func compare(_ old: JSONObject, _ new: JSONObject, isKeyed: Bool = false) {
    let mark = self.mark
    if !old.members.isIdentical(to: new.members) { compareMembers(old, new) }
    let isChanged = operations.count > mark.operations
    if isChanged, isKeyed || survivors > mark.survivors, !old.isSameThing(as: new) {
      survivors = mark.survivors
    } else if isKeyed {
      survivors += 1
    }
    shorten(since: mark, to: .object(new))
  }

  private mutating func compareMembers(_ old: JSONObject, _ new: JSONObject) {
    if old.hasSameKeys(as: new) {
      for position in new.members.indices
      where !old.members[position].value.isIdentical(to: new.members[position].value) {
        steps.append(.member(new.members[position].key))
        compare(old.members[position].value, new.members[position].value)
        steps.removeLast()
      }
      return
    }
    removeMembers(of: old, missingIn: new)
    var finder = MemberFinder(old)
    for member in new.members {
      steps.append(.member(member.key))
      if let position = finder.position(of: member.key) {
        compare(old.members[position].value, member.value)
      } else {
        add(member.value)
      }
      steps.removeLast()
    }
  }

  private mutating func removeMembers(of old: JSONObject, missingIn new: JSONObject) {
    var finder = MemberFinder(new)
    for member in old.members where finder.position(of: member.key) == nil {
      steps.append(.member(member.key))
      remove()
      steps.removeLast()
    }
  }
}

extension JSONObject {
  /// Whether both objects have the same type, so that the client keeps the element's state, such as its focus.
  func isSameThing(as other: JSONObject) -> Bool {
    hasSame("type", as: other) && hasSame("kind", as: other)
  }

  private func hasSame(_ key: String, as other: JSONObject) -> Bool {
    guard let position = position(of: key) else { return other.position(of: key) == nil }
    return other.hasMember(key, members[position].value, at: position) || other[key] == members[position].value
  }
}

extension JSONValue {
  /// Appends the operations that turn `old` into `new` at this path.
  ///
  /// Equal values need no operation. A list element that only changed its position needs a `move`.
  ///
  /// - Returns: `false`, with nothing appended, if the whole document would have to be replaced. A patch cannot do
  ///   that, because the protocol has no path `""`; send the state instead.
  @discardableResult
  package static func difference(
    from old: JSONValue, to new: JSONValue, at tokens: [String] = [], into operations: inout [PatchOperation]
  ) -> Bool {
    switch (old, new) {
    case (.object, .object), (.array, .array): break
    default: if tokens.isEmpty { return old == new }
    }
    var mine: [PatchOperation] = []
    swap(&mine, &operations)
    var difference = Difference(at: tokens, appendingTo: mine)
    mine = []
    difference.compare(old, new)
    operations = difference.operations
    return true
  }

  /// Returns the operations that turn `old` into `new`, or `nil` if only a new state can do that; see
  /// `difference(from:to:at:into:)`.
  package static func difference(
    from old: JSONValue, to new: JSONValue, at prefix: JSONPointer = ""
  ) -> [PatchOperation]? {
    var operations: [PatchOperation] = []
    return difference(from: old, to: new, at: prefix.tokens, into: &operations) ? operations : nil
  }
}
