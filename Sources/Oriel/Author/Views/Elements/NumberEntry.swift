import OrielDocument

/// A number of any type that the user can change, as JSON numbers.
struct NumberEntry {
  /// The displayed number: the value, or the nearest end of the range.
  let shown: JSONValue
  var lower: JSONValue?
  var upper: JSONValue?
  var step: JSONValue?
  let handler: ElementHandler

  /// - Parameter isRounded: Whether the client's number is rounded to the nearest step.
  init<Value: BinaryFloatingPoint>(
    _ value: Binding<Value>, in bounds: ClosedRange<Value>, step: Value?, isRounded: Bool
  ) {
    let steps = Steps(lower: Double(bounds.lowerBound), upper: Double(bounds.upperBound), step: step.map { Double($0) })
    shown = .number(steps.clamped(Double(value.wrappedValue)))
    (lower, upper, self.step) = (.finite(steps.lower), .finite(steps.upper), steps.step.flatMap { .finite($0) })
    handler = .sync { sent in
      let number = try sent.number()
      guard number >= steps.lower, number <= steps.upper else { throw EventRefusal.outOfRange }
      try value.change(to: Value(isRounded ? steps.rounded(number) : number))
    }
  }

  /// Exact for every integer; a double is exact only up to 2⁵³.
  init<Value: FixedWidthInteger>(_ value: Binding<Value>, in bounds: ClosedRange<Value>, step: Value) {
    let current = value.wrappedValue
    shown = .integer(Int(clamping: min(max(current, bounds.lowerBound), bounds.upperBound)))
    if bounds.lowerBound != .min { lower = .integer(Int(clamping: bounds.lowerBound)) }
    if bounds.upperBound != .max { upper = .integer(Int(clamping: bounds.upperBound)) }
    if step > 0 { self.step = .integer(Int(clamping: step)) }
    handler = .sync { sent in
      guard let integer = sent.json?.integerValue else { throw EventRefusal.invalid("Expected an integer") }
      guard let new = Value(exactly: integer), bounds.contains(new) else { throw EventRefusal.outOfRange }
      try value.change(to: new)
    }
  }
}

/// The numbers of a range that are whole steps away from its lower bound.
struct Steps {
  let lower: Double
  let upper: Double
  let step: Double?

  init(lower: Double, upper: Double, step: Double?) {
    self.lower = lower
    self.upper = upper
    self.step = step.flatMap { $0.isFinite && $0 > 0 ? $0 : nil }
  }

  func clamped(_ number: Double) -> Double {
    number.isNaN ? lower : min(max(number, lower), upper)
  }

  /// Rounds to the nearest step within the range.
  func rounded(_ number: Double) -> Double {
    guard let step, lower.isFinite else { return number }
    let nearest = lower + ((number - lower) / step).rounded() * step
    return clamped(nearest > upper ? lower + ((upper - lower) / step).rounded(.down) * step : nearest)
  }
}

extension Numeric where Self: Comparable {
  /// The number after a step towards one end of a range, which it never leaves.
  package func stepped(by step: Self, isUp: Bool, in bounds: ClosedRange<Self>) -> Self {
    let next =
      if let number = self as? any FixedWidthInteger {
        number.stepped(by: step, isUp: isUp) as? Self
      } else if let number = self as? any BinaryFloatingPoint {
        number.stepped(by: step, isUp: isUp) as? Self
      } else {
        isUp ? self + step : self - step
      }
    guard let next else { return isUp ? bounds.upperBound : bounds.lowerBound }
    return min(max(next, bounds.lowerBound), bounds.upperBound)
  }
}

extension FixedWidthInteger {
  /// `nil` if there is no such integer.
  fileprivate func stepped(by step: Any, isUp: Bool) -> Self? {
    guard let step = step as? Self else { return nil }
    let (next, isOverflow) = isUp ? addingReportingOverflow(step) : subtractingReportingOverflow(step)
    return isOverflow ? nil : next
  }
}

extension BinaryFloatingPoint {
  /// From a multiple of the step to the next one, without what sums of fractions such as 0.1 leave behind.
  fileprivate func stepped(by step: Any, isUp: Bool) -> Self? {
    guard let step = step as? Self else { return nil }
    let next = isUp ? self + step : self - step
    let (count, parts) = ((next / step).rounded(), (1 / step).rounded())
    guard abs(next - count * step) < abs(step) / 1_000_000 else { return next }
    return parts != 0 && abs(1 / step - parts) < 1 / 1_000_000 ? count / parts : count * step
  }
}

extension JSONValue {
  fileprivate static func finite(_ number: Double) -> JSONValue? {
    number.isFinite ? .number(number) : nil
  }
}

extension EventRefusal {
  fileprivate static var outOfRange: EventRefusal { .invalid("The number is out of range") }
}

extension OpenElement {
  mutating func set(_ entry: NumberEntry) {
    members.append("value", entry.shown)
    if let lower = entry.lower { members.append("min", lower) }
    if let upper = entry.upper { members.append("max", upper) }
    if let step = entry.step { members.append("step", step) }
  }
}
