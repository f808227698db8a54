import OrielDocument

/// A table, as one evaluation of the `body` has described it.
package protocol TableContent: AnyObject {
  /// The ids of its columns: a page with others needs all rows again.
  var columnIDs: [String] { get }
  /// Whether cells or the styles of rows may read more than their rows.
  var hasViews: Bool { get }
  /// Equal if the rows are those of the same filters in the order of the same sorts.
  var orderKey: AnyHashable { get }
  /// The rows as they are now, and which of them are selected.
  func current() -> any TableSnapshot
  /// Begins to notice changes of the rows that a page sees; `nil` if the `body` does.
  ///
  /// - Parameter former: The watch of the same page over the former content.
  func beginWatching(after former: (any TableWatch)?, onChange: @escaping () -> Void) -> (any TableWatch)?
  /// Values inside the rows have changed.
  func rowsHaveChanged()
  /// The menu of a row, or of the selection around it; `nil` if there is none.
  func menu(of row: String) -> [JSONValue]?
  /// The texts of a row, or of the selection around it, below the titles.
  func copied(_ row: String) -> JSONValue
}

/// The rows of a table as they are now.
package protocol TableSnapshot {
  var count: Int { get }
  func id(at rank: Int) -> String
  func rank(of id: String) -> Int?
  func isSelected(at rank: Int) -> Bool
  /// The row with its cells.
  ///
  /// - Parameter old: The row as the page shows it.
  func row(at rank: Int, after old: ShownRow?) -> ShownRow
  func watch(_ ranks: [Int], _ watch: (any TableWatch)?)
}

/// A row that a page has.
package struct ShownRow {
  let cells: JSONValue
  let tone: String?
  /// The row that it was made of.
  let row: Any
  /// About how many bytes it has on the wire.
  let size: Int

  init(cells: [JSONValue], tone: String?, row: Any) {
    (self.cells, self.tone, self.row) = (.array(cells), tone, row)
    size = cells.reduce(64) { $0 + Self.size(of: $1) }
  }

  private static func size(of value: JSONValue) -> Int {
    switch value {
    case .string(let text): text.utf8.count + 3
    case .array(let elements): elements.reduce(2) { $0 + size(of: $1) }
    case .object(let members): members.reduce(2) { $0 + $1.key.utf8.count + 4 + size(of: $1.value) }
    default: 8
    }
  }

  func json(isSelected: Bool, isGone: Bool) -> JSONValue {
    var json: JSONObject = ["cells": cells]
    if let tone { json.append("tone", .string(tone)) }
    if isSelected { json.append("selected", true) }
    if isGone { json.append("gone", true) }
    return .object(json)
  }
}

/// A rendered table of a model.
package struct RenderedTable {
  /// The id of its element.
  package let id: String
  package let content: any TableContent
}

/// The limits of a table: see the article *Limits*.
package enum TableLimits {
  package static let columns = 64
  package static let tablesOfWindow = 8
  package static let elementsOfCell = 8
  /// Scalars of a cell's text on the page.
  package static let cellText = 256
  package static let selectedRows = 10_000
  /// Rows of one request.
  package static let requestedRows = 200
  /// Rows that are sent before a page asks.
  package static let firstRows = 40
  package static let sliceBytes = 64 << 10
  /// Rows that are copied at once, and the bytes of their texts.
  static let copiedRows = 1000
  static let copiedBytes = 1 << 20
  /// Milliseconds for which a page may hold the order.
  static let longestHold: Int64 = 600_000
}

/// A table with the type of its rows.
final class TypedTable<Row: Identifiable>: TableContent {
  private let table: Table<Row>
  private let columns: [TableColumn<Row>]
  private let sorts: [TableSort]
  private weak var model: (any NavigationModel)?
  private var listed: (any TableRows<Row>)?
  private var hasReported = false
  let hasViews: Bool

  init(_ table: Table<Row>, of model: (any NavigationModel)?) {
    (self.table, self.model) = (table, model)
    columns = Self.named(table.columns.prefix(TableLimits.columns))
    hasViews = table.rowStyle != nil || Row.self is AnyObject.Type || columns.contains { $0.content != nil }
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

  var orderKey: AnyHashable { table.key(rowSorts) }

  private var rowSorts: [RowSort<Row>] { sorts.compactMap { sort in column(sort.column)?.sort?(sort.order) } }

  private func column(_ id: String) -> TableColumn<Row>? { columns.first { $0.id.hasSameScalars(as: id) } }

  private var rows: any TableRows<Row> {
    if let listed { return listed }
    let rows = table.rows(rowSorts)
    if rows is ListedRows<Row> { listed = rows }
    return rows
  }

  func current() -> any TableSnapshot { Snapshot(table: self, rows: rows, selected: table.selection.ids) }

  func beginWatching(after former: (any TableWatch)?, onChange: @escaping () -> Void) -> (any TableWatch)? {
    table.watch(former, onChange)
  }

  func rowsHaveChanged() { listed = nil }

  private struct Snapshot: TableSnapshot {
    let table: TypedTable
    let rows: any TableRows<Row>
    let selected: Set<Row.ID>

    var count: Int { rows.count }
    func id(at rank: Int) -> String { TableRowID.text(rows[rank].id) }
    func rank(of id: String) -> Int? { rows.rank(of: id) }
    func isSelected(at rank: Int) -> Bool { !selected.isEmpty && selected.contains(rows[rank].id) }
    func row(at rank: Int, after old: ShownRow?) -> ShownRow { table.shown(rows[rank], after: old) }
    func watch(_ ranks: [Int], _ watch: (any TableWatch)?) { rows.watch(ranks, watch) }
  }

  // MARK: The element

  func write(into element: inout OpenElement) {
    element.set("columns", columns.map { JSONValue.object(described($0)) })
    if !sorts.isEmpty {
      element.set("sort", sorts.map { ["column": .string($0.column), "order": .string($0.order.word)] })
    }
    switch table.selection {
    case .none: break
    case .one: element.set("selection", "one")
    case .many: element.set("selection", "many")
    }
    if table.menu != nil { element.set("menu", true) }
    addEvents(to: &element)
  }

  private func described(_ column: TableColumn<Row>) -> JSONObject {
    var members: JSONObject = ["id": .string(column.id), "title": .string(column.title)]
    for (name, width) in [("width", column.widths.ideal), ("min", column.widths.min), ("max", column.widths.max)] {
      if let width, width.isFinite { members.append(name, .number(min(max(width, 0), 10_000))) }
    }
    switch column.textAlignment {
    case .automatic, .leading: break
    case .center: members.append("align", "center")
    case .trailing, .numeric: members.append("align", "trailing")
    }
    if column.priority > 0 { members.append("priority", .integer(column.priority)) }
    if column.isPinned { members.append("pinned", true) }
    if column.sort != nil, table.sortOrder != nil { members.append("sorts", true) }
    if column.edit != nil { members.append("edits", true) }
    if column.flashes { members.append("flashes", true) }
    if let footer = column.footer { members.append("footer", .string(footer)) }
    return members
  }

  private func addEvents(to element: inout OpenElement) {
    element.on("sort", .sync { [self] value in try sort(value) })
    element.on("select", .sync { [self] value in try select(value) })
    element.on("open", .sync { [self] value in try open(value) })
    element.on("edit", .sync { [self] value in try edit(value) })
    element.on("cell", .nested { [self] value throws(EventRefusal) in try handler(of: value) })
    if table.primaryAction != nil { element.set("opens", true) }
  }

  // MARK: Events

  /// The row that an event names.
  private func row(_ value: EventValue, _ member: String = "id") throws(EventRefusal) -> Row {
    guard let id = value.json?[member]?.stringValue else { throw .invalid("Expected a row") }
    let rows = rows
    guard let rank = rows.rank(of: id) else { throw .stale }
    return rows[rank]
  }

  private func sort(_ value: EventValue) throws {
    guard let id = value.json?["column"]?.stringValue, let column = column(id), column.sort != nil,
      let binding = table.sortOrder
    else { throw EventRefusal.invalid("The table can't be sorted by this") }
    var new = value.json?["add"]?.boolValue == true ? sorts : sorts.filter { $0.column.hasSameScalars(as: id) }
    if let place = new.firstIndex(where: { $0.column.hasSameScalars(as: id) }) {
      new[place].order = new[place].order == .forward ? .reverse : .forward
    } else {
      new.append(TableSort(column.id))
    }
    try binding.change(to: new)
  }

  private func select(_ value: EventValue) throws {
    guard let json = value.json, json.objectValue != nil else { throw EventRefusal.invalid("Expected rows") }
    switch table.selection {
    case .none: throw EventRefusal.invalid("The table has no selection")
    case .one(let selection):
      let former = selection.wrappedValue
      if json["none"] != nil { return try change(selection, to: nil) }
      let isToggle = json["toggle"] != nil
      guard isToggle || json["only"] != nil else { throw EventRefusal.invalid("One row can be selected") }
      // One that has gone meanwhile is not selected.
      guard let id = try present(json[isToggle ? "toggle" : "only"]) else { return }
      try change(selection, to: isToggle && former == id ? nil : id)
    case .many(let selection): try selection.change(to: try selected(by: json, after: selection.wrappedValue))
    }
  }

  private func change(_ selection: Binding<Row.ID?>, to id: Row.ID?) throws { try selection.change(to: id) }

  /// The id of a row that is there; `nil` if it has gone.
  private func present(_ text: JSONValue?) throws(EventRefusal) -> Row.ID? {
    guard let text = text?.stringValue else { throw .invalid("Expected a row") }
    let rows = rows
    return rows.rank(of: text).map { rows[$0].id }
  }

  private func selected(by json: JSONValue, after former: Set<Row.ID>) throws -> Set<Row.ID> {
    if json["none"] != nil { return [] }
    if json["all"] != nil { return try ids(in: 0..<rows.count) }
    if json["only"] != nil { return try present(json["only"]).map { [$0] } ?? former }
    if json["toggle"] != nil {
      guard let id = try present(json["toggle"]) else { return former }
      let new = former.symmetricDifference([id])
      guard new.count <= TableLimits.selectedRows else { throw tooMany }
      return new
    }
    guard let from = json["from"]?.stringValue, let to = json["to"]?.stringValue else {
      throw EventRefusal.invalid("Expected rows")
    }
    let ends = [rows.rank(of: from), rows.rank(of: to)].compactMap(\.self)
    guard let first = ends.min(), let last = ends.max() else { return former }
    return try ids(in: first..<last + 1)
  }

  private func ids(in ranks: Range<Int>) throws -> Set<Row.ID> {
    guard ranks.count <= TableLimits.selectedRows else { throw tooMany }
    let rows = rows
    return Set(ranks.map { rows[$0].id })
  }

  private var tooMany: EventRefusal {
    .notExecutable("No more than 10,000 rows can be selected. Filter them first")
  }

  private func open(_ value: EventValue) throws {
    guard let action = table.primaryAction else { throw EventRefusal.invalid("The rows can't be opened") }
    try action(meant(by: row(value).id))
  }

  /// The selection, if the row is in it; else the row alone.
  private func meant(by id: Row.ID) -> Set<Row.ID> {
    let selected = table.selection.ids
    return selected.contains(id) ? selected : [id]
  }

  private func edit(_ value: EventValue) throws {
    guard let id = value.json?["column"]?.stringValue, let column = column(id), let action = column.edit,
      let text = value.json?["text"]?.stringValue, let was = value.json?["was"]?.stringValue
    else { throw EventRefusal.invalid("This can't be edited") }
    guard text.utf8.count <= 16_384 else { throw EventRefusal.invalid("This text is too long") }
    let row = try row(value)
    let now = self.text(of: cell(column, row))
    guard now.hasSameScalars(as: was) else {
      let environment = model?._node.environment
      throw EventRefusal.invalid(environment?.ownText("Meanwhile this has become “\(now)”") ?? now)
    }
    try action(TableEdit(row: row, text: text))
  }

  /// The handler of an element in a cell, or in the menu, which is rendered for it.
  private func handler(of value: EventValue) throws(EventRefusal) -> (ElementHandler, JSONValue?) {
    guard let element = value.json?["element"]?.stringValue, let name = value.json?["name"]?.stringValue else {
      throw .invalid("Expected an element")
    }
    let row = try row(value)
    let content: ViewList?
    if let id = value.json?["column"]?.stringValue {
      content = column(id)?.content?(row)
    } else {
      content = table.menu?(meant(by: row.id))
    }
    guard let content else { throw .stale }
    let interaction = ElementRenderer.render(content, of: model).interactions.first {
      $0.id.hasSameScalars(as: element)
    }
    guard let interaction else { throw .stale }
    guard let handler = interaction.handler(for: name) else { throw .invalid("\(element) takes no \(name)") }
    guard !interaction.isDisabled else { throw .notExecutable("This can't be used now") }
    return (handler, value.json?["value"])
  }

  func menu(of row: String) -> [JSONValue]? {
    let rows = rows
    guard let menu = table.menu, let rank = rows.rank(of: row) else { return nil }
    return limited(ElementRenderer.render(menu(meant(by: rows[rank].id)), of: model).body, "The menu", to: 64)
  }

  func copied(_ row: String) -> JSONValue {
    let rows = rows
    guard let rank = rows.rank(of: row) else { return ["rows": [], "count": 0] }
    let meant = meant(by: rows[rank].id)
    let ranks = meant.count == 1 ? [rank] : meant.compactMap { rows.rank(of: TableRowID.text($0)) }.sorted()
    var (lines, bytes): ([JSONValue], Int) = ([.array(columns.map { .string($0.title) })], 0)
    for rank in ranks.prefix(TableLimits.copiedRows) {
      let texts = columns.map { text(of: cell($0, rows[rank])) }
      bytes += texts.reduce(0) { $0 + $1.utf8.count + 3 }
      guard bytes <= TableLimits.copiedBytes else { break }
      lines.append(.array(texts.map { .string($0) }))
    }
    return ["rows": .array(lines), "count": .integer(ranks.count)]
  }

  // MARK: Rows

  private func shown(_ row: Row, after old: ShownRow?) -> ShownRow {
    let former = old.flatMap { old in (old.row as? Row).map { ($0, old.cells.arrayValue ?? []) } }
    var cells: [JSONValue] = []
    cells.reserveCapacity(columns.count)
    for (place, column) in columns.enumerated() {
      let cell = cell(column, row)
      guard column.flashes, let former, former.1.indices.contains(place) else {
        cells.append(cell)
        continue
      }
      cells.append(flashing(cell, former.1[place], column.sort.map { $0(.forward).compare(former.0, row) }))
    }
    return ShownRow(cells: cells, tone: table.rowStyle?(row)?.style.text, row: row)
  }

  /// The cell with the direction in which its text has changed.
  private func flashing(_ new: JSONValue, _ old: JSONValue, _ order: Int?) -> JSONValue {
    let (was, now) = (text(of: old), text(of: new))
    guard let order, new["children"] == nil else { return new }
    var members: JSONObject = ["text": .string(now)]
    if let style = new["style"] { members.append("style", style) }
    if was.hasSameScalars(as: now) {
      guard let trend = old["trend"] else { return new }
      members.append("trend", trend)
    } else {
      if order == 0 {
        if let trend = old["trend"] { members.append("trend", trend) }
      } else {
        members.append("trend", order < 0 ? "up" : "down")
      }
    }
    return .object(members)
  }

  private func text(of cell: JSONValue) -> String {
    cell.stringValue ?? cell["text"]?.stringValue
      ?? (cell["children"]?.arrayValue ?? []).flatMap(\.elementTexts).joined(separator: " ")
  }

  /// A text, a text with a style, or elements.
  private func cell(_ column: TableColumn<Row>, _ row: Row) -> JSONValue {
    // An edit begins with the whole text.
    let isWhole = column.edit != nil
    if let text = column.text { return .string(isWhole ? text(row) : Self.shortened(text(row))) }
    guard let content = column.content else { return "" }
    let body = ElementRenderer.render(content(row), of: model)
    guard let only = body.body.first else { return "" }
    if body.body.count == 1, let text = Self.plain(only, isWhole) { return text }
    let cell = "A cell of the column “\(column.title)”"
    return ["children": .array(limited(body.body, cell, to: TableLimits.elementsOfCell))]
  }

  /// A text element that needs no element of its own.
  private static func plain(_ element: JSONValue, _ isWhole: Bool) -> JSONValue? {
    guard let members = element.objectValue, members["type"] == "text", let text = members["text"]?.stringValue,
      members.count == (members["style"] == nil ? 2 : 3)
    else { return nil }
    let shown = isWhole ? text : shortened(text)
    guard let style = members["style"] else { return .string(shown) }
    return ["text": .string(shown), "style": style]
  }

  private static func shortened(_ text: String) -> String {
    let limit = TableLimits.cellText
    if text.utf8.count <= limit || text.unicodeScalars.count <= limit { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.prefix(limit - 1))) + "…"
  }

  /// The elements, unless they are too many or have fields, in which nothing can be typed here.
  private func limited(_ elements: [JSONValue], _ place: @autoclosure () -> String, to limit: Int) -> [JSONValue] {
    let types = elements.flatMap(\.elementTypes)
    let hasField = !fieldTypes.isDisjoint(with: types)
    guard types.count > limit || hasField else { return elements }
    if !hasReported {
      hasReported = true
      let why = hasField ? "a field; use onEdit" : "more than \(limit) elements"
      TurnContext.reportMisuse("\(place()) has \(why): it shows nothing")
    }
    return []
  }
}

private let fieldTypes: Set = ["textField", "textArea", "secureField", "comboBox", "fileField"]

extension JSONValue {
  /// The texts of an element and of those inside it.
  fileprivate var elementTexts: [String] {
    let runs = self["text"]?.arrayValue ?? []
    let own = self["text"]?.stringValue ?? runs.compactMap { $0.stringValue ?? $0["text"]?.stringValue }.joined()
    return (own.isEmpty ? [] : [own]) + (self["children"]?.arrayValue ?? []).flatMap(\.elementTexts)
  }

  /// The types of an element and of those inside it.
  fileprivate var elementTypes: [String] {
    [self["type"]?.stringValue ?? ""] + (self["children"]?.arrayValue ?? []).flatMap(\.elementTypes)
  }
}

extension ElementRenderer {
  /// Writes a table, whose rows each page asks for.
  mutating func render<Row>(_ table: TypedTable<Row>) {
    var element = open("table", members: 7, takesEvents: true)
    table.write(into: &element)
    if let id = element.id { tables.append(RenderedTable(id: id, content: table)) }
    close(element)
  }
}
