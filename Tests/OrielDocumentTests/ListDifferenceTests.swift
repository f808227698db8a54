import OrielDocument
import Testing

struct ListDifferenceTests {
  /// Does what it says to a list.
  private func applied(_ difference: ListDifference, to old: [Int], new: [Int]) -> [Int] {
    var list = old
    for place in difference.removals { list.remove(at: place) }
    for move in difference.moves { list.insert(list.remove(at: move.from), at: move.to) }
    for place in difference.insertions { list.insert(new[place], at: place) }
    return list
  }

  @Test func `the indices are those of their time`() {
    for seed in UInt64(0)..<500 {
      var generator = SeededGenerator(seed: seed)
      let old = Array(0..<30).filter { _ in generator.chance(70) }.shuffled(using: &generator)
      let new = Array(0..<30).filter { _ in generator.chance(70) }.shuffled(using: &generator)
      let difference = ListDifference(sources: new.map { old.firstIndex(of: $0) ?? -1 }, oldCount: old.count)
      #expect(applied(difference, to: old, new: new) == new, "seed \(seed)")
    }
  }

  @Test func `no order needs fewer moves`() {
    for seed in UInt64(0)..<300 {
      var generator = SeededGenerator(seed: seed)
      let order = Array(0..<8).shuffled(using: &generator)
      let difference = ListDifference(sources: order, oldCount: order.count)
      #expect(difference.moves.count == order.count - longestRise(order), "seed \(seed)")
    }
  }

  /// By trying every subsequence.
  private func longestRise(_ order: [Int]) -> Int {
    (0..<1 << order.count).map { mask in
      let chosen = order.indices.filter { mask & 1 << $0 != 0 }.map { order[$0] }
      return chosen == chosen.sorted() ? chosen.count : 0
    }.max() ?? 0
  }
}
