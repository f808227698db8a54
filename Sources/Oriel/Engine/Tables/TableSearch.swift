import OrielDocument

/// A search for a row, in the order that a page sees. It is done in pieces, each in a turn of its own, because a table may have a
/// million rows.
package final class TableSearch {
  /// A text to find.
  package struct Find: Equatable, Sendable {
    package var text: String
    /// Whether a row has to begin with the text.
    package var isPrefix: Bool
    /// The row from which the search goes on.
    package var after: String?
    package var isBackwards: Bool

    package init(_ text: String, isPrefix: Bool, after: String?, isBackwards: Bool) {
      (self.text, self.isPrefix, self.after, self.isBackwards) = (text, isPrefix, after, isBackwards)
    }
  }

  private enum Result {
    case found(String)
    case notFound
    case givenUp
  }

  private var result: Result?
  let sequence: Int?
  private let pattern: TextPattern
  private let isPrefix: Bool
  private let isBackwards: Bool
  private let rows: any TableSnapshot
  private let deadline: Int64
  /// The next row, and how many rows are left.
  private var rank: Int
  private var left: Int

  /// - Parameters:
  ///   - first: The rank of the row that the page shows first.
  ///   - now: On the hub's clock.
  init(_ find: Find, in rows: any TableSnapshot, from first: Int, answering sequence: Int?, now: Int64) {
    self.sequence = sequence
    pattern = TextPattern(find.text.unicodeScalars.prefix(TableLimits.soughtText))
    (isPrefix, isBackwards, self.rows) = (find.isPrefix, find.isBackwards, rows)
    deadline = now + TableLimits.longestSearch
    // Of a source, those are searched that the page has.
    left = pattern.isEmpty ? 0 : rows.ranks.count
    let after = find.after.flatMap(rows.rank).map { find.isBackwards ? $0 - 1 : $0 + 1 }
    rank = after ?? first
  }

  package var isOver: Bool { result != nil }

  /// The result for the page; `nil` until there is one.
  ///
  /// - Parameter rows: Those that the page sees by then.
  func json(_ rows: any TableSnapshot) -> JSONValue? {
    switch result {
    case nil: nil
    case .found(let id): rows.rank(of: id).map { ["id": .string(id), "index": .integer($0)] } ?? [:]
    case .notFound: [:]
    case .givenUp: ["incomplete": true]
    }
  }

  /// Searches some rows.
  ///
  /// - Parameters:
  ///   - now: On the hub's clock.
  ///   - hasTime: Whether this piece may go on.
  ///   - isThere: Whether a row of the order is still one of the page's.
  func proceed(now: Int64, while hasTime: () -> Bool, isThere: (String) -> Bool) {
    guard result == nil else { return }
    guard now < deadline else { return giveUp() }
    var piece = TableLimits.rowsOfPiece
    while left > 0 {
      guard piece > 0, hasTime() else { return }
      // It goes on at the other end.
      if rank < rows.ranks.lowerBound { rank = rows.ranks.upperBound - 1 }
      if rank >= rows.ranks.upperBound { rank = rows.ranks.lowerBound }
      if matches(rank), case let id = rows.id(at: rank), isThere(id) {
        result = .found(id)
        return
      }
      rank += isBackwards ? -1 : 1
      (left, piece) = (left - 1, piece - 1)
    }
    result = rows.ranks.count == rows.count || pattern.isEmpty ? .notFound : .givenUp
  }

  func giveUp() { result = result ?? .givenUp }

  private func matches(_ rank: Int) -> Bool {
    let texts = rows.texts(at: rank)
    return isPrefix ? texts.first { !$0.isEmpty }.map(pattern.begins) ?? false : texts.contains(where: pattern.isIn)
  }
}
