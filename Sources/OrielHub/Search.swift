/// What an operator looks for among very many: one page of what was found, and how much there is.
///
/// A hub is looked through slice by slice, each a turn of its own, so that no user waits for an operator's search.
package final class Search<Row> {
  /// Which of the found ones are wanted, the last that came first.
  package let offset: Int
  package let limit: Int
  package private(set) var rows: [Row] = []
  /// How many were found.
  package private(set) var count = 0
  package private(set) var isComplete = false
  /// How many were looked at in all, and at once.
  package private(set) var looked = 0
  package private(set) var longestSlice = 0
  private(set) var isCancelled = false
  private let then: (Search) -> Void

  init(offset: Int, limit: Int, then: @escaping (Search) -> Void) {
    self.offset = offset
    self.limit = limit
    self.then = then
  }

  /// Nobody waits for it any more.
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
