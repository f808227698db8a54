import OrielDocument

/// A table with the type of its rows.
final class TypedTable<Row: Identifiable>: TableContent {
  let table: Table<Row>
  /// All columns in their order, also those that are hidden.
  let allColumns: [TableColumn<Row>]
  /// Those that have cells.
  let columns: [TableColumn<Row>]
  let sorts: [TableSort]
  private(set) weak var model: (any NavigationModel)?
  private var listed: (any TableRows<Row>)?
  /// The watches that load rows for pages.
  private var loading: [WeakWatch] = []
  var hasReported = false
  let hasViews: Bool

  init(_ table: Table<Row>, of model: (any NavigationModel)?) {
    (self.table, self.model) = (table, model)
    let named = Self.named(table.columns.prefix(TableLimits.columns))
    let customization = table.columnCustomization?.wrappedValue
    allColumns = customization?.arranged(named) ?? named
    columns = customization?.visible(of: allColumns) ?? allColumns
    hasViews =
      table.rowStyle != nil || table.detail != nil || Row.self is AnyObject.Type
      || columns.contains { $0.content != nil }
    let wanted = table.sortOrder?.wrappedValue ?? []
    sorts = wanted.filter { sort in table.columns.contains { $0.sort != nil && $0.id.hasSameScalars(as: sort.column) } }
  }

  /// The columns, each with an id of its own.
  private static func named(_ columns: some Collection<TableColumn<Row>>) -> [TableColumn<Row>] {
    var taken: Set<String> = []
    return columns.map { column in
      var (column, number) = (column, 1)
      if taken.contains(column.id), !column.id.isEmpty {
        TurnContext.reportMisuse("Two columns are called “\(column.id)”: give one a customizationID")
      }
      let name = column.id
      while !taken.insert(column.id).inserted {
        number += 1
        column.id = "\(name)~\(number)"
      }
      return column
    }
  }

  var columnIDs: [String] { columns.map(\.id) }

  var order: TableOrder<Row> {
    TableOrder(columns: sorts, properties: sorts.compactMap { column($0.column, of: allColumns)?.sort?($0.order) })
  }

  var orderKey: AnyHashable { table.data.tableKey(order) }

  /// A visible column.
  func column(_ id: String) -> TableColumn<Row>? { column(id, of: columns) }

  func column(_ id: String, of columns: [TableColumn<Row>]) -> TableColumn<Row>? {
    columns.first { $0.id.hasSameScalars(as: id) }
  }

  var hasRows: Bool { table.data.hasRows(in: order) }

  func makeRows(
    on host: any HubServices, while isWanted: @escaping () -> Bool, then: @escaping (_ areMade: Bool) -> Void
  ) {
    table.data.makeRows(in: order, on: host, while: isWanted, then: then)
  }

  var withoutRows: any TableContent {
    var empty = table
    empty.data = ListedData(rows: [])
    return TypedTable(empty, of: model)
  }

  /// All rows; `nil` if pages load them, or their order is being made.
  var rows: (any TableRows<Row>)? {
    if let listed { return listed }
    guard hasRows else { return nil }
    let rows = table.data.tableRows(order)
    if rows is ListedRows<Row> { listed = rows }
    return rows
  }

  /// The rows among which this one is, if they are here.
  func rows(with id: String) -> any TableRows<Row> {
    if let rows { return rows }
    if let row = table.data.tableRow(id) { return LoadedRows(rows: [row], count: 1) }
    return watch(of: id)?.loaded ?? LoadedRows()
  }

  func watch(of id: String) -> (any LoadingWatch<Row>)? {
    for case let watch? in loading.map(\.watch) where watch.loaded.rank(of: id) != nil { return watch }
    return nil
  }

  func current(_ watch: (any TableWatch)?) -> any TableSnapshot {
    let loaded = (watch as? any LoadingWatch<Row>)?.loaded
    let rows = rows ?? loaded ?? LoadedRows()
    return Snapshot(table: self, rows: rows, selected: table.selection.value)
  }

  func beginWatching(
    after former: (any TableWatch)?, on host: (any HubServices)?, onChange: @escaping () -> Void
  ) -> (any TableWatch)? {
    let watch = table.data.tableWatch(order, after: former, on: host, onChange: onChange)
    if let watch = watch as? any LoadingWatch<Row> {
      loading.removeAll { $0.watch == nil }
      loading.append(WeakWatch(watch: watch))
    }
    return watch
  }

  private struct WeakWatch {
    weak var watch: (any LoadingWatch<Row>)?
  }

  func rowsHaveChanged() { listed = nil }

  private struct Snapshot: TableSnapshot {
    let table: TypedTable
    let rows: any TableRows<Row>
    let selected: TableSelection<Row.ID>

    var count: Int { rows.count }
    var ranks: Range<Int> { rows.ranks }
    func id(at rank: Int) -> String { TableRowID.text(rows[rank].id) }
    func rank(of id: String) -> Int? { rows.rank(of: id) }
    func isSelected(at rank: Int) -> Bool { selected != .ids([]) && selected.contains(rows[rank].id) }
    func texts(at rank: Int) -> any Sequence<String> { table.texts(of: rows[rank]) }
    func row(at rank: Int, after old: ShownRow?) -> ShownRow { table.shown(rows[rank], after: old) }
    func watch(_ ranks: [Int], _ watch: (any TableWatch)?) { rows.watch(ranks, watch) }
  }
}
