/// Rows that an app has elsewhere, such as in a database. A table reads those that its pages look at.
///
/// ```swift
/// struct Tickets: TableSource, Hashable {
///   let database: Database
///
///   func page(_ request: TablePageRequest<Ticket, String>) async throws -> TablePage<Ticket> {
///     let rows = try await database.tickets(matching: request.filter, sortedBy: request.sort, in: request.range)
///     return TablePage(rows, count: .exactly(try await database.countOfTickets(matching: request.filter)))
///   }
/// }
///
/// Table(Tickets(database: database), matching: text, sortOrder: bind(\.sort)) {
///   TableColumn("Subject", value: \.subject)
/// }
/// ```
///
/// All functions are called outside the hub, so they may take long. A call is cancelled when its page looks elsewhere.
/// One that throws, or takes longer than 10 seconds, leaves the rows that are there, with the reason and a button to try again.
///
/// Two sources are the same if they are equal, or are one object. A source that is neither `Hashable` nor a class is read again
/// at each evaluation of the `body`.
public protocol TableSource<Row>: Sendable {
  /// The type of the rows.
  associatedtype Row: Identifiable & Sendable where Row.ID: Sendable
  /// The type of the values that choose rows, such as the text of a search.
  associatedtype Filter: Hashable & Sendable = String

  /// Reads rows, and counts all.
  @concurrent func page(_ request: TablePageRequest<Row, Filter>) async throws -> TablePage<Row>

  /// Reads rows by their ids, in any order: to copy selected ones that no page has, and after ``changes()``.
  ///
  /// By default there are none: such rows are not copied, and a change makes the table read its page again.
  @concurrent func rows(ids: [Row.ID]) async throws -> [Row]

  /// Reports changes for as long as a page looks at the table. By default there are none.
  ///
  /// Called for each page, and again for each filter and sort: return a stream of its own each time.
  func changes() -> AsyncStream<TableChange<Row.ID>>
}

extension TableSource {
  @concurrent public func rows(ids: [Row.ID]) async throws -> [Row] { [] }
  public func changes() -> AsyncStream<TableChange<Row.ID>> { AsyncStream { $0.finish() } }
}

/// A question of a table to its ``TableSource``.
public struct TablePageRequest<Row: Identifiable & Sendable, Filter: Hashable & Sendable>: Sendable
where Row.ID: Sendable {
  /// The places of the rows in the order of ``sort``, at most 200.
  public let range: Range<Int>
  /// The columns by which the rows are sorted, the most important first. Empty: the source's own order.
  public let sort: [TableSort]
  /// Which rows.
  public let filter: Filter
  /// The known row that is the nearest to the range, and its place: a database finds rows beside another one sooner than rows at a
  /// place. `nil` if none is known.
  public let near: (index: Int, row: Row)?

  /// Creates a question, for tests of a source.
  public init(range: Range<Int>, sort: [TableSort] = [], filter: Filter, near: (index: Int, row: Row)? = nil) {
    (self.range, self.sort, self.filter, self.near) = (range, sort, filter, near)
  }
}

/// An answer of a ``TableSource``.
public struct TablePage<Row: Sendable>: Sendable {
  /// How many rows there are in all.
  public enum Count: Hashable, Sendable {
    /// All are counted.
    case exactly(Int)
    /// As many are known. The table goes on when its reader reaches their end.
    case atLeast(Int)
  }

  /// The rows of the range, fewer at the end.
  public let rows: [Row]
  /// The number of all rows that match.
  public let count: Count

  /// Creates an answer.
  ///
  /// - Parameters:
  ///   - rows: The rows of the request's range; further ones are dropped.
  ///   - count: The number of all rows that match.
  public init(_ rows: [Row], count: Count) { (self.rows, self.count) = (rows, count) }
}

/// A change of the rows of a ``TableSource``.
public enum TableChange<ID: Hashable & Sendable>: Hashable, Sendable {
  /// Rows have other values, and the same places.
  case updated([ID])
  /// Rows may have come, gone or moved.
  case everything
}

extension Table {
  /// Creates a table of the rows of a source.
  ///
  /// - Parameters:
  ///   - source: The source, which has the rows.
  ///   - filter: Which of them.
  ///   - sortOrder: The columns by which the table is sorted, the most important first. Without it, its user can't sort it.
  ///   - columnCustomization: Which widths, order and visibility its user has chosen for the columns. Without it, each browser keeps
  ///     them for itself.
  ///   - columns: The columns, at most 64. Those with a `value` can be sorted by, so the source must know them by their ids.
  public init<Source: TableSource<Row>>(
    _ source: Source, matching filter: Source.Filter, sortOrder: Binding<[TableSort]>? = nil,
    columnCustomization: Binding<TableColumnCustomization<Row>>? = nil,
    @TableColumnBuilder<Row> columns: () -> [TableColumn<Row>]
  ) {
    let data = SourcedData(source: source, filter: filter)
    self.init(data, .none, sortOrder, columnCustomization, data.sortable(columns()))
  }

  /// Creates a table of the rows of a source, of which several can be selected, at most 10,000.
  public init<Source: TableSource<Row>>(
    _ source: Source, matching filter: Source.Filter, selection: Binding<Set<Row.ID>>,
    sortOrder: Binding<[TableSort]>? = nil,
    columnCustomization: Binding<TableColumnCustomization<Row>>? = nil,
    @TableColumnBuilder<Row> columns: () -> [TableColumn<Row>]
  ) {
    let data = SourcedData(source: source, filter: filter)
    self.init(data, .many(selection), sortOrder, columnCustomization, data.sortable(columns()))
  }

  /// Creates a table of the rows of a source, of which one can be selected.
  public init<Source: TableSource<Row>>(
    _ source: Source, matching filter: Source.Filter, selection: Binding<Row.ID?>,
    sortOrder: Binding<[TableSort]>? = nil,
    columnCustomization: Binding<TableColumnCustomization<Row>>? = nil,
    @TableColumnBuilder<Row> columns: () -> [TableColumn<Row>]
  ) {
    let data = SourcedData(source: source, filter: filter)
    self.init(data, .one(selection), sortOrder, columnCustomization, data.sortable(columns()))
  }
}
