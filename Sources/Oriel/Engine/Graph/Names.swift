/// The names of stacks and layers that stand for two of them.
struct Names {
  /// Whether any stack or layer has ever had a name.
  private(set) var areUsed = false
  private var duplicates: Set<String> = []

  mutating func use() { areUsed = true }

  /// The names that have become ambiguous, in order.
  ///
  /// - Parameter names: The names of all stacks and layers.
  mutating func newDuplicates(in names: [String]) -> [String] {
    var once: Set<String> = []
    let twice = Set(names.filter { !once.insert($0).inserted })
    defer { duplicates = twice }
    return twice.subtracting(duplicates).sorted()
  }
}
