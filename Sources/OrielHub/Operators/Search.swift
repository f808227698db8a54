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
  /// Whether all results are kept until they are sorted.
  var keepsAll = false

  package init(offset: Int = 0, limit: Int) {
    self.offset = offset
    self.limit = limit
  }

  func found(_ row: @autoclosure () -> Row) {
    if keepsAll || count >= offset && rows.count < limit { rows.append(row()) }
    count += 1
  }

  /// The number of rows up to the end of the page, without an overflow.
  var end: Int { offset > .max - limit ? .max : offset + limit }

  /// Completes with the results of several hubs.
  func complete(_ all: [FoundRows<Row>], in order: (Row, Row) -> Bool) where Row: Sendable {
    complete(all, arranged: all.flatMap(\.rows).sorted(by: order))
  }

  /// Completes with the results of several hubs, which are in order.
  func complete(_ all: [FoundRows<Row>], arranged rows: [Row]) where Row: Sendable {
    keepsAll = false
    for row in rows { found(row) }
    count = all.reduce(0) { $0 + $1.count }
    for each in all { sliced(each.looked) }
    complete()
  }

  /// Sorts all results outside the hub, and keeps those of the page.
  func arrange(_ arrange: @escaping @Sendable ([Row]) -> [Row]) async where Row: Sendable {
    rows = await Self.arranged(rows, offset, limit, arrange)
    keepsAll = false
  }

  @concurrent private static func arranged(
    _ rows: [Row], _ offset: Int, _ limit: Int, _ arrange: @Sendable ([Row]) -> [Row]
  ) async -> [Row] where Row: Sendable { Array(arrange(rows).dropFirst(offset).prefix(limit)) }

  func sliced(_ members: Int) {
    looked += members
    longestSlice = max(longestSlice, members)
  }

  func restart() {
    rows = []
    count = 0
  }

  func complete() { isComplete = true }
}

/// The results of one hub.
struct FoundRows<Row: Sendable>: Sendable {
  let rows: [Row]
  let count: Int
  let looked: Int

  init(_ search: Search<Row>) { (rows, count, looked) = (search.rows, search.count, search.looked) }
}
