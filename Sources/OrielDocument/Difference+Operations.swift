extension Difference {
  mutating func add(_ value: JSONValue) {
    let path = self.path
    operations.append(.add(path, value))
    cost += 32 + path.description.utf8.count + value.encodedCount()
  }

  mutating func remove() {
    let path = self.path
    operations.append(.remove(path))
    cost += 26 + path.description.utf8.count
  }

  mutating func replace(with value: JSONValue) {
    let path = self.path
    operations.append(.replace(path, value))
    cost += 36 + path.description.utf8.count + value.encodedCount()
  }

  /// Records the move of an element within the list at the current path.
  mutating func move(from: Int, to: Int) {
    steps.append(.element(from))
    let from = path
    steps[steps.count - 1] = .element(to)
    let to = path
    steps.removeLast()
    operations.append(.move(from: from, to: to))
    cost += 34 + from.description.utf8.count + to.description.utf8.count
  }

  private var path: JSONPointer {
    JSONPointer(length: pathCount) { text in
      for step in steps {
        switch step {
        case .member(let name): text.append(token: name)
        case .element(let index): text.append(token: index)
        }
      }
    }
  }
}

extension Difference {
  struct Mark {
    var operations: Int
    var cost: Int
    var survivors: Int
  }

  var mark: Mark { Mark(operations: operations.count, cost: cost, survivors: survivors) }

  /// Replaces the operations since the mark with one replacement of the whole value, if that is shorter.
  ///
  /// Does nothing if an element in the value survives: keeping its identity is worth more than a few bytes. A single
  /// operation is never longer than a replacement that includes it.
  mutating func shorten(since mark: Mark, to value: JSONValue) {
    guard operations.count > mark.operations + 1, survivors == mark.survivors, !isWholeDocument else { return }
    let limit = cost - mark.cost - 36 - pathCount
    guard limit > 0, value.encodedCount(limit: limit) < limit else { return }
    operations.removeSubrange(mark.operations...)
    cost = mark.cost
    replace(with: value)
  }

  private var pathCount: Int {
    steps.reduce(into: 0) { count, step in
      if case .member(let name) = step { count += name.utf8.count + 1 } else { count += 2 }
    }
  }
}

extension JSONValue {
  /// The approximate length of the JSON text in bytes. Stops counting at the limit.
  func encodedCount(limit: Int = .max) -> Int {
    switch self {
    case .null, .bool: 4
    case .integer(let value): value.magnitude < 1000 ? 2 : 8
    case .number: 8
    case .string(let text): text.utf8.count + 2
    case .array(let elements): Self.sum(elements, limit) { $0.encodedCount(limit: $1) }
    case .object(let object):
      Self.sum(object.members, limit) { $0.key.utf8.count + 3 + $0.value.encodedCount(limit: $1) }
    }
  }

  private static func sum<Part>(_ parts: [Part], _ limit: Int, _ count: (Part, Int) -> Int) -> Int {
    var sum = 1
    for part in parts {
      guard sum < limit else { return sum }
      sum += 1 + count(part, limit - sum)
    }
    return max(sum, 2)
  }
}
