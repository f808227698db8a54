/// Rows in aligned columns.
struct Table {
  struct Column {
    var title: String
    /// Numbers stand at the right.
    var isNumber = false
    /// Gives way where the terminal is too narrow, down to its title.
    var givesWay = false
    /// The characters that are enough to name it, for where the terminal is too narrow.
    var short: Int?
  }

  var columns: [Column]
  /// Each has a cell for each column.
  var rows: [[String]]

  /// The same table with one more column, unless it would be empty.
  func with(_ title: String, of cells: [String?]) -> Table {
    guard cells.contains(where: { $0 != nil }) else { return self }
    return Table(
      columns: columns + [Column(title: title)], rows: zip(rows, cells).map { $0 + [$1 ?? "-"] })
  }

  private static let gap = "  "

  /// - Parameter width: Of the terminal; `nil` for as much as it takes.
  func lines(width: Int?) -> [String] {
    var rows = [columns.map(\.title)] + rows.map { $0.map { cell($0) } }
    if let width, excess(of: natural(rows), over: width) > 0 {
      rows = rows.map { row in
        zip(row, columns).map { cell, column in column.short.map { String(cell.prefix($0)) } ?? cell }
      }
    }
    let widths = fit(natural: natural(rows), to: width)
    return rows.map { row in
      let line = zip(row, zip(columns, widths)).map { padded($0, as: $1.0, to: $1.1) }.joined(separator: Self.gap)
      return width.map(line.trimmedAtEnd.cut(to:)) ?? line.trimmedAtEnd
    }
  }

  /// A cell is one line.
  private func cell(_ text: String) -> String {
    Terminal.safe(String(text.map { $0.isNewline ? " " : $0 }))
  }

  private func natural(_ rows: [[String]]) -> [Int] {
    columns.indices.map { column in rows.map { $0[column].columns }.max() ?? 0 }
  }

  private func excess(of widths: [Int], over width: Int) -> Int {
    widths.reduce(Self.gap.count * (columns.count - 1), +) - width
  }

  private func fit(natural: [Int], to width: Int?) -> [Int] {
    guard let width else { return natural }
    var widths = natural
    var excess = excess(of: natural, over: width)
    for index in columns.indices where columns[index].givesWay && excess > 0 {
      let less = min(excess, max(0, widths[index] - columns[index].title.columns))
      widths[index] -= less
      excess -= less
    }
    return widths
  }

  private func padded(_ text: String, as column: Column, to width: Int) -> String {
    let text = text.cut(to: width)
    let space = String(repeating: " ", count: width - text.columns)
    return column.isNumber ? space + text : text + space
  }
}

extension String {
  fileprivate var trimmedAtEnd: String {
    String(self[..<(lastIndex { $0 != " " }.map { index(after: $0) } ?? startIndex)])
  }
}
