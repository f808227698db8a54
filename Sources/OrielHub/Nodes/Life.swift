/// One life of a server program: of its process, which ends as a whole.
package struct Life: Hashable, Sendable, CustomStringConvertible {
  /// 63 random bits.
  package let number: Int64

  package init() { number = .random(in: 1...Int64.max) }

  package init(number: Int64) { self.number = number }

  /// - Returns: `nil` if the text is no life's `description`.
  package init?(_ text: some StringProtocol) {
    guard text.utf8.count == 16, let number = Int64(text, radix: 16), number > 0 else { return nil }
    self.number = number
  }

  /// 16 hexadecimal digits.
  package var description: String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
