/// What is selected in a field, or where its caret stands, counted in Unicode scalars from the beginning.
public struct TextSelection: Hashable, Sendable, Codable {
  public let range: Range<Int>

  public init(range: Range<Int>) {
    self.range = max(range.lowerBound, 0)..<max(range.upperBound, 0)
  }

  public init(insertionPoint: Int) {
    self.init(range: insertionPoint..<insertionPoint)
  }

  public var isInsertion: Bool { range.isEmpty }
}
