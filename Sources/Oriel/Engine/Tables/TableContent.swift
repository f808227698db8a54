import OrielDocument

/// A table, as one evaluation of the `body` has described it.
package protocol TableContent: AnyObject {
  /// The ids of its visible columns in their order: a page with others needs all rows again.
  var columnIDs: [String] { get }
  /// Whether cells or the styles of rows may read more than their rows.
  var hasViews: Bool { get }
  /// Equal if the rows are those of the same filters in the order of the same sorts.
  var orderKey: AnyHashable { get }
  /// Whether its rows are there, or take no time.
  var hasRows: Bool { get }
  /// Makes the rows outside the hub, if they are still wanted at their turn. `then` is called later.
  func makeRows(
    on host: any HubServices, while isWanted: @escaping () -> Bool, then: @escaping (_ areMade: Bool) -> Void)
  /// The same table of no rows.
  var withoutRows: any TableContent { get }
  /// The rows as they are now, and which of them are selected.
  ///
  /// - Parameter watch: That of the page, which may have loaded them.
  func current(_ watch: (any TableWatch)?) -> any TableSnapshot
  /// Begins to notice changes of the rows that a page sees; `nil` if the `body` does.
  ///
  /// - Parameter former: The watch of the same page over the former content.
  func beginWatching(
    after former: (any TableWatch)?, on host: (any HubServices)?, onChange: @escaping () -> Void
  ) -> (any TableWatch)?
  /// Values inside the rows have changed.
  func rowsHaveChanged()
  /// A row of the table with its cells.
  ///
  /// - Parameter old: The row as the page shows it.
  func shown(_ row: Any, after old: ShownRow?) -> ShownRow
  /// The menu of a row, or of the selection around it; `nil` if there is none.
  func menu(of row: String) -> [JSONValue]?
  /// The detail of a row; `nil` if there is none.
  func detail(of row: String) -> [JSONValue]?
  /// Gives the texts of a row, or of the selection around it, below the titles: at once, or when they are loaded.
  func copy(_ row: String, then: @escaping (JSONValue) -> Void)
}

/// The rows of a table as they are now.
package protocol TableSnapshot {
  var count: Int { get }
  /// The ranks of the rows that are here.
  var ranks: Range<Int> { get }
  func id(at rank: Int) -> String
  func rank(of id: String) -> Int?
  func isSelected(at rank: Int) -> Bool
  /// The texts of the row's cells.
  func texts(at rank: Int) -> any Sequence<String>
  /// The row with its cells.
  ///
  /// - Parameter old: The row as the page shows it.
  func row(at rank: Int, after old: ShownRow?) -> ShownRow
  func watch(_ ranks: [Int], _ watch: (any TableWatch)?)
}

/// A rendered table of a model.
package struct RenderedTable {
  /// The id of its element.
  package let id: String
  package let content: any TableContent
}

/// The limits of a table: see the article *Limits*.
package enum TableLimits {
  package static let columns = 64
  package static let tablesOfWindow = 8
  package static let elementsOfCell = 8
  /// Of a menu, too.
  static let elementsOfDetail = 64
  /// Elements of an array beyond which the log advises `Rows`.
  static let listedRows = 10_000
  /// CSS pixels that a user may give to a column whose own limits are no others.
  static let columnWidth = 40.0...1200.0
  /// Scalars of a cell's text on the page.
  package static let cellText = 256
  package static let selectedRows = 10_000
  /// Rows of one request.
  package static let requestedRows = 200
  /// Rows that are sent before a page asks.
  package static let firstRows = 40
  package static let sliceBytes = 64 << 10
  /// Rows that are copied at once, and the bytes of their texts.
  static let copiedRows = 1000
  static let copiedBytes = 1 << 20
  /// Scalars of a text that is sought.
  static let soughtText = 256
  /// Rows that are searched in one turn.
  static let rowsOfPiece = 500
  /// Milliseconds of the hub's clock after which a search is given up.
  static let longestSearch: Int64 = 10_000
  /// Rows of a file, its bytes, and those of all files of a process that are made, or that no page has fetched yet.
  static let fileRows = 1_000_000
  static let fileBytes = 64 << 20
  static let fileBytesOfAll = 256 << 20
  /// Milliseconds for which a page may hold the order.
  static let longestHold: Int64 = 600_000
}
