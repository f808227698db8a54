/// An operator's search of a large list: one page of results, and their total number.
///
/// The search runs in slices, each a turn of its own, so that no user waits for it.
package final class Search<Row> {
  /// The offset of the requested results, latest first.
  package let offset: Int
  package let limit: Int
  package private(set) var rows: [Row] = []
  /// The number of results.
  package private(set) var count = 0
  package private(set) var isComplete = false
  /// The number of visited members, in total and in this slice.
  package private(set) var looked = 0
  package private(set) var longestSlice = 0
  private(set) var isCancelled = false
  private let then: (Search) -> Void

  init(offset: Int, limit: Int, then: @escaping (Search) -> Void) {
    self.offset = offset
    self.limit = limit
    self.then = then
  }

  /// Cancels the search.
  package func cancel() { isCancelled = true }

  func found(_ row: @autoclosure () -> Row) {
    if count >= offset && rows.count < limit { rows.append(row()) }
    count += 1
  }

  func sliced(_ members: Int) {
    looked += members
    longestSlice = max(longestSlice, members)
  }

  func restart() {
    rows = []
    count = 0
  }

  func complete() {
    isComplete = true
    if !isCancelled { then(self) }
  }
}
