/// A column of a ``Table``: its title and its content for a row.
public struct TableColumn<Row> {
  let title: String
  let cell: (Row) -> ViewList

  /// Creates a column of views.
  public init<Content: View>(_ title: String, @ViewBuilder content: @escaping (Row) -> Content) {
    self.title = title
    cell = { row in ViewList(VStack { content(row) }) }
  }

  /// Creates a column of texts.
  public init(_ title: String, value: KeyPath<Row, String>) {
    self.title = title
    cell = { ViewList(Text($0[keyPath: value])) }
  }
}

/// Collects the columns of a table.
public typealias TableColumnBuilder<Row> = ArrayBuilder<TableColumn<Row>>

/// A table with a title above each column.
public struct Table: ElementView {
  let titles: [String]
  let rows: ForEach

  /// Creates a table with a row for each element, identified by the element's own identity.
  public init<Data: RandomAccessCollection>(
    _ data: Data, @TableColumnBuilder<Data.Element> columns: () -> [TableColumn<Data.Element>]
  ) where Data.Element: Identifiable, Data.Element.ID: CustomStringConvertible {
    let columns = columns()
    titles = columns.map(\.title)
    rows = ForEach(data) { row in TableRow(cells: columns.map { $0.cell(row) }) }
  }

  static func render(_ view: borrowing Table, into renderer: inout ElementRenderer) {
    var element = renderer.open("table", members: 3)
    element.set("columns", view.titles.map { ["title": .string($0)] })
    renderer.close(element, children: view.rows)
  }
}

/// One element for each column.
private struct TableRow: ElementView {
  let cells: [ViewList]

  static func render(_ view: borrowing TableRow, into renderer: inout ElementRenderer) {
    renderer.close(renderer.open("hstack", members: 2), children: ViewList(view.cells))
  }
}
