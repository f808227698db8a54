import OrielDocument

/// The rows of a table in the order in which it shows them, as they are now.
protocol TableRows<Row> {
  associatedtype Row: Identifiable
  var count: Int { get }
  subscript(rank: Int) -> Row { get }
  /// The place of the row with this text as its id; `nil` if there is none.
  func rank(of id: String) -> Int?
  /// Tells a watch what the page shows.
  func watch(_ ranks: [Int], _ watch: (any TableWatch)?)
}

/// Notices what happens to the rows that a page sees.
package protocol TableWatch: AnyObject {
  /// Returns the ids of the rows that have changed since.
  func drain() -> [String]
}

/// The ids of rows on the wire: 1 to 64 scalars.
enum TableRowID {
  private static let empty = "~"

  static func text<ID: Hashable>(_ id: ID) -> String {
    let text: String
    if let string = id as? String {
      text = string
    } else if let number = id as? Int {
      text = "\(number)"
    } else if let value = id as? any Encodable, let json = try? JSONText.encode(value) {
      // A text without its quotes.
      let isText = json.first == UInt8(ascii: "\"")
      let string = isText ? try? JSONReader.value(from: json).stringValue : nil
      text = string ?? String(decoding: json, as: UTF8.self)
    } else {
      text = String(describing: id)
    }
    return text.isEmpty ? empty : ElementIDs.shortened(text)
  }

  /// The id with this text; `nil` if only a search finds it, or nothing does.
  static func id<ID: Hashable & Codable>(_ text: String, as type: ID.Type) -> ID? {
    let text = text == empty ? "" : text
    let json = { try? JSONReader.value(from: Array(text.utf8)) }
    let id =
      text as? ID ?? Int(text) as? ID ?? (try? JSONValueDecoder.decode(ID.self, from: .string(text)))
      ?? json().flatMap { try? JSONValueDecoder.decode(ID.self, from: $0) }
    guard let id, Self.text(id).hasSameScalars(as: text.isEmpty ? empty : text) else { return nil }
    return id
  }

  /// Whether it may be the text of a longer one.
  static func isShortened(_ text: String) -> Bool {
    text.unicodeScalars.count == 63 && text.unicodeScalars.dropFirst(40).first == "~"
  }
}

/// The rows of an array. They are compared when the `body` is evaluated again.
final class ListedRows<Row: Identifiable>: TableRows {
  private let rows: [Row]
  private lazy var ranks: [ScalarKey: Int] = Dictionary(
    rows.enumerated().map { (ScalarKey(TableRowID.text($1.id)), $0) }
  ) { first, _ in first }

  init(_ rows: [Row], sortedBy sorts: [RowSort<Row>]) {
    guard !sorts.isEmpty else {
      self.rows = rows
      return
    }
    var places = (0..<Int32(rows.count)).map { $0 }
    // The last sort first: each keeps what the later ones have decided.
    for sort in sorts.reversed() { places = sort.sort(places) { rows[Int($0)] } }
    self.rows = places.map { rows[Int($0)] }
  }

  var count: Int { rows.count }
  subscript(rank: Int) -> Row { rows[rank] }
  func rank(of id: String) -> Int? { ranks[ScalarKey(id)] }
  func watch(_ ranks: [Int], _ watch: (any TableWatch)?) {}
}

/// The rows of a query.
struct QueriedRows<Row: Identifiable & Codable & Sendable>: TableRows where Row.ID: Codable & Sendable {
  private let rows: Rows<Row>
  private let shared: SharedRowOrder<Row>
  private let order: RowOrder<Row>
  private let slots: Chunks<RowSlot<Row>>

  init(rows: Rows<Row>, shared: SharedRowOrder<Row>) {
    (self.rows, self.shared, order, slots) = (rows, shared, shared.order, rows.slots)
  }

  var count: Int { order.count }
  subscript(rank: Int) -> Row { slots[Int(order[rank])].element! }

  func rank(of id: String) -> Int? {
    if let id = TableRowID.id(id, as: Row.ID.self) {
      guard let slot = rows.slot(of: id) else { return nil }
      // Since the order is held, rows may have other slots.
      if slot < slots.count, let element = slots[Int(slot)].element, element.id == id {
        return order.rank(of: slot, element, in: slots)
      }
    } else if !TableRowID.isShortened(id) {
      return nil
    }
    return (0..<count).first { TableRowID.text(self[$0].id).hasSameScalars(as: id) }
  }

  func watch(_ ranks: [Int], _ watch: (any TableWatch)?) {
    (watch as? RowWatch<Row>)?.watch(Set(ranks.map { self[$0].id }), of: shared)
  }
}
