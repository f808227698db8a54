import Oriel

/// A status as a colour. The words beside it say the same.
enum Tone: String, Encodable {
  case good, live, warn, danger

  var style: ForegroundStyle {
    switch self {
    case .good: .success
    case .live: .accent
    case .warn: .warning
    case .danger: .danger
    }
  }
}

/// A compact table of an operations room. The first cell of a row says what it is about, and choosing the row opens it.
struct Board: View {
  var caption: String
  var columns: [Column]
  var rows: [Row]
  /// The id of the row that is open beside the board.
  var selected: String?
  /// The text shown when there are no rows.
  var empty = "Nothing here"
  var open: ((String) -> Void)?

  struct Column {
    enum Kind { case text, number, status, change, spark }

    let title: String
    var kind = Kind.text
    /// From 0, a column that is always shown, to 2, one that only a wide board shows.
    var rank = 0
    /// The title of the column of its cells' details; `nil` if they follow the texts.
    var detail: String?

    init(_ title: String, _ kind: Kind = .text, rank: Int = 0, detail: String? = nil) {
      (self.title, self.kind, self.rank, self.detail) = (title, kind, rank, detail)
    }

    /// `nil` for the room that the others leave.
    fileprivate func width(isFirst: Bool) -> Double? {
      switch kind {
      case .text: isFirst ? nil : 120
      case .number: 88
      case .status: 128
      case .change: 128
      case .spark: 112
      }
    }
  }

  struct Row: Identifiable {
    let id: String
    var tone: Tone?
    var cells: [Cell]
    /// An address that the row leads to, in place of an event.
    var link: String?
  }

  struct Cell {
    var text: String
    var detail: String?
    var tone: Tone?
    var values: [Double]?

    init(_ text: String, detail: String? = nil, tone: Tone? = nil, values: [Double]? = nil) {
      (self.text, self.detail, self.tone, self.values) = (text, detail, tone, values)
    }
  }

  var body: some View {
    VStack(alignment: .leading, spacing: 8) {
      Text(caption).font(.headline)
      if rows.isEmpty {
        Text(empty).foregroundStyle(.secondary).class("board")
      } else {
        table.class("board").accessibilityLabel(caption)
      }
    }
  }

  private var table: Table<Row> {
    guard let open else { return Table(rows) { cells }.rowStyle { $0.tone?.style } }
    let selection = Binding<String?>(get: { self.selected }, set: { id in if let id { open(id) } })
    return Table(rows, selection: selection) { cells }.rowStyle { $0.tone?.style }
      .contextMenu { ids in
        ForEach(ids.sorted(), id: \.self) { id in Button("Open") { open(id) } }
      } primaryAction: { ids in
        if let id = ids.first { open(id) }
      }
  }

  @TableColumnBuilder<Row> private var cells: [TableColumn<Row>] {
    for (place, column) in columns.enumerated() {
      TableColumn(column.title) { row in self.content(of: row, place, column.kind) }
        .width(ideal: column.width(isFirst: place == 0)).priority(column.rank)
        .alignment(column.kind == .number || column.kind == .change ? .numeric : .leading)
      if let detail = column.detail {
        TableColumn(detail) { row in Text(row.cells[place].detail ?? "").foregroundStyle(.secondary) }.priority(1)
      }
    }
  }

  @ViewBuilder private func content(of row: Row, _ place: Int, _ kind: Column.Kind) -> some View {
    let cell = row.cells[place]
    switch kind {
    case .status: Chip(cell.text).foregroundStyle(cell.tone?.style ?? .secondary)
    case .spark: Sparkline("\(columns[place].title), \(row.cells[0].text)", values: cell.values ?? [])
    default:
      if place == 0, let link = row.link {
        Link(cell.text, destination: link)
      } else if let tone = cell.tone {
        Text(cell.text).foregroundStyle(tone.style)
      } else if place == 0 {
        Text(cell.text).bold()
      } else {
        Text(cell.text)
      }
      if columns[place].detail == nil, let detail = cell.detail { Text(detail).foregroundStyle(.secondary) }
    }
  }
}

/// Numbers to be read at a glance.
struct Tiles: View {
  struct Tile: Encodable {
    let label: String
    var value: String
    var tone: Tone?
    var note: String?

    init(_ label: String, _ value: String, tone: Tone? = nil, note: String? = nil) {
      (self.label, self.value, self.tone, self.note) = (label, value, tone, note)
    }
  }

  let tiles: [Tile]

  var body: some View {
    Grid {
      ForEach(tiles, id: \.label) { tile in
        // The normal state is quiet.
        let tone = tile.tone == .good || tile.tone == .live ? nil : tile.tone
        Oriel.Tile(tile.label, value: tile.value, change: tile.note, style: tone?.style ?? .primary)
      }
    }
  }
}

/// What is to be known at once, with what can be done about it.
struct Banner<Actions: View>: View {
  let text: String
  let actions: Actions

  init(_ text: String, @ViewBuilder actions: () -> Actions) { (self.text, self.actions) = (text, actions()) }

  var body: some View {
    HStack {
      Text(text)
      Spacer()
      actions
    }
    .style(.card)
  }
}

/// Parts of a screen: side by side if it is wide enough, otherwise one below the other.
struct Columns<Content: View>: View {
  let content: Content

  init(@ViewBuilder content: () -> Content) { self.content = content() }

  var body: some View { Grid { content }.class("columns") }
}

extension Int {
  /// Seconds, as `3:07`.
  var asClock: String { "\(self / 60):\(self % 60 < 10 ? "0" : "")\(self % 60)" }
}
