import OrielDocument

/// Where a table has its rows from.
protocol TableData<Row> {
  associatedtype Row: Identifiable
  /// Equal if the rows are the same ones in the same order.
  func tableKey(_ order: TableOrder<Row>) -> AnyHashable
  /// The rows; `nil` if only the watches of pages have some.
  func tableRows(_ order: TableOrder<Row>) -> (any TableRows<Row>)?
  /// Whether ``tableRows(_:)`` takes no time.
  func hasRows(in order: TableOrder<Row>) -> Bool
  /// Makes the rows in this order outside the hub, if they are still wanted at their turn. `then` is called later.
  func makeRows(
    in order: TableOrder<Row>, on host: any HubServices, while isWanted: @escaping () -> Bool,
    then: @escaping (_ areMade: Bool) -> Void)
  /// The row with this text as its id, also while its order is made; `nil` if there is none.
  func tableRow(_ id: String) -> Row?
  /// Begins to notice changes of the rows that a page sees; `nil` if the `body` does.
  ///
  /// - Parameter former: The watch of the same page over the former rows.
  func tableWatch(
    _ order: TableOrder<Row>, after former: (any TableWatch)?, on host: (any HubServices)?,
    onChange: @escaping () -> Void
  ) -> (any TableWatch)?
  /// Reads rows that are not here; `nil` if all are.
  ///
  /// - Parameter last: The row before them, if it is known.
  func tablePage(_ ranks: Range<Int>, after last: Row?, _ order: TableOrder<Row>) async throws -> LoadedPage<Row>?
}

extension TableData {
  func tablePage(_ ranks: Range<Int>, after last: Row?, _ order: TableOrder<Row>) async throws -> LoadedPage<Row>? {
    nil
  }
}

extension TableData {
  func hasRows(in order: TableOrder<Row>) -> Bool { true }
  func makeRows(
    in order: TableOrder<Row>, on host: any HubServices, while isWanted: @escaping () -> Bool,
    then: @escaping (_ areMade: Bool) -> Void
  ) {}
  func tableRow(_ id: String) -> Row? { nil }
}

/// By what a table is sorted: its columns and their properties.
struct TableOrder<Row> {
  var columns: [TableSort] = []
  var properties: [RowSort<Row>] = []
}

/// The rows of a table in the order in which it shows them, as they are now.
protocol TableRows<Row> {
  associatedtype Row: Identifiable
  var count: Int { get }
  /// The ranks of the rows that are here.
  var ranks: Range<Int> { get }
  subscript(rank: Int) -> Row { get }
  /// The place of the row with this text as its id; `nil` if it is not here.
  func rank(of id: String) -> Int?
  /// Tells a watch what the page shows.
  func watch(_ ranks: [Int], _ watch: (any TableWatch)?)
}

extension TableRows {
  var ranks: Range<Int> { 0..<count }
  func watch(_ ranks: [Int], _ watch: (any TableWatch)?) {}
}

/// Notices what happens to the rows that a page sees.
package protocol TableWatch: AnyObject {
  /// Returns the changes since the last time.
  func drain() -> TableChanges
  /// The page looks at these ranks, which may have to be loaded.
  ///
  /// - Parameters:
  ///   - isHeld: Whether rows that are here must stay.
  ///   - again: Whether to try again what has failed.
  func want(_ ranks: Range<Int>, isHeld: Bool, again: Bool)
  /// `nil` if all rows are always here.
  var status: TableStatus? { get }
}

extension TableWatch {
  package func want(_ ranks: Range<Int>, isHeld: Bool, again: Bool) {}
  package var status: TableStatus? { nil }
}

/// Whether the rows that a page wants are here.
package struct TableStatus: Equatable {
  var isLoading = false
  /// Whether there may be more rows than are known.
  var isAtLeast = false
  /// Why they could not be loaded; empty for no reason that its user understands.
  var problem: String?
}

/// Changes of the rows that a page sees.
package struct TableChanges {
  /// The rows that have changed, as they are now, by their ids.
  var rows: [(id: String, row: Any)] = []
  /// Whether rows may have come, gone or moved.
  var isMoved = false
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

/// An array, which the `body` has read.
struct ListedData<Row: Identifiable>: TableData {
  let rows: [Row]

  func tableKey(_ order: TableOrder<Row>) -> AnyHashable { AnyHashable(RowOrderKey(sorts: order.properties)) }

  func tableRows(_ order: TableOrder<Row>) -> (any TableRows<Row>)? { ListedRows(rows, sortedBy: order.properties) }

  func tableWatch(
    _ order: TableOrder<Row>, after former: (any TableWatch)?, on host: (any HubServices)?,
    onChange: @escaping () -> Void
  ) -> (any TableWatch)? { nil }
}

/// The rows of an array. They are compared when the `body` is evaluated again.
final class ListedRows<Row: Identifiable>: TableRows {
  private let rows: [Row]
  private lazy var places: [ScalarKey: Int] = Dictionary(
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
  func rank(of id: String) -> Int? { places[ScalarKey(id)] }
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

  func rank(of text: String) -> Int? {
    if let id = TableRowID.id(text, as: Row.ID.self) {
      // Since the order is held, rows may have other slots.
      if let slot = rows.slot(of: id) {
        if slot < slots.count, let element = slots[Int(slot)].element, element.id == id {
          return order.rank(of: slot, element, in: slots)
        }
      } else if !(id is String && TableRowID.isShortened(text)) {
        return nil
      }
    } else if Row.ID.self == Int.self || !TableRowID.isShortened(text) {
      return nil
    }
    return (0..<count).first { TableRowID.text(self[$0].id).hasSameScalars(as: text) }
  }

  func watch(_ ranks: [Int], _ watch: (any TableWatch)?) {
    let isWhole = ranks.first.map { ranks.elementsEqual($0..<$0 + ranks.count) } ?? false
    (watch as? RowWatch<Row>)?.watch(
      Set(ranks.map { self[$0].id }), at: isWhole ? ranks[0]..<ranks[0] + ranks.count : nil, of: shared)
  }
}
