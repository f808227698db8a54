extension JSONValue: Hashable {
  public static func == (left: JSONValue, right: JSONValue) -> Bool {
    switch (left, right) {
    case (.string(let left), .string(let right)): left.hasSameScalars(as: right)
    case (.object(let left), .object(let right)): left == right
    case (.array(let left), .array(let right)): left.isIdentical(to: right) || left == right
    case (.integer(let left), .integer(let right)): left == right
    case (.bool(let left), .bool(let right)): left == right
    case (.number(let left), .number(let right)): left == right || (left.isNaN && right.isNaN)
    case (.integer(let integer), .number(let number)), (.number(let number), .integer(let integer)):
      Int(whole: number) == integer
    case (.null, .null): true
    default: false
    }
  }

  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .bool(let value): hasher.combine(value)
    case .integer(let value): hasher.combine(value)
    case .number(let value): Self.hash(value, into: &hasher)
    case .string(let value): hasher.combine(scalarsOf: value)
    case .array(let value): hasher.combine(value)
    case .object(let value): hasher.combine(value)
    }
  }

  private static func hash(_ number: Double, into hasher: inout Hasher) {
    if let integer = Int(whole: number) { return hasher.combine(integer) }
    hasher.combine(number.isNaN ? Double.nan.bitPattern : number.bitPattern)
  }
}

extension JSONValue {
  /// Whether both values are equal without a deep comparison: arrays and objects if they share storage, other values by
  /// `==`.
  func isIdentical(to other: JSONValue) -> Bool {
    switch (self, other) {
    case (.array(let mine), .array(let other)): mine.isIdentical(to: other)
    case (.object(let mine), .object(let other)): mine.members.isIdentical(to: other.members)
    default: self == other
    }
  }
}

extension Array {
  /// Whether both arrays share storage, which makes them equal without comparing elements.
  func isIdentical(to other: [Element]) -> Bool {
    count == other.count
      && withUnsafeBufferPointer { mine in other.withUnsafeBufferPointer { mine.baseAddress == $0.baseAddress } }
  }
}
