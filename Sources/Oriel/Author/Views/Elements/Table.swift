/// A table of few or many rows: sorted, selected and edited by their ids.
///
/// ```swift
/// Table(desk.orders.filtered(by: filter), selection: bind(\.selected), sortOrder: bind(\.sort)) {
///   TableColumn("Symbol", value: \.symbol).pinned()
///   TableColumn("Price", value: \.price, format: .number).alignment(.numeric).flashesOnChange()
///   TableColumn("Note", value: \.note).priority(1)
/// }
/// .contextMenu(forSelectionType: Order.ID.self) { ids in
///   Button("Cancel") { try self.desk.cancel(ids) }
/// } primaryAction: { ids in
///   self.open(ids)
/// }
/// ```
///
/// The rows are not part of the window's document. Each page has those that it looks at, so that a table of 100,000 rows costs as
/// much as one of 100, and scrolling changes nothing in the window. Nothing moves under its reader: rows that come and go above
/// leave the others where they are, and the order holds while the pointer or the focus is in the rows.
///
/// Over ``Rows`` or a ``RowQuery``, the `body` reads no row, and a change of a row costs those windows that show it. Use an array
/// for some hundred rows that the model has at hand; it is compared when the `body` is evaluated again.
public struct Table<Row: Identifiable>: ElementView {
  let columns: [TableColumn<Row>]
  let selection: TableSelection<Row.ID>
  let sortOrder: Binding<[TableSort]>?
  let rows: ([RowSort<Row>]) -> any TableRows<Row>
  let key: ([RowSort<Row>]) -> AnyHashable
  let watch: (_ former: (any TableWatch)?, @escaping () -> Void) -> (any TableWatch)?
  var menu: ((Set<Row.ID>) -> ViewList)?
  var primaryAction: ((Set<Row.ID>) throws -> Void)?
  var rowStyle: ((Row) -> ForegroundStyle?)?

  private init(
    _ selection: TableSelection<Row.ID>, _ sortOrder: Binding<[TableSort]>?, _ columns: [TableColumn<Row>],
    key: @escaping ([RowSort<Row>]) -> AnyHashable = { AnyHashable(RowOrderKey(sorts: $0)) },
    rows: @escaping ([RowSort<Row>]) -> any TableRows<Row>,
    watch: @escaping ((any TableWatch)?, @escaping () -> Void) -> (any TableWatch)? = { _, _ in nil }
  ) {
    (self.selection, self.sortOrder, self.columns) = (selection, sortOrder, columns)
    (self.rows, self.key, self.watch) = (rows, key, watch)
  }

  /// - Parameter data: Read by the `body`.
  private init(
    listing data: [Row], _ selection: TableSelection<Row.ID>, _ sortOrder: Binding<[TableSort]>?,
    _ columns: [TableColumn<Row>]
  ) { self.init(selection, sortOrder, columns, rows: { ListedRows(data, sortedBy: $0) }) }

  static func render(_ view: borrowing Table, into renderer: inout ElementRenderer) {
    renderer.render(TypedTable(copy view, of: renderer.model))
  }

  // MARK: Of an array

  /// Creates a table with a row for each element, identified by the element's own identity.
  ///
  /// - Parameters:
  ///   - data: The rows, in the order in which they are shown without a sort.
  ///   - sortOrder: The columns by which the table is sorted, the most important first. Without it, its user can't sort it.
  ///   - columns: The columns, at most 64.
  public init<Data: RandomAccessCollection>(
    _ data: Data, sortOrder: Binding<[TableSort]>? = nil,
    @TableColumnBuilder<Row> columns: () -> [TableColumn<Row>]
  ) where Data.Element == Row { self.init(listing: Array(data), .none, sortOrder, columns()) }

  /// Creates a table of which several rows can be selected, at most 10,000.
  public init<Data: RandomAccessCollection>(
    _ data: Data, selection: Binding<Set<Row.ID>>, sortOrder: Binding<[TableSort]>? = nil,
    @TableColumnBuilder<Row> columns: () -> [TableColumn<Row>]
  ) where Data.Element == Row { self.init(listing: Array(data), .many(selection), sortOrder, columns()) }

  /// Creates a table of which one row can be selected.
  public init<Data: RandomAccessCollection>(
    _ data: Data, selection: Binding<Row.ID?>, sortOrder: Binding<[TableSort]>? = nil,
    @TableColumnBuilder<Row> columns: () -> [TableColumn<Row>]
  ) where Data.Element == Row { self.init(listing: Array(data), .one(selection), sortOrder, columns()) }

  // MARK: What rows offer

  /// Adds a menu to the rows, and what opening one does.
  ///
  /// - Parameters:
  ///   - type: The type of the rows' ids.
  ///   - menu: The menu of these rows: of the selection, if the menu was opened on one of it, else of the one row. It is evaluated when
  ///     its user opens it.
  ///   - primaryAction: Called when its user opens rows with a double click or Return.
  public func contextMenu<Content: View>(
    forSelectionType type: Row.ID.Type = Row.ID.self, @ViewBuilder menu: @escaping (Set<Row.ID>) -> Content,
    primaryAction: ((Set<Row.ID>) throws -> Void)? = nil
  ) -> Table {
    var table = self
    table.menu = { ViewList(menu($0)) }
    table.primaryAction = primaryAction
    return table
  }

  /// Marks rows with a colour, by what they are.
  ///
  /// - Parameter style: The colour of a row; `nil` for none.
  public func rowStyle(_ style: @escaping (Row) -> ForegroundStyle?) -> Table {
    var table = self
    table.rowStyle = style
    return table
  }
}

// MARK: Of rows

extension Table where Row: Codable & Sendable, Row.ID: Codable & Sendable {
  private init(
    of query: RowQuery<Row>, _ selection: TableSelection<Row.ID>, _ sortOrder: Binding<[TableSort]>?,
    _ columns: [TableColumn<Row>]
  ) {
    self.init(selection, sortOrder, columns) {
      query.tableKey(sortedBy: $0)
    } rows: {
      query.tableRows(sortedBy: $0)
    } watch: {
      query.tableWatch(after: $0, onChange: $1)
    }
  }

  /// Creates a table of the elements of a query.
  ///
  /// - Parameters:
  ///   - query: The elements, in the order in which they are shown without a sort.
  ///   - sortOrder: The columns by which the table is sorted, the most important first. Without it, its user can't sort it.
  ///   - columns: The columns, at most 64.
  public init(
    _ query: RowQuery<Row>, sortOrder: Binding<[TableSort]>? = nil,
    @TableColumnBuilder<Row> columns: () -> [TableColumn<Row>]
  ) { self.init(of: query, .none, sortOrder, columns()) }

  /// Creates a table of the elements of a query, of which several can be selected, at most 10,000.
  public init(
    _ query: RowQuery<Row>, selection: Binding<Set<Row.ID>>, sortOrder: Binding<[TableSort]>? = nil,
    @TableColumnBuilder<Row> columns: () -> [TableColumn<Row>]
  ) { self.init(of: query, .many(selection), sortOrder, columns()) }

  /// Creates a table of the elements of a query, of which one can be selected.
  public init(
    _ query: RowQuery<Row>, selection: Binding<Row.ID?>, sortOrder: Binding<[TableSort]>? = nil,
    @TableColumnBuilder<Row> columns: () -> [TableColumn<Row>]
  ) { self.init(of: query, .one(selection), sortOrder, columns()) }

  /// Creates a table of all elements.
  public init(
    _ rows: Rows<Row>, sortOrder: Binding<[TableSort]>? = nil,
    @TableColumnBuilder<Row> columns: () -> [TableColumn<Row>]
  ) { self.init(of: RowQuery(rows), .none, sortOrder, columns()) }

  /// Creates a table of all elements, of which several can be selected, at most 10,000.
  public init(
    _ rows: Rows<Row>, selection: Binding<Set<Row.ID>>, sortOrder: Binding<[TableSort]>? = nil,
    @TableColumnBuilder<Row> columns: () -> [TableColumn<Row>]
  ) { self.init(of: RowQuery(rows), .many(selection), sortOrder, columns()) }

  /// Creates a table of all elements, of which one can be selected.
  public init(
    _ rows: Rows<Row>, selection: Binding<Row.ID?>, sortOrder: Binding<[TableSort]>? = nil,
    @TableColumnBuilder<Row> columns: () -> [TableColumn<Row>]
  ) { self.init(of: RowQuery(rows), .one(selection), sortOrder, columns()) }
}

/// Which rows of a table are selected.
enum TableSelection<ID: Hashable> {
  case none
  case one(Binding<ID?>)
  case many(Binding<Set<ID>>)

  var ids: Set<ID> {
    switch self {
    case .none: []
    case .one(let selection): Set(selection.wrappedValue.map { [$0] } ?? [])
    case .many(let selection): selection.wrappedValue
    }
  }
}
