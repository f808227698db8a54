import Testing

/// What a test performs of the Gallery's rows, line by line of Tests/Features/clauses.txt.
struct Clause: TestTrait {}

extension Trait where Self == Clause {
  /// `.clause("DA6", 1, 2)`: the test covers these two clauses.
  static func clause(_ row: String, _ numbers: Int...) -> Clause { Clause() }
}
