import OrielDocument

// The element of a table in the window's document.

extension TypedTable {
  func write(into element: inout OpenElement) {
    let visible = Set(columnIDs)
    element.set("columns", allColumns.map { .object(described($0, isHidden: !visible.contains($0.id))) })
    if let customization = table.columnCustomization?.wrappedValue {
      element.members.append("customization", .object(described(customization)))
    }
    if !sorts.isEmpty {
      element.set("sort", sorts.map { ["column": .string($0.column), "order": .string($0.order.word)] })
    }
    switch table.selection {
    case .none: break
    case .one: element.set("selection", "one")
    case .many, .all: element.set("selection", "many")
    }
    if let listed = table.data as? ListedData<Row>, listed.rows.count > TableLimits.listedRows {
      TurnContext.reportMisuse(
        "A table has an array of \(listed.rows.count) elements, which is compared at each evaluation: keep them in Rows"
      )
    }
    if table.menu != nil { element.set("menu", true) }
    if table.detail != nil { element.set("details", true) }
    if let position = table.position { element.set("position", TableRowID.text(position)) }
    if let name = table.fileName { element.set("downloads", TableFileFormat(ofFile: name).rawValue) }
    addEvents(to: &element)
  }

  var emptyContent: ViewList? { table.emptyContent }

  private func described(_ column: TableColumn<Row>, isHidden: Bool) -> JSONObject {
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
    if isHidden { members.append("hidden", true) }
    return members
  }

  /// The choices for the columns that the table has.
  private func described(_ customization: TableColumnCustomization<Row>) -> JSONObject {
    var members = JSONObject()
    let named = Set(customization.order)
    let order = allColumns.filter { named.contains($0.id) }.map { JSONValue.string($0.id) }
    if !order.isEmpty { members.append("order", .array(order)) }
    var widths = JSONObject()
    for column in allColumns {
      if let width = customization[width: column.id] { widths.append(column.id, .number(limited(width, for: column))) }
    }
    if !widths.isEmpty { members.append("widths", .object(widths)) }
    let hidden = allColumns.filter { customization[visibility: $0.id] == .hidden }.map { JSONValue.string($0.id) }
    if !hidden.isEmpty { members.append("hidden", .array(hidden)) }
    return members
  }
}

extension ElementRenderer {
  /// Writes a table, whose rows each page asks for.
  mutating func render<Row>(_ table: TypedTable<Row>) {
    var element = open("table", members: 8, takesEvents: true)
    table.write(into: &element)
    if let id = element.id { tables.append(RenderedTable(id: id, content: table)) }
    if let content = table.emptyContent { close(element, children: content) } else { close(element) }
  }
}
