/// A table in running text, as in Markdown: all of it is among the elements of its screen.
package struct TextTable: ElementView {
  private let titles: [String]
  private let rows: [ViewList]

  /// - Parameter rows: The cells of each row.
  package init(_ titles: [String], _ rows: [[any View]]) {
    self.titles = titles
    self.rows = rows.map { ViewList($0) }
  }

  static func render(_ view: borrowing TextTable, into renderer: inout ElementRenderer) {
    var element = renderer.open("tabular", members: 3)
    element.set("columns", view.titles.map { ["title": .string($0)] })
    renderer.close(element, children: ViewList(view.rows.map { TextTableRow(cells: $0) }))
  }
}

/// One element for each column.
private struct TextTableRow: ElementView {
  let cells: ViewList

  static func render(_ view: borrowing TextTableRow, into renderer: inout ElementRenderer) {
    renderer.close(renderer.open("hstack", members: 2), children: view.cells)
  }
}
