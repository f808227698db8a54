extension Int {
  /// The integer that the number is; `nil` if it is none or out of range.
  ///
  /// `Int(exactly:)` says the same by way of the C library's `trunc`, and a room that imports nothing is linked without one.
  init?(whole number: Double) {
    guard number >= -0x1p63, number < 0x1p63 else { return nil }
    self = Int(number)
    guard Double(self) == number else { return nil }
  }
}
