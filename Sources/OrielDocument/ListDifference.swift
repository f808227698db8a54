/// How one list becomes another when it is known which elements are the same: removals, then moves, then insertions.
///
/// Of the elements that stay, a longest increasing subsequence keeps its place; only the others move, which is the least that
/// can. All indices are those at the time of their operation, when the operations are done one after another.
package struct ListDifference: Equatable, Sendable {
  /// Indices to remove at, highest first.
  package private(set) var removals: [Int] = []
  /// Where an element is, and where it is put once it has been taken out.
  package private(set) var moves: [Move] = []
  /// Indices to insert at, lowest first: they are indices of the new list.
  package private(set) var insertions: [Int] = []

  package struct Move: Equatable, Sendable {
    package var from: Int
    package var to: Int
  }

  /// - Parameters:
  ///   - sources: For each element of the new list the index of the same one in the old list, or -1. None may stand twice.
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

  /// The moves that sort a permutation: `order[i]` is where the element is that belongs at `i`.
  ///
  /// A moved element is put right behind its predecessor, that is, into the gap behind the last resting element before it. So the
  /// list is, at any time, a row of gaps; counts in a Fenwick tree over them turn a gap into an index.
  private static func moves(_ order: [Int]) -> [Move] {
    guard let rests = longestIncreasingSubsequence(order) else { return [] }
    var gaps = FenwickTree(ones: order.count)
    var gap = 0
    var moves: [Move] = []
    for (place, rank) in order.enumerated() {
      if rests[place] {
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

  /// Which elements belong to it; `nil` if all do. Patience sorting, O(n log n).
  private static func longestIncreasingSubsequence(_ order: [Int]) -> [Bool]? {
    guard zip(order, order.dropFirst()).contains(where: { $0 > $1 }) else { return nil }
    var piles: [Int] = []
    var before = [Int](repeating: -1, count: order.count)
    for (place, rank) in order.enumerated() {
      let pile = piles.partitioningIndex { order[$0] > rank }
      before[place] = pile > 0 ? piles[pile - 1] : -1
      if pile == piles.count { piles.append(place) } else { piles[pile] = place }
    }
    var belongs = [Bool](repeating: false, count: order.count)
    var place = piles.last ?? -1
    while place >= 0 {
      belongs[place] = true
      place = before[place]
    }
    return belongs
  }
}

extension [Int] {
  /// The first index whose element is, as all after it are.
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

/// Prefix sums of counts that change, both in O(log n). Gap 0 is before everything, gap r + 1 begins with the element of rank r.
private struct FenwickTree {
  private var tree: [Int]

  /// One element in every gap but the first.
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
