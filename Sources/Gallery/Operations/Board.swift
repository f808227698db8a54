import Oriel

/// A status as a colour. The words beside it say the same.
enum Tone: String, Encodable {
  case good, live, warn, danger
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

  var body: some View { Component("ops-tiles", properties: ["tiles": tiles]) }
}

/// A status in words, with its colour.
struct Chip: Encodable {
  let text: String
  var tone: Tone?

  init(_ text: String, _ tone: Tone? = nil) { (self.text, self.tone) = (text, tone) }
}

/// A claim about what makes this app special, and a button to try it at once.
struct Pitch: View {
  let claim: String
  let button: String
  let action: () -> Void

  var body: some View {
    Component("ops-pitch") {
      Text(claim).id("claim")
      Button(button) { self.action() }.buttonStyle(.borderedProminent).id("try")
    }
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
