extension Int {
  /// Creates an integer from a whole number; `nil` if the number has a fraction, is not finite or is out of range.
  ///
  /// `Int(exactly:)` does the same but calls the C library's `trunc`. A module that imports nothing is linked without
  /// it.
  init?(whole number: Double) {
    guard number >= -0x1p63, number < 0x1p63 else { return nil }
    self = Int(number)
    guard Double(self) == number else { return nil }
  }
}
