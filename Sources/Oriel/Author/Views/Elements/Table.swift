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
  let selection: RowSelection<Row.ID>
  let sortOrder: Binding<[TableSort]>?
  var data: any TableData<Row>
  let columnCustomization: Binding<TableColumnCustomization<Row>>?
  var menu: ((TableSelection<Row.ID>) -> ViewList)?
  var primaryAction: ((TableSelection<Row.ID>) throws -> Void)?
  /// Whether the menu and the action are for sets of ids.
  var actsOnIDs = false
  var rowStyle: ((Row) -> ForegroundStyle?)?
  var detail: ((Row) -> ViewList)?
  var emptyContent: ViewList?
  /// The name of the file in which its user can save the rows.
  var fileName: String?
  /// The row to which pages scroll.
  var position: Row.ID?

  init(
    _ data: any TableData<Row>, _ selection: RowSelection<Row.ID>, _ sortOrder: Binding<[TableSort]>?,
    _ columnCustomization: Binding<TableColumnCustomization<Row>>?, _ columns: [TableColumn<Row>]
  ) {
    (self.data, self.selection, self.sortOrder, self.columns) = (data, selection, sortOrder, columns)
    self.columnCustomization = columnCustomization
  }

  static func render(_ view: borrowing Table, into renderer: inout ElementRenderer) {
    renderer.render(TypedTable(copy view, of: renderer.model))
  }

  // MARK: Of an array

  /// Creates a table with a row for each element, identified by the element's own identity.
  ///
  /// - Parameters:
  ///   - data: The rows, in the order in which they are shown without a sort.
  ///   - sortOrder: The columns by which the table is sorted, the most important first. Without it, its user can't sort it.
  ///   - columnCustomization: Which widths, order and visibility its user has chosen for the columns. Without it, each browser keeps
  ///     them for itself.
  ///   - columns: The columns, at most 64.
  public init<Data: RandomAccessCollection>(
    _ data: Data, sortOrder: Binding<[TableSort]>? = nil,
    columnCustomization: Binding<TableColumnCustomization<Row>>? = nil,
    @TableColumnBuilder<Row> columns: () -> [TableColumn<Row>]
  ) where Data.Element == Row {
    self.init(ListedData(rows: Array(data)), .none, sortOrder, columnCustomization, columns())
  }

  /// Creates a table of which several rows can be selected, at most 10,000.
  public init<Data: RandomAccessCollection>(
    _ data: Data, selection: Binding<Set<Row.ID>>, sortOrder: Binding<[TableSort]>? = nil,
    columnCustomization: Binding<TableColumnCustomization<Row>>? = nil,
    @TableColumnBuilder<Row> columns: () -> [TableColumn<Row>]
  ) where Data.Element == Row {
    self.init(ListedData(rows: Array(data)), .many(selection), sortOrder, columnCustomization, columns())
  }

  /// Creates a table of which one row can be selected.
  public init<Data: RandomAccessCollection>(
    _ data: Data, selection: Binding<Row.ID?>, sortOrder: Binding<[TableSort]>? = nil,
    columnCustomization: Binding<TableColumnCustomization<Row>>? = nil,
    @TableColumnBuilder<Row> columns: () -> [TableColumn<Row>]
  ) where Data.Element == Row {
    self.init(ListedData(rows: Array(data)), .one(selection), sortOrder, columnCustomization, columns())
  }

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
    var table = contextMenu(
      forSelectionType: TableSelection<Row.ID>.self, menu: { menu($0.listed) },
      primaryAction: primaryAction.map { action in { try action($0.listed) } })
    table.actsOnIDs = true
    return table
  }

  /// Adds a menu to the rows, and what opening one does, for a selection that may be of all rows.
  ///
  /// - Parameters:
  ///   - type: The type of the selection.
  ///   - menu: The menu of these rows: of the selection, if the menu was opened on one of it, else of the one row. It is evaluated when
  ///     its user opens it.
  ///   - primaryAction: Called when its user opens rows with a double click or Return.
  public func contextMenu<Content: View>(
    forSelectionType type: TableSelection<Row.ID>.Type,
    @ViewBuilder menu: @escaping (TableSelection<Row.ID>) -> Content,
    primaryAction: ((TableSelection<Row.ID>) throws -> Void)? = nil
  ) -> Table {
    var table = self
    table.menu = { ViewList(menu($0)) }
    table.primaryAction = primaryAction
    table.actsOnIDs = false
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

  /// Shows more of a row, in a panel beside it that its user opens with the button at the row's end, or with Alt and the down arrow.
  ///
  /// ```swift
  /// Table(desk.orders) { … }
  ///   .rowDetail { order in
  ///     LabeledContent("Placed", value: order.placed, format: .dateTime)
  ///     Button("Cancel") { try self.desk.cancel([order.id]) }
  ///   }
  /// ```
  ///
  /// One row's panel is open at a time, and it moves no other row. It has the columns for which there is no room, too.
  ///
  /// - Parameter content: Evaluated for the row whose panel is open. At most 64 elements, and no fields.
  public func rowDetail<Content: View>(@ViewBuilder _ content: @escaping (Row) -> Content) -> Table {
    var table = self
    table.detail = { ViewList(content($0)) }
    return table
  }

  /// Shows views in place of the rows while there are none.
  ///
  /// ```swift
  /// Table(desk.orders.filtered(by: filter)) { … }
  ///   .emptyContent { ContentUnavailableView("No orders", systemImage: "tray") }
  /// ```
  ///
  /// - Parameter content: Evaluated with the `body`, also while there are rows.
  public func emptyContent<Content: View>(@ViewBuilder _ content: () -> Content) -> Table {
    var table = self
    table.emptyContent = ViewList(content())
    return table
  }

  /// Scrolls to a row, wherever it is: when the table first shows its rows, and when the value changes.
  ///
  /// Pages scroll on by themselves, which changes nothing in the value: to show the same row once more, set `nil` before. A page that is
  /// loaded again stands where its user has left it.
  ///
  /// - Parameter id: The row's id; `nil` for no row. A row that the table does not have is not shown.
  public func scrollPosition(id: Binding<Row.ID?>) -> Table {
    var table = self
    table.position = id.wrappedValue
    return table
  }

  /// Lets its user save all rows in a file, by an entry in the menus of the titles and of the rows.
  ///
  /// ```swift
  /// Table(desk.orders.filtered(by: filter)) { … }
  ///   .downloads("orders.csv")
  /// ```
  ///
  /// The file has the rows that match the filter in the order of the sort, and of each the whole texts of the visible columns, below
  /// their titles. They are those at the moment when the user asks; a ``TableSource`` is read page after page, as it is by then. A
  /// column of views has the texts of its views. Columns that a user has hidden for the browser alone are in the file: see
  /// ``TableColumnCustomization``.
  ///
  /// CSV is that of RFC 4180, in UTF-8 with a byte order mark, because Excel reads it wrongly without one. TSV has no such mark, and
  /// spaces for the tabs and line breaks in texts. A text that a spreadsheet would take for a formula has an apostrophe before it.
  ///
  /// The file is made in pieces of 2 ms, and offered when it is whole. Beyond 1,000,000 rows or 64 MiB there is no file, and the user
  /// is told so. A second file of a table begins when the first one is made.
  ///
  /// - Parameter name: The suggested name of the file. One that ends in `.tsv` is for tabs; any other is for CSV and ends in `.csv`.
  public func downloads(_ name: String) -> Table {
    var table = self
    table.fileName = name
    return table
  }
}

// MARK: Of rows

extension Table where Row: Codable & Sendable, Row.ID: Codable & Sendable {
  /// Creates a table of the elements of a query.
  ///
  /// - Parameters:
  ///   - query: The elements, in the order in which they are shown without a sort.
  ///   - sortOrder: The columns by which the table is sorted, the most important first. Without it, its user can't sort it.
  ///   - columnCustomization: Which widths, order and visibility its user has chosen for the columns. Without it, each browser keeps
  ///     them for itself.
  ///   - columns: The columns, at most 64.
  public init(
    _ query: RowQuery<Row>, sortOrder: Binding<[TableSort]>? = nil,
    columnCustomization: Binding<TableColumnCustomization<Row>>? = nil,
    @TableColumnBuilder<Row> columns: () -> [TableColumn<Row>]
  ) { self.init(query, .none, sortOrder, columnCustomization, columns()) }

  /// Creates a table of the elements of a query, of which several can be selected, at most 10,000.
  public init(
    _ query: RowQuery<Row>, selection: Binding<Set<Row.ID>>, sortOrder: Binding<[TableSort]>? = nil,
    columnCustomization: Binding<TableColumnCustomization<Row>>? = nil,
    @TableColumnBuilder<Row> columns: () -> [TableColumn<Row>]
  ) { self.init(query, .many(selection), sortOrder, columnCustomization, columns()) }

  /// Creates a table of the elements of a query, of which one can be selected.
  public init(
    _ query: RowQuery<Row>, selection: Binding<Row.ID?>, sortOrder: Binding<[TableSort]>? = nil,
    columnCustomization: Binding<TableColumnCustomization<Row>>? = nil,
    @TableColumnBuilder<Row> columns: () -> [TableColumn<Row>]
  ) { self.init(query, .one(selection), sortOrder, columnCustomization, columns()) }

  /// Creates a table of all elements.
  public init(
    _ rows: Rows<Row>, sortOrder: Binding<[TableSort]>? = nil,
    columnCustomization: Binding<TableColumnCustomization<Row>>? = nil,
    @TableColumnBuilder<Row> columns: () -> [TableColumn<Row>]
  ) { self.init(RowQuery(rows), .none, sortOrder, columnCustomization, columns()) }

  /// Creates a table of all elements, of which several can be selected, at most 10,000.
  public init(
    _ rows: Rows<Row>, selection: Binding<Set<Row.ID>>, sortOrder: Binding<[TableSort]>? = nil,
    columnCustomization: Binding<TableColumnCustomization<Row>>? = nil,
    @TableColumnBuilder<Row> columns: () -> [TableColumn<Row>]
  ) { self.init(RowQuery(rows), .many(selection), sortOrder, columnCustomization, columns()) }

  /// Creates a table of all elements, of which one can be selected.
  public init(
    _ rows: Rows<Row>, selection: Binding<Row.ID?>, sortOrder: Binding<[TableSort]>? = nil,
    columnCustomization: Binding<TableColumnCustomization<Row>>? = nil,
    @TableColumnBuilder<Row> columns: () -> [TableColumn<Row>]
  ) { self.init(RowQuery(rows), .one(selection), sortOrder, columnCustomization, columns()) }
}
