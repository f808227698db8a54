import OrielDocument

// What users do with rows.

extension TypedTable {
  func addEvents(to element: inout OpenElement) {
    element.on("sort", .sync { [self] value in try sort(value) })
    element.on("select", .sync { [self] value in try select(value) })
    element.on("open", .sync { [self] value in try open(value) })
    element.on("edit", .sync { [self] value in try edit(value) })
    if table.columnCustomization != nil { element.on("columns", .sync { [self] value in try customize(value) }) }
    element.on("cell", .nested { [self] value throws(EventRefusal) in try handler(of: value) })
    if let name = table.fileName { element.on("download", .exclusive { _ in try await self.download(as: name) }) }
    if table.primaryAction != nil { element.set("opens", true) }
  }

  /// The row that an event names.
  private func row(_ value: EventValue, _ member: String = "id") throws(EventRefusal) -> Row {
    guard let id = value.json?[member]?.stringValue else { throw .invalid("Expected a row") }
    let rows = rows(with: id)
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

  /// The value is the whole of what its user has chosen.
  private func customize(_ value: EventValue) throws {
    guard let binding = table.columnCustomization, let json = value.json, let members = json.objectValue else {
      throw EventRefusal.invalid("Expected columns")
    }
    guard !members.isEmpty else { return try binding.change(to: TableColumnCustomization()) }
    var new = TableColumnCustomization<Row>()
    for column in try named(by: json["order"]) where !new.order.contains(column.id) { new.order.append(column.id) }
    for column in try named(by: json["hidden"]) { new[visibility: column.id] = .hidden }
    guard allColumns.contains(where: { new[visibility: $0.id] != .hidden }) else {
      throw EventRefusal.invalid("A column has to be visible")
    }
    guard let widths = (json["widths"] ?? [:]).objectValue, widths.count <= TableLimits.columns else {
      throw EventRefusal.invalid("Expected widths")
    }
    for (id, width) in widths {
      guard let width = width.numberValue, width.isFinite else { throw EventRefusal.invalid("Expected widths") }
      if let column = column(id, of: allColumns) { new[width: column.id] = limited(width, for: column) }
    }
    new.keep(binding.wrappedValue, besides: allColumns)
    try binding.change(to: new)
  }

  func limited(_ width: Double, for column: TableColumn<Row>) -> Double {
    let limits = TableLimits.columnWidth
    return max(column.widths.min ?? limits.lowerBound, min(width.rounded(), column.widths.max ?? limits.upperBound))
  }

  /// The columns that a list of ids names. Those that have gone meanwhile are ignored.
  private func named(by ids: JSONValue?) throws(EventRefusal) -> [TableColumn<Row>] {
    guard let ids = (ids ?? []).arrayValue, ids.count <= TableLimits.columns else { throw .invalid("Expected columns") }
    var columns: [TableColumn<Row>] = []
    for id in ids {
      guard let id = id.stringValue else { throw .invalid("Expected columns") }
      if let column = column(id, of: allColumns) { columns.append(column) }
    }
    return columns
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
    case .many(let selection):
      try selection.change(to: try selected(by: json, after: .ids(selection.wrappedValue)).listed)
    case .all(let selection):
      let isAll = json["all"] != nil && json["none"] == nil
      try selection.change(to: isAll ? .all(except: []) : try selected(by: json, after: selection.wrappedValue))
    }
  }

  private func change(_ selection: Binding<Row.ID?>, to id: Row.ID?) throws { try selection.change(to: id) }

  /// The id of a row that is there; `nil` if it has gone.
  private func present(_ text: JSONValue?) throws(EventRefusal) -> Row.ID? {
    guard let text = text?.stringValue else { throw .invalid("Expected a row") }
    let rows = rows(with: text)
    return rows.rank(of: text).map { rows[$0].id }
  }

  private func selected(by json: JSONValue, after former: TableSelection<Row.ID>) throws -> TableSelection<Row.ID> {
    if json["none"] != nil { return .ids([]) }
    if json["all"] != nil { return .ids(try allIDs()) }
    if json["only"] != nil { return try present(json["only"]).map { .ids([$0]) } ?? former }
    if json["toggle"] != nil {
      guard let id = try present(json["toggle"]) else { return former }
      guard let new = former.toggling(id) else { throw tooMany }
      return new
    }
    guard let from = json["from"]?.stringValue, let to = json["to"]?.stringValue else {
      throw EventRefusal.invalid("Expected rows")
    }
    guard hasRows else { throw notAllHere }
    let rows = rows(with: to)
    let ends = [rows.rank(of: from), rows.rank(of: to)].compactMap(\.self)
    guard let first = ends.min(), let last = ends.max() else { return former }
    return .ids(try ids(in: first..<last + 1, of: rows))
  }

  private func allIDs() throws(EventRefusal) -> Set<Row.ID> {
    guard let rows else { throw notAllHere }
    return try ids(in: 0..<rows.count, of: rows)
  }

  private func ids(in ranks: Range<Int>, of rows: any TableRows<Row>) throws(EventRefusal) -> Set<Row.ID> {
    guard ranks.count <= TableLimits.selectedRows else { throw tooMany }
    return Set(ranks.map { rows[$0].id })
  }

  private var notAllHere: EventRefusal { .notExecutable("These rows can't be selected together now") }

  private var tooMany: EventRefusal {
    .notExecutable("No more than 10,000 rows can be selected. Filter them first")
  }

  private func open(_ value: EventValue) throws {
    guard let action = table.primaryAction else { throw EventRefusal.invalid("The rows can't be opened") }
    try action(try meant(by: row(value).id))
  }

  /// The selection, if the row is in it; else the row alone.
  private func meant(by id: Row.ID) throws(EventRefusal) -> TableSelection<Row.ID> {
    let selected = table.selection.value
    guard selected.contains(id) else { return .ids([id]) }
    // The author's menu and action are for sets.
    guard table.actsOnIDs, case .all(let except) = selected else { return selected }
    return .ids(try allIDs().subtracting(except))
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

  /// The handler of an element in a cell, in the detail or in the menu, which is rendered for it.
  private func handler(of value: EventValue) throws(EventRefusal) -> (ElementHandler, JSONValue?) {
    guard let element = value.json?["element"]?.stringValue, let name = value.json?["name"]?.stringValue else {
      throw .invalid("Expected an element")
    }
    let row = try row(value)
    let content: ViewList?
    if let id = value.json?["column"]?.stringValue {
      content = column(id)?.content?(row)
    } else if value.json?["detail"] == true {
      content = table.detail?(row)
    } else {
      content = table.menu?(try meant(by: row.id))
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
    let rows = rows(with: row)
    guard let menu = table.menu, let rank = rows.rank(of: row), let meant = try? meant(by: rows[rank].id) else {
      return nil
    }
    return limited(
      ElementRenderer.render(menu(meant), of: model).body, "The menu", to: TableLimits.elementsOfDetail,
      bytes: TableLimits.sliceBytes)
  }

  func detail(of row: String) -> [JSONValue]? {
    let rows = rows(with: row)
    guard let detail = table.detail, let rank = rows.rank(of: row) else { return nil }
    let rendered = ElementRenderer.render(detail(rows[rank]), of: model)
    return limited(
      rendered.body, "The detail of a row", to: TableLimits.elementsOfDetail, bytes: TableLimits.sliceBytes)
  }

  func copy(_ row: String, then: @escaping (JSONValue) -> Void) {
    let here = rows(with: row)
    guard let rank = here.rank(of: row) else { return then(texts(of: [], count: 0)) }
    let selected = table.selection.value
    guard selected.contains(here[rank].id), selected != .ids([here[rank].id]) else {
      return then(texts(of: [here[rank]], count: 1))
    }
    switch selected {
    case .all(let except):
      let rows = rows ?? here
      let count = rows.count - except.count { rows.rank(of: TableRowID.text($0)) != nil }
      then(texts(of: rows.ranks.lazy.map { rows[$0] }.filter { !except.contains($0.id) }, count: count))
    case .ids(let ids):
      guard let rows else { return load(ids, with: row, then) }
      let ranks = ids.compactMap { rows.rank(of: TableRowID.text($0)) }.sorted()
      then(texts(of: ranks.lazy.map { rows[$0] }, count: ranks.count))
    }
  }

  /// Those of a source that are here come first, in their order.
  private func load(_ ids: Set<Row.ID>, with row: String, _ then: @escaping (JSONValue) -> Void) {
    let watch = watch(of: row)
    let here =
      watch?.loaded.rows.filter { ids.contains($0.id) } ?? ids.compactMap { table.data.tableRow(TableRowID.text($0)) }
    let missing = ids.subtracting(here.map(\.id))
    guard !missing.isEmpty, let watch else { return then(texts(of: here, count: ids.count)) }
    watch.load(missing) { [weak self] rows in
      if let self { then(texts(of: here + rows, count: ids.count)) }
    }
  }

  private func download(as name: String) async throws {
    guard let model else { return }
    guard hasRows else { throw EventRefusal.notExecutable("These rows are being sorted. Try again in a moment") }
    try await TableDownload(
      name: name, titles: columns.map(\.title), rows: rows, data: table.data, order: order,
      texts: { row in self.columns.map { self.text(of: self.cell($0, row, isWhole: true)) } }, model: model
    ).run()
  }

  private func texts(of rows: some Sequence<Row>, count: Int) -> JSONValue {
    var (lines, bytes): ([JSONValue], Int) = ([.array(columns.map { .string($0.title) })], 0)
    for row in rows.prefix(TableLimits.copiedRows) {
      let texts = Array(texts(of: row))
      bytes += texts.reduce(0) { $0 + $1.utf8.count + 3 }
      guard bytes <= TableLimits.copiedBytes else { break }
      lines.append(.array(texts.map { .string($0) }))
    }
    return ["rows": .array(count == 0 ? [] : lines), "count": .integer(count)]
  }
}
