import Oriel
import OrielDocument
import OrielMessages

/// A table that a window shows, with the rows that its page sees; see ``TestWindow/table(_:in:)``.
///
/// ```swift
/// let orders = try window.table("Orders")
/// #expect(orders.rows == [["VOD.L", "101.25"], ["AAPL", "12.50"]])
/// try orders.sort("Price")
/// try orders.select(7)
/// try orders.tap("Cancel", in: 7)
/// ```
/// Rows are named by their ids. Its properties are always those of the page now.
public struct TestTable {
  private let window: TestWindow
  private let model: String
  private let id: String

  fileprivate init(_ window: TestWindow, _ found: PageView.Found) {
    (self.window, model, id) = (window, found.model, found.id)
  }

  // MARK: What it shows

  private var slice: JSONValue { window.page.slices[TestPage.sliceName(model, id)]?.document ?? [:] }

  private var element: JSONValue {
    window.view.elements(of: model).first { $0.id == id }?.element ?? [:]
  }

  /// The number of rows, of which the page has some.
  public var count: Int { slice["total"]?.integerValue ?? 0 }
  /// The place of the first row that the page has.
  public var first: Int { slice["from"]?.integerValue ?? 0 }
  /// The ids of the rows that the page has.
  public var ids: [String] { (slice["ids"]?.arrayValue ?? []).compactMap(\.stringValue) }
  /// The texts of the cells of the rows that the page has.
  public var rows: [[String]] { ids.map { texts(of: $0) } }
  /// The titles of the columns that are visible, in their order.
  public var columns: [String] { visibleColumns.compactMap { $0["title"]?.stringValue } }
  /// The ids of the selected rows among those that the page has.
  public var selected: [String] { ids.filter { row($0)["selected"] == true } }
  /// The id of the row to which pages scroll; `nil` for none.
  public var position: String? { element["position"]?.stringValue }
  /// Whether the rows are still being read from the table's source.
  public var isLoading: Bool { slice["loading"] == true }
  /// Why the rows could not be read, empty without a text for the user; `nil` if they could.
  public var problem: String? { slice["problem"]?.stringValue }
  /// Whether there may be more rows than ``count``.
  public var isCountAtLeast: Bool { slice["atLeast"] == true }
  /// How many changes of the order wait while it is held.
  public var waiting: Int { slice["waiting"]?.integerValue ?? 0 }
  /// The ids of the rows that have gone while the order is held.
  public var gone: [String] { ids.filter { row($0)["gone"] == true } }
  /// The sort, each column with a `-` before it if it is reversed.
  public var sort: [String] {
    (element["sort"]?.arrayValue ?? []).map {
      ($0["order"] == "reverse" ? "-" : "") + ($0["column"]?.stringValue ?? "")
    }
  }

  private func row(_ id: String) -> JSONValue { slice["rows"]?[id] ?? [:] }
  private func cells(of row: String) -> [JSONValue] { self.row(row)["cells"]?.arrayValue ?? [] }

  private func texts(of row: String) -> [String] {
    cells(of: row).map { cell in
      cell.stringValue ?? cell["text"]?.words
        ?? (cell["children"]?.arrayValue ?? []).flatMap(\.writtenText).joined(separator: " ")
    }
  }

  /// The text of a cell of a row that the page has; `nil` if it doesn't have it.
  ///
  /// - Parameters:
  ///   - row: The id of the row.
  ///   - column: The column's title, or its `customizationID`.
  public subscript(_ row: some CustomStringConvertible, _ column: String) -> String? {
    guard let place = place(of: column), ids.contains(row.description) else { return nil }
    return texts(of: row.description)[place]
  }

  private var allColumns: [JSONValue] { element["columns"]?.arrayValue ?? [] }
  private var visibleColumns: [JSONValue] { allColumns.filter { $0["hidden"] != true } }
  private var columnIDs: [String] { visibleColumns.compactMap { $0["id"]?.stringValue } }

  private func place(of column: String) -> Int? { columnIDs.firstIndex(of: column) ?? columns.firstIndex(of: column) }

  /// The id of a column, also of a hidden one; the name itself if there is none.
  private func id(of column: String) -> String {
    let named =
      allColumns.first { $0["id"]?.stringValue == column } ?? allColumns.first { $0["title"]?.stringValue == column }
    return named?["id"]?.stringValue ?? column
  }

  // MARK: Looking

  /// Scrolls the page, so that it has these rows.
  public func look(at range: Range<Int>) throws {
    try ask { request in
      (request.from, request.count) = (range.lowerBound, range.count)
      if let id = ids.first { request.anchor = RowsRequest.Anchor(id: id, index: first) }
    }
  }

  /// Scrolls the page to a row.
  public func scroll(to row: some CustomStringConvertible) throws { try ask { $0.to = row.description } }

  /// Holds the order, as a pointer or the focus in the rows does.
  public func hold() throws { try ask { $0.hold = true } }

  /// Shows the order of now.
  public func release() throws { try ask { $0.hold = false } }

  /// Opens the menu of a row.
  ///
  /// - Returns: The texts of its items.
  @discardableResult
  public func menu(of row: some CustomStringConvertible) throws -> [String] {
    try ask { $0.menu = row.description }
    return (slice["menu"]?["children"]?.arrayValue ?? []).flatMap(\.writtenText)
  }

  /// Opens the detail of a row, in a table with `rowDetail`.
  ///
  /// - Returns: The texts of its elements.
  @discardableResult
  public func detail(of row: some CustomStringConvertible) throws -> [String] {
    try ask { $0.detail = row.description }
    return detail
  }

  /// The texts of the detail that is open.
  public var detail: [String] { (slice["detail"]?["children"]?.arrayValue ?? []).flatMap(\.writtenText) }

  /// Copies a row, or the selection if the row is in it, as the key for copying does.
  ///
  /// - Returns: ``copied``.
  @discardableResult
  public func copy(_ row: some CustomStringConvertible) throws -> String {
    try ask { $0.copy = row.description }
    return copied
  }

  /// Has the page save the rows in a file, in a table with `downloads`, and waits until it is made.
  ///
  /// ```swift
  /// #expect(try await orders.download() == "Symbol,Price\r\nAAPL,12.50\r\n")
  /// ```
  ///
  /// - Returns: The text of the file, without a byte order mark.
  /// - Throws: ``TestError/fileRefused(_:)`` with what the user is told, if the file can't be made.
  public func download() async throws -> String {
    let before = window.triggers.count
    try window.accept(event("download"))
    try await window.server.settled { window.triggers.dropFirst(before).contains(where: \.endsDownload) }
    let ending = window.triggers.dropFirst(before).first(where: \.endsDownload)!
    guard ending.kind == "download" else { throw TestError.fileRefused(ending.payload["body"]?.stringValue ?? "") }
    let contents = try await window.followDownload().contents
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    return String(decoding: contents.dropFirst(contents.starts(with: mark) ? mark.count : 0), as: UTF8.self)
  }

  /// Asks the source again for rows that could not be read.
  public func tryAgain() throws { try ask { $0.fresh = true } }

  /// The texts of the rows that were copied last, in lines with tabs, below the titles. Rows that the page of a source does not
  /// have are there when the source has answered.
  public var copied: String {
    (window.page.copied?["rows"]?.arrayValue ?? []).map { line in
      (line.arrayValue ?? []).compactMap(\.stringValue).joined(separator: "\t")
    }.joined(separator: "\n")
  }

  /// Searches for a text in the rows, also in those that the page doesn't have, as the key for finding does. The page stays where it is.
  ///
  /// - Parameters:
  ///   - text: A part of a cell's text. Upper and lower case and accents count alike.
  ///   - row: The row from which the search goes on; without one, it begins with the first row that the page has.
  ///   - isBackwards: Whether it goes upwards.
  /// - Returns: The id of the next row that has the text; `nil` if no row has it.
  public func find(
    _ text: String, after row: (any CustomStringConvertible)? = nil, backwards isBackwards: Bool = false
  ) throws -> String? {
    window.page.found = nil
    try ask { $0.find = RowsRequest.Find(text, after: row?.description, isBackwards: isBackwards) }
    return window.page.found?["id"]?.stringValue
  }

  private func ask(_ fill: (inout RowsRequest) -> Void) throws {
    var request = RowsRequest(model: model, element: id, sequence: 0)
    fill(&request)
    _ = try window.whileAttached { hub, attachment in hub.look(request, from: attachment) }
  }

  // MARK: Doing

  private func event(_ name: String, _ value: JSONValue? = nil) throws -> TestOutcome {
    try window.event(model: model, element: id, name: name, value: value)
  }

  /// Sorts by a column, or in the other direction if it is sorted by it already.
  ///
  /// - Parameters:
  ///   - column: The column's title, or its `customizationID`.
  ///   - isAdded: Whether it is also sorted as before.
  public func sort(_ column: String, adding isAdded: Bool = false) throws {
    var value: JSONObject = ["column": .string(id(of: column))]
    if isAdded { value.append("add", true) }
    try window.accept(event("sort", .object(value)))
  }

  /// Chooses the order, widths and visibility of the columns, in a table with a `columnCustomization`. Without arguments, the
  /// columns are as the table has them.
  ///
  /// - Parameters:
  ///   - order: The columns' titles, or their `customizationID`s, from the first one on.
  ///   - widths: Widths in CSS pixels.
  ///   - hidden: The columns that are hidden.
  public func customizeColumns(order: [String] = [], widths: [String: Double] = [:], hidden: [String] = []) throws {
    var value = JSONObject()
    if !order.isEmpty { value.append("order", .array(order.map { .string(id(of: $0)) })) }
    if !widths.isEmpty {
      var members = JSONObject()
      for (column, width) in widths { members.append(id(of: column), .number(width)) }
      value.append("widths", .object(members))
    }
    if !hidden.isEmpty { value.append("hidden", .array(hidden.map { .string(id(of: $0)) })) }
    try window.accept(event("columns", .object(value)))
  }

  /// Selects one row alone.
  public func select(_ row: some CustomStringConvertible) throws {
    try window.accept(event("select", ["only": .string(row.description)]))
  }

  /// Selects a row too, or not any more.
  public func toggle(_ row: some CustomStringConvertible) throws {
    try window.accept(event("select", ["toggle": .string(row.description)]))
  }

  /// Selects all rows from one to another.
  public func select(from first: some CustomStringConvertible, to last: some CustomStringConvertible) throws {
    try window.accept(event("select", ["from": .string(first.description), "to": .string(last.description)]))
  }

  /// Selects all rows, also those that the page doesn't have.
  public func selectAll() throws { try window.accept(event("select", ["all": true])) }

  /// Opens a row with a double click.
  public func open(_ row: some CustomStringConvertible) throws {
    try window.accept(event("open", ["id": .string(row.description)]))
  }

  /// Edits a cell in place.
  ///
  /// - Parameters:
  ///   - row: The id of the row.
  ///   - column: The column's title, or its `customizationID`.
  ///   - text: The new text.
  ///   - was: The text that the user saw; by default the one that the page shows.
  public func edit(
    _ row: some CustomStringConvertible, _ column: String, to text: String, was: String? = nil
  ) throws { try window.accept(edit(row, column, to: text, was: was)) }

  /// The same with its outcome, also if the edit was refused.
  @_disfavoredOverload
  public func edit(
    _ row: some CustomStringConvertible, _ column: String, to text: String, was: String? = nil
  ) throws -> TestOutcome {
    try event(
      "edit",
      [
        "id": .string(row.description), "column": .string(id(of: column)), "text": .string(text),
        "was": .string(was ?? self[row, column] ?? ""),
      ])
  }

  /// Taps an element in a row.
  public func tap(_ name: String, in row: some CustomStringConvertible) throws {
    try window.accept(tap(name, in: row))
  }

  /// The same with its outcome, also if the step was refused.
  @_disfavoredOverload
  public func tap(_ name: String, in row: some CustomStringConvertible) throws -> TestOutcome {
    let row = row.description
    guard let cell = cells(with: name, in: row).first else {
      throw TestError.notFound(name, candidates: texts(of: row).filter { !$0.isEmpty })
    }
    return try cell.tap()
  }

  /// An element in a cell.
  struct Cell: CustomStringConvertible {
    fileprivate let table: TestTable
    fileprivate let value: JSONValue
    let description: String

    func tap() throws -> TestOutcome { try table.event("cell", value) }
  }

  /// The elements with this id or text in the rows that the page has.
  func cells(with name: String) -> [Cell] { ids.flatMap { cells(with: name, in: $0) } }

  private func cells(with name: String, in row: String) -> [Cell] {
    zip(columnIDs, cells(of: row)).compactMap { column, cell in
      (cell["children"]?.arrayValue ?? []).flatMap(\.withDescendants).named(name).map { found in
        Cell(
          table: self, value: ["id": .string(row), "column": .string(column), "element": found, "name": "tap"],
          description: "\(name) in \(row)")
      }
    }
  }

  /// Opens the menu of a row, and taps an item of it.
  public func tap(_ name: String, inMenuOf row: some CustomStringConvertible) throws {
    let texts = try menu(of: row)
    guard let found = (slice["menu"]?["children"]?.arrayValue ?? []).flatMap(\.withDescendants).named(name) else {
      throw TestError.notFound(name, candidates: texts)
    }
    try window.accept(event("cell", ["id": .string(row.description), "element": found, "name": "tap"]))
  }

  /// Opens the detail of a row, and taps an element of it.
  public func tap(_ name: String, inDetailOf row: some CustomStringConvertible) throws {
    let texts = try detail(of: row)
    guard let found = (slice["detail"]?["children"]?.arrayValue ?? []).flatMap(\.withDescendants).named(name) else {
      throw TestError.notFound(name, candidates: texts)
    }
    let value: JSONObject = ["id": .string(row.description), "detail": true, "element": found, "name": "tap"]
    try window.accept(event("cell", .object(value)))
  }
}

extension TestTrigger {
  /// Whether it has the page save a file, or says why there is none.
  fileprivate var endsDownload: Bool { kind == "download" || kind == "notify" && payload["tone"] == "danger" }
}

extension [JSONValue] {
  /// The id of the element with this id or text.
  fileprivate func named(_ name: String) -> JSONValue? {
    first { $0["id"] == .string(name) }?["id"] ?? first { $0["id"] != nil && $0.writtenText.contains(name) }?["id"]
  }
}

extension TestWindow {
  /// Returns a table of the top layer, to read it and to act in it.
  ///
  /// - Parameters:
  ///   - name: The table's id or label. It may be absent if there is one table.
  ///   - model: The type or id of its model, if the name alone is ambiguous.
  /// - Throws: `TestError.notFound` and `.ambiguous`, with the tables that there are.
  public func table(_ name: String? = nil, in model: String? = nil) throws -> TestTable {
    let all = foundTables(in: model)
    let named = all.filter { name == nil || $0.element["label"]?.words == name || $0.id == name }
    guard named.count <= 1 else { throw TestError.ambiguous(name ?? "table", candidates: named.map(\.description)) }
    guard let table = named.first else {
      throw TestError.notFound(name ?? "table", candidates: all.map { $0.element["label"]?.words ?? $0.id })
    }
    return TestTable(self, table)
  }

  func tables(in model: String?) -> [TestTable] { foundTables(in: model).map { TestTable(self, $0) } }

  private func foundTables(in model: String?) -> [PageView.Found] {
    (view.top.map(view.elements) ?? []).filter { found in
      found.element["type"] == "table" && (model == nil || model == found.model || model == found.modelType)
    }
  }
}
