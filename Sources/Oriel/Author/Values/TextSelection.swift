/// The selection or the caret in a field, in Unicode scalars from the beginning.
public struct TextSelection: Hashable, Sendable, Codable {
  /// The selected range; empty for a caret.
  public let range: Range<Int>

  /// Creates a selection. Negative positions become zero.
  public init(range: Range<Int>) {
    self.range = max(range.lowerBound, 0)..<max(range.upperBound, 0)
  }

  /// Creates a caret before this scalar.
  public init(insertionPoint: Int) {
    self.init(range: insertionPoint..<insertionPoint)
  }

  /// Whether it is a caret, and nothing is selected.
  public var isInsertion: Bool { range.isEmpty }
}
