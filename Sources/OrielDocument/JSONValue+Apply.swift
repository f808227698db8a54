extension JSONValue {
  /// Applies the operations in order (RFC 6902 §4). If one of them fails, the value stays unchanged.
  package mutating func apply(_ patch: Patch) throws(PatchError) {
    var value = self
    for operation in patch.operations { try value.apply(operation) }
    self = value
  }

  /// Returns the value with the patch applied.
  package func applying(_ patch: Patch) throws(PatchError) -> JSONValue {
    var value = self
    try value.apply(patch)
    return value
  }

  private mutating func apply(_ operation: PatchOperation) throws(PatchError) {
    switch operation.kind {
    case .add(let path, let value): try add(value, at: path)
    case .remove(let path): _ = try remove(at: path)
    case .replace(let path, let value): try replace(at: path, with: value)
    case .move(let from, let path): try move(from: from, to: path)
    }
  }

  private mutating func add(_ value: JSONValue, at path: JSONPointer) throws(PatchError) {
    try change(.add(value), at: path)
  }

  private mutating func replace(at path: JSONPointer, with value: JSONValue) throws(PatchError) {
    try change(.replace(value), at: path)
  }

  private mutating func remove(at path: JSONPointer) throws(PatchError) -> JSONValue {
    guard let removed = try change(.remove, at: path) else { throw .noValue(at: path) }
    return removed
  }

  private mutating func move(from: JSONPointer, to path: JSONPointer) throws(PatchError) {
    guard !from.encloses(path) else { throw .moveIntoItself(from: from, path: path) }
    try add(try remove(at: from), at: path)
  }

  @discardableResult
  private mutating func change(_ change: Change, at path: JSONPointer) throws(PatchError) -> JSONValue? {
    var way = Way(path: path, tokens: path.tokens[...])
    guard let last = way.tokens.popLast() else { return try changeWhole(change, at: path) }
    return try way.change(change, last, in: &self)
  }

  private mutating func changeWhole(_ change: Change, at path: JSONPointer) throws(PatchError) -> JSONValue? {
    switch change {
    case .add(let value), .replace(let value): self = value
    case .remove: throw .noValue(at: path)
    }
    return nil
  }
}

private enum Change {
  case add(JSONValue)
  case replace(JSONValue)
  case remove
}

/// Descends to the value that is to be changed.
///
/// On the way, each value is moved out of its enum and put back after the change, so that its members are referenced
/// only once and are changed in place.
private struct Way {
  let path: JSONPointer
  var tokens: ArraySlice<String>

  mutating func change(_ change: Change, _ last: String, in value: inout JSONValue) throws(PatchError) -> JSONValue? {
    switch value {
    case .object(var object):
      value = .null
      let removed = try self.change(change, last, in: &object)
      value = .object(object)
      return removed
    case .array(var elements):
      value = .null
      let removed = try self.change(change, last, in: &elements)
      value = .array(elements)
      return removed
    default: throw .noValue(at: path)
    }
  }

  private mutating func change(
    _ change: Change, _ last: String, in object: inout JSONObject
  ) throws(PatchError) -> JSONValue? {
    if let token = tokens.popFirst() {
      guard let position = object.position(of: token) else { throw .noValue(at: path) }
      return try self.change(change, last, in: &object.members[position].value)
    }
    let position = object.position(of: last)
    switch (change, position) {
    case (.add(let value), nil): object.append(last, value)
    case (.add(let value), let position?), (.replace(let value), let position?): object.members[position].value = value
    case (.remove, let position?): return object.members.remove(at: position).value
    case (_, nil): throw .noValue(at: path)
    }
    return nil
  }

  private mutating func change(
    _ change: Change, _ last: String, in elements: inout [JSONValue]
  ) throws(PatchError) -> JSONValue? {
    if let token = tokens.popFirst() {
      let position = try index(token, below: elements.count)
      return try self.change(change, last, in: &elements[position])
    }
    switch change {
    case .add(let value): elements.insert(value, at: try index(last, below: elements.count + 1))
    case .replace(let value): elements[try index(last, below: elements.count)] = value
    case .remove: return elements.remove(at: try index(last, below: elements.count))
    }
    return nil
  }

  /// Parses an array index: digits without leading zeros (RFC 6901 §4).
  private func index(_ token: String, below count: Int) throws(PatchError) -> Int {
    guard token.isArrayIndex, let index = Int(token), index < count else { throw .noIndex(at: path) }
    return index
  }
}

extension StringProtocol {
  /// Whether the text has the form of an array index (RFC 6901 §4). The name of a member may have that form too.
  var isArrayIndex: Bool {
    guard let first = utf8.first, utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) else { return false }
    return first != UInt8(ascii: "0") || utf8.count == 1
  }
}

extension JSONPointer {
  /// Whether the other pointer leads to something inside the value at this one.
  func encloses(_ other: JSONPointer) -> Bool {
    let (mine, others) = (description.utf8, other.description.utf8)
    guard others.count > mine.count, others.starts(with: mine) else { return false }
    return others.dropFirst(mine.count).first == UInt8(ascii: "/")
  }
}
