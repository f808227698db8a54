/// The operations that turn one list into another when it is known which elements are the same: removals, then moves,
/// then insertions.
///
/// Of the elements that stay, those in a longest increasing subsequence keep their places, and only the others move;
/// this is the smallest possible number of moves. Operations are applied one after another, and each index refers to
/// the list at the time of its operation.
package struct ListDifference: Equatable, Sendable {
  /// The indices of the elements to remove, highest first.
  package private(set) var removals: [Int] = []
  /// The moves: the index of an element, and the index at which to insert it after it has been taken out.
  package private(set) var moves: [Move] = []
  /// The indices to insert at, lowest first. They are indices of the new list.
  package private(set) var insertions: [Int] = []

  package struct Move: Equatable, Sendable {
    package var from: Int
    package var to: Int
  }

  /// - Parameters:
  ///   - sources: For each element of the new list, the index of the same element in the old list, or -1. No index may
  ///     occur twice.
  ///   - count: The length of the old list.
  package init(sources: [Int], oldCount count: Int) {
    var ranks = [Int](repeating: -1, count: count)
    for source in sources where source >= 0 { ranks[source] = 0 }
    for index in stride(from: count - 1, through: 0, by: -1) where ranks[index] < 0 { removals.append(index) }
    var kept = 0
    for index in 0..<count where ranks[index] == 0 {
      ranks[index] = kept
      kept += 1
    }
    for (index, source) in sources.enumerated() where source < 0 { insertions.append(index) }
    moves = Self.moves(sources.filter { $0 >= 0 }.map { ranks[$0] })
  }

  /// Returns the moves that sort a permutation: `order[i]` is the current index of the element that belongs at `i`.
  ///
  /// A moved element is placed right after its predecessor, that is, into the gap after the last unmoved element before
  /// it. At any time the list is thus a sequence of gaps, and a Fenwick tree of their counts converts a gap into an
  /// index.
  private static func moves(_ order: [Int]) -> [Move] {
    guard let rests = longestIncreasingSubsequence(order) else { return [] }
    var gaps = FenwickTree(ones: order.count)
    var gap = 0
    var moves: [Move] = []
    for (position, rank) in order.enumerated() {
      if rests[position] {
        gap = rank + 1
        continue
      }
      let from = gaps.sum(through: rank)
      gaps.add(-1, at: rank + 1)
      moves.append(Move(from: from, to: gaps.sum(through: gap)))
      gaps.add(1, at: gap)
    }
    return moves
  }

  /// Whether each element belongs to a longest increasing subsequence; `nil` if all do. Uses patience sorting, in O(n
  /// log n).
  package static func longestIncreasingSubsequence(_ order: [Int]) -> [Bool]? {
    guard zip(order, order.dropFirst()).contains(where: { $0 > $1 }) else { return nil }
    var piles: [Int] = []
    var before = [Int](repeating: -1, count: order.count)
    for (position, rank) in order.enumerated() {
      let pile = piles.partitioningIndex { order[$0] > rank }
      before[position] = pile > 0 ? piles[pile - 1] : -1
      if pile == piles.count { piles.append(position) } else { piles[pile] = position }
    }
    var belongs = [Bool](repeating: false, count: order.count)
    var position = piles.last ?? -1
    while position >= 0 {
      belongs[position] = true
      position = before[position]
    }
    return belongs
  }
}

extension [Int] {
  /// The first index whose element satisfies the predicate. All elements after it must satisfy it too.
  fileprivate func partitioningIndex(where belongs: (Int) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if belongs(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

/// Prefix sums of counts that change: reading and updating both take O(log n). Gap 0 is before all elements; gap r + 1
/// begins with the element of rank r.
private struct FenwickTree {
  private var tree: [Int]

  /// Creates a tree with one element in every gap except the first.
  init(ones count: Int) {
    tree = (0...count + 1).map { $0 & -$0 }
    add(-1, at: 0)
  }

  func sum(through gap: Int) -> Int {
    var sum = 0
    var node = gap + 1
    while node > 0 {
      sum += tree[node]
      node -= node & -node
    }
    return sum
  }

  mutating func add(_ change: Int, at gap: Int) {
    var node = gap + 1
    while node < tree.count {
      tree[node] += change
      node += node & -node
    }
  }
}
