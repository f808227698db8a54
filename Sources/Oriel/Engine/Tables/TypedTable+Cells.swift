import OrielDocument

// The cells of rows, and their texts.

extension TypedTable {
  func shown(_ row: Any, after old: ShownRow?) -> ShownRow { shown(row as! Row, after: old) }

  func shown(_ row: Row, after old: ShownRow?) -> ShownRow {
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

  func texts(of row: Row) -> some Sequence<String> { columns.lazy.map { self.text(of: self.cell($0, row)) } }

  func text(of cell: JSONValue) -> String {
    cell.stringValue ?? cell["text"]?.stringValue
      ?? (cell["children"]?.arrayValue ?? []).flatMap(\.elementTexts).joined(separator: " ")
  }

  /// A text, a text with a style, or elements.
  func cell(_ column: TableColumn<Row>, _ row: Row, isWhole: Bool = false) -> JSONValue {
    // An edit begins with the whole text.
    let isWhole = isWhole || column.edit != nil
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

  /// The elements, unless they are too many, too long or have fields, in which nothing can be typed here.
  ///
  /// - Parameter bytes: Those of a cell are counted with its row.
  func limited(
    _ elements: [JSONValue], _ place: @autoclosure () -> String, to limit: Int, bytes: Int? = nil
  ) -> [JSONValue] {
    let types = elements.flatMap(\.elementTypes)
    let hasField = !fieldTypes.isDisjoint(with: types)
    let isLong = bytes.map { ShownRow.size(of: .array(elements)) > $0 } ?? false
    guard types.count > limit || hasField || isLong else { return elements }
    if !hasReported {
      hasReported = true
      let why = hasField ? "a field; use onEdit" : isLong ? "more than 64 KiB" : "more than \(limit) elements"
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
