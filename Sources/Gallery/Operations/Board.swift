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

/// A compact table of an operations room. A row is a line; the first cell says what it is about, and opens it.
struct Board: View {
  var caption: String
  var columns: [Column]
  var rows: [Row]
  /// The id of the row that is open beside the board.
  var selected: String?
  /// The text shown when there are no rows.
  var empty = "Nothing here"
  var open: ((String) -> Void)?

  struct Column: Encodable {
    enum Kind: String, Encodable { case text, number, status, change, spark }

    let title: String
    var kind = Kind.text
    /// From 0, a column that is always shown, to 2, one that only a wide board shows.
    var rank = 0

    init(_ title: String, _ kind: Kind = .text, rank: Int = 0) {
      (self.title, self.kind, self.rank) = (title, kind, rank)
    }
  }

  struct Row: Encodable {
    let id: String
    var tone: Tone?
    var cells: [Cell]
    /// An address that the row leads to, in place of an event.
    var link: String?
  }

  struct Cell: Encodable {
    var text: String
    var detail: String?
    var tone: Tone?
    var values: [Double]?

    init(_ text: String, detail: String? = nil, tone: Tone? = nil, values: [Double]? = nil) {
      (self.text, self.detail, self.tone, self.values) = (text, detail, tone, values)
    }
  }

  private struct Properties: Encodable {
    let caption: String
    let columns: [Column]
    let rows: [Row]
    let selected: String?
    let empty: String
    let opens: Bool
  }

  var body: some View {
    let properties = Properties(
      caption: caption, columns: columns, rows: rows, selected: selected, empty: empty, opens: open != nil)
    Component("ops-board", properties: properties).on("open") { (id: String) in self.open?(id) }
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

  var body: some View { Component("ops-columns") { content } }
}

extension Int {
  /// Seconds, as `3:07`.
  var asClock: String { "\(self / 60):\(self % 60 < 10 ? "0" : "")\(self % 60)" }
}
