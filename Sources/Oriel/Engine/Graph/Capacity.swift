/// How many models may still be attached, and the limit that something was refused for.
struct Capacity {
  /// `nil` until it is counted.
  private var left: Int?
  private var exceeded: NotExecutableReason?

  var isExceeded: Bool { exceeded != nil }

  /// Counts again when the next model is attached.
  mutating func recount() { left = nil }

  /// Reserves the place of one model. Returns whether there was one.
  mutating func reservePlace(counting count: () -> Int) -> Bool {
    let left = left ?? count()
    self.left = left - 1
    return left > 0
  }

  mutating func exceed(_ limit: NotExecutableReason) { exceeded = limit }

  mutating func resetExceeded() -> NotExecutableReason? {
    defer { exceeded = nil }
    return exceeded
  }
}
