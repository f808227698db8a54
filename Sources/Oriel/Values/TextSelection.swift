/// What is selected in a field, or where its caret stands, counted in Unicode scalars from the beginning.
public struct TextSelection: Hashable, Sendable, Codable {
  /// From the first selected scalar to the one behind the last; empty for a caret.
  public let range: Range<Int>

  /// A selection. What lies before the text's beginning is moved there.
  public init(range: Range<Int>) {
    self.range = max(range.lowerBound, 0)..<max(range.upperBound, 0)
  }

  /// A caret, before this scalar.
  public init(insertionPoint: Int) {
    self.init(range: insertionPoint..<insertionPoint)
  }

  /// Whether it is a caret, and nothing is selected.
  public var isInsertion: Bool { range.isEmpty }
}
