import Foundation
import Observation
import Oriel
import OrielDocument
import OrielHub
import OrielMessages
import OrielTesting
import Synchronization
import Testing

struct Order: Codable, Sendable, Identifiable {
  let id: Int
  var symbol: String
  var price: Double
  var note: String?

  init(_ id: Int, _ symbol: String, _ price: Double, _ note: String? = nil) {
    (self.id, self.symbol, self.price, self.note) = (id, symbol, price, note)
  }
}

struct Symbols: RowFilter, Codable {
  var text = ""
  func matches(_ order: Order) -> Bool { text.isEmpty || order.symbol.contains(text) }
}

@SavedState
final class Blotter {
  let orders = Rows<Order>()
  var cancelled: [Int] = []
}

@NavigationModel
final class BlotterModel {
  @Environment(Blotter.self) var blotter
  var filter = Symbols()
  var selected: Set<Int> = []
  var sort: [TableSort] = []
  var opened: [Int] = []
  var late: Set<Int> = []
  var shown: Int?
  var hasID = false

  init() {}

  var body: some View {
    Table(blotter.orders.filtered(by: filter), selection: bind(\.selected), sortOrder: bind(\.sort)) {
      if hasID { TableColumn("ID") { order in Text("\(order.id)") } }
      TableColumn("Symbol", value: \.symbol)
      TableColumn(
        "Price", value: \.price, format: .number.precision(.fractionLength(2)).locale(Locale(identifier: "en"))
      )
      .alignment(.numeric).flashesOnChange().onEdit { edit in
        guard let price = Double(edit.text) else { throw Problem("A number.") }
        self.blotter.orders[id: edit.row.id]?.price = price
      }
      TableColumn("Note", value: \.note) { order in Text(order.note ?? "–").foregroundStyle(.secondary) }
      TableColumn("") { order in
        if order.price < 1000 { Button("Cancel") { self.blotter.cancelled.append(order.id) } }
      }
    }
    .contextMenu(forSelectionType: Int.self) { ids in
      Button("Cancel \(ids.count)") { self.blotter.cancelled += ids.sorted() }
    } primaryAction: { ids in
      self.opened += ids.sorted()
    }
    .rowStyle { self.late.contains($0.id) ? .danger : nil }
    .scrollPosition(id: bind(\.shown))
    .accessibilityLabel("Orders")
  }
}

/// A table of rows: each page has those that it sees, by their ids.
struct TableTests {
  private let blotter = Blotter()

  private func window(_ count: Int) async throws -> TestWindow {
    for id in 0..<count { blotter.orders.append(Order(id, "S\(id % 10)", Double(id))) }
    let window = try TestWindow(BlotterModel(), environment: [blotter])
    let table = try window.table()
    try await window.server.settled { !table.isLoading }
    return window
  }

  private func model(of window: TestWindow) throws -> BlotterModel { try window.find(BlotterModel.self) }

  // MARK: What is where

  @Test func `the document has the columns, and the page the rows`() async throws {
    let window = try await window(2)
    #expect(
      window.document["models"]?["m1"]?["body"] == [
        [
          "type": "table", "id": "0",
          "columns": [
            ["id": "Symbol", "title": "Symbol", "sorts": true],
            ["id": "Price", "title": "Price", "align": "trailing", "sorts": true, "edits": true, "flashes": true],
            ["id": "Note", "title": "Note", "sorts": true],
            ["id": "", "title": ""],
          ],
          "selection": "many", "menu": true, "opens": true, "label": "Orders",
        ]
      ])
    let table = try window.table("Orders")
    #expect(table.rows == [["S0", "0.00", "–", "Cancel"], ["S1", "1.00", "–", "Cancel"]])
    #expect((table.count, table.first, table.ids) == (2, 0, ["0", "1"]))
    #expect(window.text == ["Orders", "S0", "0.00", "–", "Cancel", "S1", "1.00", "–", "Cancel"])
  }

  @Test func `a page has the rows that it looks at, and scrolling changes nothing in the window`() async throws {
    let window = try await window(1000)
    let (table, rev) = (try window.table(), window.rev)
    #expect((table.count, table.ids.count) == (1000, 40))
    try table.look(at: 500..<600)
    #expect((table.first, table.ids.first, table.ids.last) == (500, "500", "599"))
    try table.look(at: 990..<1_000_000)
    #expect((table.first, table.ids.count, table.ids.last) == (800, 200, "999"))
    try table.scroll(to: 300)
    #expect(table.ids.contains("300"))
    try table.scroll(to: "nothing")
    #expect(table.ids.contains("300"))
    #expect(window.rev == rev)
  }

  @Test func `a changed row is one small patch, and no body is evaluated`() async throws {
    let window = try await window(1000)
    let rev = window.rev
    try window.run { blotter.orders[id: 7]?.price = 7.5 }
    #expect(
      window.deliveries.last
        == .rowsPatch(
          "m1/0",
          [.replace("/rows/7/cells/1", ["text": "7.50", "trend": "up"])], rev: 2, base: 1))
    try window.run { blotter.orders[id: 700]?.price = 7.5 }
    #expect(window.rev == rev)
    #expect(try window.table()[7, "Price"] == "7.50")
    #expect(window.deliveries.count { if case .rowsPatch = $0 { true } else { false } } == 1)
  }

  @Test func `an app shows a row by its id`() async throws {
    let window = try await window(1000)
    let (table, model) = (try window.table(), try model(of: window))
    #expect(table.position == nil)
    try window.run { model.shown = 700 }
    #expect(table.position == "700")
    try table.scroll(to: 700)
    #expect((table.first, table.ids.contains("700")) == (680, true))
  }

  @Test func `a row that moves where a page does not look costs the page nothing`() async throws {
    let window = try await window(1000)
    let table = try window.table()
    try table.sort("Price")
    try table.look(at: 500..<540)
    let patches = { window.deliveries.count { if case .rowsPatch = $0 { true } else { false } } }
    let before = patches()
    // Above, below, and within an order that stays.
    for (id, price) in [(3, 400.5), (400, 499.5), (900, 600.5), (600, 539.5), (700, 700.5)] {
      try window.run { blotter.orders[id: id]?.price = price }
    }
    #expect(patches() == before)
    try window.run { blotter.orders[id: 3]?.price = 999 }
    #expect((table.first, table.ids.first, patches()) == (499, "500", before + 1))
    try window.run { blotter.orders[id: 900]?.price = 510.5 }
    #expect((table.ids[11], patches()) == ("900", before + 2))
  }

  @Test func `a new order of many rows is made outside the hub, and the former one stays until then`() async throws {
    let window = try await window(5000)
    let table = try window.table()
    try table.sort("Price")
    try table.sort("Price")
    #expect((table.isLoading, table.ids.prefix(2), table.sort) == (true, ["0", "1"], ["-Price"]))
    #expect(try table.menu(of: 7) == ["Cancel 1"])
    #expect(throws: TestError.self) { try table.select(from: 3, to: 7) }
    // Rows that come, go and change meanwhile are in their places.
    try window.run {
      blotter.orders.remove(id: 4999)
      blotter.orders[id: 7]?.price = 6000
      blotter.orders.append(Order(7000, "New", 5999))
    }
    try await window.server.settled { !table.isLoading }
    #expect((table.ids.prefix(4), table.count) == (["7", "7000", "4998", "4997"], 5000))
    try table.select(from: 7, to: 4998)
    #expect(try model(of: window).selected == [7, 7000, 4998])
  }

  @Test func `an order that its page does not want any more is not made`() async throws {
    let window = try await window(5000)
    let (table, before) = (try window.table(), blotter.orders.orderCount)
    for column in ["Symbol", "Price", "Note"] { try table.sort(column) }
    try await window.server.settled { !table.isLoading }
    #expect((table.sort, blotter.orders.orderCount - before) == (["Note"], 2))
  }

  @Test func `an order that was forgotten before its page could receive it is made again`() async throws {
    let window = try await window(5000)
    let table = try window.table()
    try window.report(visible: false)
    try table.sort("Price")
    try await window.server.settled { blotter.orders.orderCount > 1 }
    let model = try model(of: window)
    try window.run { model.hasID = true }
    try window.run { for id in 0..<1000 { blotter.orders[id: id]?.symbol = "Changed" } }
    try window.report(visible: true)
    try await window.server.settled { !table.isLoading }
    #expect((table.count, table.rows[1][0]) == (5000, "1"))
  }

  @Test func `rows that get other places in memory meanwhile are ordered once more`() async throws {
    let window = try await window(5000)
    let table = try window.table()
    try table.sort("Price")
    try window.run { for id in 0..<4000 { blotter.orders.remove(id: id) } }
    try await window.server.settled { !table.isLoading }
    #expect((table.ids.prefix(2), table.count) == (["4000", "4001"], 1000))
  }

  @Test func `a filter that never ends is given up after ten seconds, and can be tried again`() async throws {
    for id in 0..<5000 { blotter.orders.append(Order(id, "S", Double(id))) }
    let window = try TestWindow(SlowModel("given up"), environment: [blotter])
    let table = try window.table()
    #expect((table.isLoading, table.count) == (true, 0))
    try window.advance(by: .seconds(10))
    #expect((table.isLoading, table.problem) == (false, ""))
    _ = SlowFilter.ended.withLock { $0.insert("given up") }
    try table.tryAgain()
    try await window.server.settled { !table.isLoading }
    #expect((table.problem, table.count) == (nil, 2500))
  }

  @Test func `an order is given up also if the window has closed that asked for it first`() throws {
    defer { _ = SlowFilter.ended.withLock { $0.insert("closed") } }
    for id in 0..<5000 { blotter.orders.append(Order(id, "S", Double(id))) }
    let window = try TestWindow(SlowModel("closed"), environment: [blotter])
    let other = try window.server.open()
    #expect(try (window.table().isLoading, other.table().isLoading) == (true, true))
    #expect(try window.server.dismissWindow(window.id))
    try other.advance(by: .seconds(10))
    #expect(try (other.table().isLoading, other.table().problem) == (false, ""))
  }

  @Test func `columns of one title are different columns`() throws {
    let window = try TestWindow(TwinColumnsModel())
    let pressed = { (column: String) in
      try window.event(
        model: "m1", element: "0", name: "cell",
        value: ["id": "1", "column": .string(column), "element": "0", "name": "tap"])
    }
    _ = try pressed("~2")
    _ = try pressed("")
    #expect(try window.find(TwinColumnsModel.self).done == ["delete", "edit"])
  }

  @Test func `the rows stay where they are when one of them moves away, also the first`() async throws {
    let window = try await window(300)
    let table = try window.table()
    try table.sort("Price")
    try table.look(at: 100..<140)
    try window.run { blotter.orders[id: 100]?.price = 1000 }
    #expect((table.first, table.ids.first, table.ids.last) == (99, "99", "139"))
    try window.run { blotter.orders[id: 120]?.price = -5 }
    #expect((table.first, table.ids.first, table.ids.last) == (100, "99", "140"))
  }

  @Test func `another sort or filter shows at once, also while the order holds`() async throws {
    let window = try await window(100)
    let table = try window.table()
    try table.hold()
    try table.sort("Price")
    try table.sort("Price")
    #expect(table.ids.first == "99")
    try window.run { try model(of: window).filter = Symbols(text: "S3") }
    #expect((table.ids.first, table.count, table.gone, table.waiting) == ("93", 10, [], 0))
    try window.run { blotter.orders.append(Order(500, "S3", 500)) }
    #expect((table.ids.first, table.count) == ("93", 10))
  }

  @Test func `rows that come and go above leave the others where they are`() async throws {
    let window = try await window(1000)
    let table = try window.table()
    try table.sort("Price")
    try table.look(at: 500..<540)
    let seen = table.ids
    try window.run { for id in 2000..<2003 { blotter.orders.append(Order(id, "N", -1)) } }
    #expect((table.ids, table.first, table.count) == (seen, 503, 1003))
    try window.run { for id in [1, 2, 3, 4] { blotter.orders.remove(id: id) } }
    #expect((table.ids, table.first, table.count) == (seen, 499, 999))
  }

  @Test func `a request and a change may cross, because it names a row that the page shows`() async throws {
    let window = try await window(1000)
    let table = try window.table()
    try table.sort("Price")
    try table.look(at: 500..<540)
    try window.run { for id in 2000..<2010 { blotter.orders.append(Order(id, "N", -1)) } }
    #expect((table.first, table.ids.first) == (510, "500"))
    try window.table().look(at: 520..<560)
    #expect((table.first, table.ids.first) == (520, "510"))
  }

  // MARK: Sorting, selecting, opening

  @Test func `its user sorts by columns, in both directions and by several`() async throws {
    let window = try await window(3)
    try window.run { blotter.orders[id: 0] = Order(0, "S1", 9, "late") }
    let table = try window.table()
    try table.sort("Symbol")
    #expect((table.ids, table.sort) == (["0", "1", "2"], ["Symbol"]))
    try table.sort("Price", adding: true)
    #expect((table.ids, table.sort) == (["1", "0", "2"], ["Symbol", "Price"]))
    try table.sort("Price")
    #expect((table.ids, table.sort) == (["0", "2", "1"], ["-Price"]))
    try table.sort("Note")
    #expect(table.ids == ["0", "1", "2"])
    #expect(throws: TestError.rejected(.invalid, "sort of “Orders”: The table can't be sorted by this")) {
      try table.sort("")
    }
    #expect(try model(of: window).sort == [TableSort("Note")])
  }

  @Test func `a selection outlives a sort, and may have rows that the page does not have`() async throws {
    let window = try await window(300)
    let table = try window.table()
    try table.select(7)
    try table.toggle(3)
    #expect(table.selected == ["3", "7"])
    try table.sort("Price")
    try table.sort("Price")
    #expect(table.selected == [])
    try table.look(at: 280..<300)
    #expect(table.selected == ["7", "3"])
    try table.select(from: 10, to: 290)
    #expect(try model(of: window).selected == Set(10...290))
    try table.selectAll()
    #expect(try model(of: window).selected == Set(0..<300))
    try table.select("gone")
    #expect(try model(of: window).selected == Set(0..<300))
  }

  @Test func `no more than ten thousand rows are selected`() async throws {
    let window = try await window(10_001)
    let table = try window.table()
    #expect(
      throws: TestError.rejected(
        .notExecutable, "select of “Orders”: No more than 10,000 rows can be selected. Filter them first")
    ) { try table.selectAll() }
    try window.run { blotter.orders.remove(id: 5) }
    try table.selectAll()
    #expect(try model(of: window).selected.count == 10_000)
  }

  @Test func `a row is opened, alone or with the selection that it is in`() async throws {
    let window = try await window(5)
    let table = try window.table()
    try table.open(2)
    try table.select(from: 3, to: 4)
    try table.open(4)
    #expect(try model(of: window).opened == [2, 3, 4])
    #expect(throws: TestError.rejected(.stale, "open of “Orders”: This is no longer on the screen")) {
      try table.open(77)
    }
  }

  // MARK: What rows offer

  @Test func `a menu is that of the selection or of one row, and only its page has it`() async throws {
    let window = try await window(5)
    let table = try window.table()
    #expect(try table.menu(of: 1) == ["Cancel 1"])
    try table.select(from: 2, to: 4)
    try table.tap("Cancel 3", inMenuOf: 3)
    try table.tap("Cancel 1", inMenuOf: 0)
    #expect(blotter.cancelled == [2, 3, 4, 0])
    #expect(try table.menu(of: "nothing") == [])
  }

  @Test func `a row is copied, or the selection that it is in, also where the page does not have it`() async throws {
    let window = try await window(1500)
    let table = try window.table()
    #expect(try table.copy(1) == "Symbol\tPrice\tNote\t\nS1\t1.00\t–\tCancel")
    try table.select(from: 1400, to: 1401)
    #expect(
      try table.copy(1401) == "Symbol\tPrice\tNote\t\nS0\t1,400.00\t–\t\nS1\t1,401.00\t–\t")
    try table.selectAll()
    #expect(try table.copy(3).split(separator: "\n").count == 1001)
    #expect(window.page.copied?["count"] == 1500)
    #expect(try table.copy("gone") == "")
  }

  @Test func `a press on a button of a row means that row, wherever it is by now`() async throws {
    let window = try await window(100)
    let table = try window.table()
    let pressed: JSONValue = ["id": "7", "column": "", "element": "0", "name": "tap"]
    try table.look(at: 60..<100)
    try window.event(model: "m1", element: "0", name: "cell", value: pressed)
    #expect(blotter.cancelled == [7])
    try window.run { blotter.orders.remove(id: 7) }
    #expect(
      try window.event(model: "m1", element: "0", name: "cell", value: pressed)
        == .rejected(.stale, "This is no longer on the screen"))
    try window.run { blotter.orders[id: 70]?.price = 5000 }
    #expect(
      try window.event(
        model: "m1", element: "0", name: "cell", value: ["id": "70", "column": "", "element": "0", "name": "tap"])
        == .rejected(.stale, "This is no longer on the screen"))
  }

  @Test func `a cell is edited if it still shows what its user saw`() async throws {
    let window = try await window(5)
    let table = try window.table()
    try table.edit(2, "Price", to: "2.5")
    #expect(table[2, "Price"] == "2.50")
    #expect(try table.edit(2, "Price", to: "x") == .rejected(.invalid, "A number."))
    #expect(
      try table.edit(2, "Price", to: "4", was: "2.00") == .rejected(.invalid, "Meanwhile this has become “2.50”"))
    #expect(try table.edit(2, "Symbol", to: "4") == .rejected(.invalid, "This can't be edited"))
    try window.run { blotter.orders.remove(id: 2) }
    #expect(try table.edit(2, "Price", to: "4", was: "2.50") == .rejected(.stale, "This is no longer on the screen"))
  }

  @Test func `rows show what their model says of them`() async throws {
    let window = try await window(3)
    try window.run { try model(of: window).late = [1] }
    #expect(window.deliveries.last == .rowsPatch("m1/0", [.add("/rows/1/tone", "danger")], rev: 2, base: 1))
    try window.run { try model(of: window).late = [] }
    #expect(window.deliveries.last == .rowsPatch("m1/0", [.remove("/rows/1/tone")], rev: 3, base: 2))
  }

  // MARK: Columns

  @Test func `the order, widths and visibility of columns are saved, and cells of hidden columns are not sent`() throws
  {
    let window = try TestWindow(CustomizedModel())
    let table = try window.table()
    #expect(window.document["models"]?["m1"]?["body"]?[0]?["customization"] == [:])
    try table.customizeColumns(order: ["Note", "Symbol"], widths: ["Symbol": 150.4, "price": 5000], hidden: ["Price"])
    #expect(
      window.document["models"]?["m1"]?["body"] == [
        [
          "type": "table", "id": "0",
          "columns": [
            ["id": "Note", "title": "Note"], ["id": "Symbol", "title": "Symbol", "width": 100, "sorts": true],
            ["id": "price", "title": "Price", "max": 300, "sorts": true, "hidden": true],
          ],
          "customization": [
            "order": ["Note", "Symbol"], "widths": ["Symbol": 150, "price": 300], "hidden": ["price"],
          ],
          "children": [
            [
              "type": "unavailable", "text": "No orders", "symbol": "tray",
              "children": [["type": "button", "id": "0.0", "text": "Add one"]],
            ]
          ],
        ]
      ])
    #expect((table.columns, table.rows) == (["Note", "Symbol"], [["–", "B"], ["late", "A"]]))
    #expect((table[1, "Note"], table[1, "Price"]) == ("–", nil))
    #expect(try table.copy(1) == "Note\tSymbol\n–\tB")
    try window.restart()
    #expect(table.rows == [["–", "B"], ["late", "A"]])
    let model = try window.find(CustomizedModel.self)
    #expect(model.columns.order == ["Note", "Symbol"])
    #expect((model.columns[width: "Symbol"], model.columns[width: "Note"]) == (150, nil))
    #expect((model.columns[visibility: "price"], model.columns[visibility: "Note"]) == (.hidden, .automatic))
    try table.customizeColumns()
    #expect(model.columns == TableColumnCustomization())
    #expect(table.rows == [["B", "2.0", "–"], ["A", "1.0", "late"]])
  }

  @Test func `a hidden column keeps its sort, and takes no events`() throws {
    let window = try TestWindow(CustomizedModel())
    let table = try window.table()
    try table.sort("Price")
    try table.customizeColumns(hidden: ["Price"])
    #expect((table.ids, table.sort) == (["2", "1"], ["price"]))
    #expect(
      try window.event(model: "m1", element: "0", name: "sort", value: ["column": "price"])
        == .rejected(.invalid, "The table can't be sorted by this"))
  }

  @Test func `what a user has chosen of a column is kept while the table does not have it`() throws {
    let window = try TestWindow(CustomizedModel())
    let (table, model) = (try window.table(), try window.find(CustomizedModel.self))
    try table.customizeColumns(order: ["Note", "Symbol", "Price"], widths: ["Note": 70, "Symbol": 80])
    try window.run { model.hasNotes = false }
    #expect(table.columns == ["Symbol", "Price"])
    try table.customizeColumns(order: ["Price", "Symbol"], hidden: ["Symbol"])
    try window.run { model.hasNotes = true }
    #expect((table.columns, model.columns.order) == (["Price", "Note"], ["price", "Symbol", "Note"]))
    #expect((model.columns[width: "Note"], model.columns[width: "Symbol"]) == (70, nil))
  }

  @Test(
    arguments: [
      7, [], ["order": "Symbol"], ["order": [7]], ["order": .array(Array(repeating: "Symbol", count: 65))],
      ["hidden": ["Symbol": true]], ["hidden": ["Symbol", "price", "Note"]], ["widths": ["Symbol"]],
      ["widths": ["Symbol": "100"]], ["widths": ["Symbol": true]],
      ["widths": .object(JSONObject((0..<65).map { ("\($0)", 100) }))],
    ] as [JSONValue])
  func `columns that are none are refused`(_ value: JSONValue) throws {
    let window = try TestWindow(CustomizedModel())
    let outcome: TestOutcome = try window.event(model: "m1", element: "0", name: "columns", value: value)
    guard case .rejected(.invalid, _) = outcome else {
      Issue.record("\(value) was taken: \(outcome)")
      return
    }
    #expect(try window.find(CustomizedModel.self).columns == TableColumnCustomization())
  }

  @Test func `columns that have gone are ignored, and a table whose columns no binding keeps takes none`() throws {
    let window = try TestWindow(CustomizedModel())
    let model = try window.find(CustomizedModel.self)
    try window.event(
      model: "m1", element: "0", name: "columns",
      value: ["order": ["Gone", "Note", "Note"], "hidden": ["Gone"], "widths": ["Gone": 7, "Note": -1e300]])
    #expect((model.columns.order, model.columns[width: "Gone"], model.columns[width: "Note"]) == (["Note"], nil, 40))
    model.columns[width: "Note"] = .nan
    #expect(model.columns[width: "Note"] == nil)
    #expect(
      try TestWindow(ListedModel()).event(model: "m1", element: "0", name: "columns", value: [:])
        == .rejected(.invalid, "0 takes no columns"))
  }

  @Test func `an empty table shows what its author says, until rows come`() throws {
    let window = try TestWindow(CustomizedModel())
    let table = try window.table()
    #expect(throws: TestError.self) { try window.tap("Add one") }
    let model = try window.find(CustomizedModel.self)
    try window.run { model.orders = [] }
    #expect((table.count, window.text) == (0, ["No orders", "Add one"]))
    try window.tap("Add one")
    #expect((table.rows, window.text) == ([["C", "3.0", "–"]], ["C", "3.0", "–"]))
  }

  // MARK: The order holds

  @Test func `while the order holds, nothing comes under a pointer, and what has gone is struck through`() async throws
  {
    let window = try await window(10)
    let table = try window.table()
    try table.sort("Price")
    try table.hold()
    let seen = table.ids
    try window.run {
      blotter.orders[id: 0]?.price = 99
      blotter.orders.remove(id: 3)
      blotter.orders.append(Order(50, "N", 2.5))
    }
    #expect((table.ids, table.gone, table[0, "Price"]) == (seen, ["3"], "99.00"))
    #expect(table.waiting == 3)
    try table.release()
    #expect(table.ids == ["1", "2", "50", "4", "5", "6", "7", "8", "9", "0"])
    #expect((table.waiting, table.gone) == (0, []))
  }

  @Test func `no page holds an order for longer than ten minutes`() async throws {
    let window = try await window(10)
    let table = try window.table()
    try table.hold()
    try window.run { blotter.orders.remove(id: 3) }
    #expect(table.gone == ["3"])
    try window.advance(by: .seconds(601))
    try window.run { blotter.orders[id: 4]?.price = 9 }
    #expect((table.gone, table.count) == ([], 9))
  }

  @Test func `scrolling beyond rows whose order holds shows each row once`() async throws {
    let window = try await window(300)
    let table = try window.table()
    try table.sort("Price")
    try table.look(at: 100..<140)
    try table.hold()
    try window.run {
      for id in 100..<110 { blotter.orders[id: id]?.price = 1000 + Double(id) }
      for id in 0..<5 { blotter.orders.append(Order(400 + id, "N", 139.5)) }
    }
    #expect(table.ids == (100..<140).map(String.init))
    try table.look(at: 120..<180)
    #expect(table.ids == (120..<180).map(String.init))
    try window.run { blotter.orders.remove(id: 61) }
    try table.look(at: 60..<120)
    #expect((table.ids, table.gone) == ((60..<120).map(String.init), ["61"]))
  }

  @Test func `a thousand requests change and write nothing`() async throws {
    let window = try await window(1000)
    let table = try window.table()
    let (known, rev) = (window.deliveries.count, window.rev)
    for start in 0..<1000 { try table.look(at: start..<start + 30) }
    let isRow = window.deliveries.dropFirst(known).allSatisfy { delivery in
      switch delivery {
      case .rowsState, .rowsPatch: true
      default: false
      }
    }
    #expect(isRow && window.rev == rev)
  }

  // MARK: Limits

  @Test func `of rows that are too many bytes, those in the middle are sent`() throws {
    for id in 0..<300 { blotter.orders.append(Order(id, String(repeating: "€", count: 300), Double(id))) }
    let window = try TestWindow(BlotterModel(), environment: [blotter])
    let table = try window.table()
    #expect(table[0, "Symbol"] == String(repeating: "€", count: 255) + "…")
    try table.look(at: 0..<200)
    #expect((table.ids.count < 90, table.ids.first) == (true, "0"))
    try table.look(at: 100..<300)
    #expect((table.ids.count < 90, table.ids.last) == (true, "299"))
    try table.look(at: 50..<250)
    #expect(table.ids.count < 90 && table.ids.contains("150"))
    let (first, count) = (table.first, table.ids.count)
    for price in 0..<5 { try window.run { blotter.orders[id: 150]?.price = Double(price) } }
    #expect((table.first, table.ids.count) == (first, count))
    #expect(table.ids == (table.first..<table.first + table.ids.count).map(String.init))
  }

  @Test(arguments: [1, 200])
  func `rows that grow beyond what a page may have leave others out`(atOnce count: Int) throws {
    for id in 0..<300 { blotter.orders.append(Order(id, "€", Double(id))) }
    let window = try TestWindow(BlotterModel(), environment: [blotter])
    let table = try window.table()
    try table.look(at: 0..<200)
    #expect(table.ids.count == 200)
    let long = String(repeating: "€", count: 255)
    for start in stride(from: 0, to: 200, by: count) {
      try window.run { for id in start..<start + count { blotter.orders[id: id]?.symbol = long } }
    }
    #expect((table.ids.count < 90, table.ids.first) == (true, "0"))
    #expect(table.rows.allSatisfy { $0[0] == long })
  }

  @Test func `the rows of a ninth table are not sent, and the log says so`() throws {
    let window = try TestWindow(ManyTablesModel())
    #expect(window.page.slices.count == 8)
    #expect(window.server.warnings.count { $0.contains("more than 8 tables") } == 1)
  }

  @Test func `rows with equal ids are different rows`() throws {
    let window = try TestWindow(ListedModel([Order(1, "A", 1), Order(1, "B", 2), Order(2, "C", 3)]))
    let table = try window.table()
    #expect(table.ids == ["1", "1~2", "2"])
    #expect(table.rows == [["A"], ["B"], ["C"]])
  }

  @Test func `a cell with a field or with too many elements shows nothing, and its author is told`() throws {
    let window = try TestWindow(CrowdedModel())
    #expect(try window.table().rows == [["", ""]])
    #expect(
      window.events.filter { $0.kind == .misuse }.map(\.message).sorted() == [
        "A cell of the column “Field” has a field; use onEdit: it shows nothing"
      ])
  }

  @Test func `requests for a table that is gone are not answered, and change nothing`() async throws {
    let window = try await window(5)
    let outcome = try window.whileAttached { hub, page in
      hub.look(RowsRequest(model: "m9", element: "0", sequence: 1, from: 3), from: page)
      hub.look(RowsRequest(model: "m1", element: "1", sequence: 2, from: 3), from: page)
    }
    #expect(outcome == .nothing)
    #expect(try window.table().first == 0)
  }

  @Test func `the log advises Rows for an array that is long`() throws {
    let window = try TestWindow(NumbersModel())
    let model = try window.find(NumbersModel.self)
    try window.run { model.numbers = (0..<10_000).map { Numbered(id: $0) } }
    #expect(window.server.warnings == [])
    try window.run { model.numbers.append(Numbered(id: 10_000)) }
    #expect(
      window.server.warnings == [
        "A table has an array of 10001 elements, which is compared at each evaluation: keep them in Rows"
      ])
    #expect(try window.table().count == 10_001)
  }

  // MARK: Who else sees it

  @Test func `an operator sees the rows that the page sees, until they look elsewhere`() async throws {
    let window = try await window(1000)
    try window.table().look(at: 300..<340)
    let mirror = try window.server.open(window.id, user: "admin", roles: ["admin"], observe: true)
    #expect(try mirror.table().ids == window.table().ids)
    try window.table().look(at: 500..<540)
    #expect(try mirror.table().first == 500)
    try mirror.table().look(at: 10..<20)
    try window.table().look(at: 600..<640)
    #expect(try (mirror.table().first, window.table().first) == (10, 600))
    try window.run { blotter.orders[id: 12]?.price = 1.5 }
    #expect(try mirror.table()[12, "Price"] == "1.50")
    #expect(throws: TestError.rejected(.forbidden, "select of “Orders”: View only")) { try mirror.table().select(12) }
  }

  @Test func `a shared model is rendered once, and each page has its own rows`() throws {
    let server = try TestServer(app: SharedBoardApp())
    let (one, two) = (try server.open(user: "ann"), try server.open(user: "ben"))
    try one.table().look(at: 20..<30)
    #expect(try (one.table().first, two.table().first) == (20, 0))
    let known = two.deliveries.count
    try one.table().sort("Number")
    try one.table().sort("Number")
    #expect(try two.table().ids.first == "99")
    #expect(try two.table().sort == ["-Number"])
    #expect(two.deliveries.count > known)
    try two.disconnect()
    try one.table().select(42)
    try two.reconnect()
    try two.table().look(at: 50..<60)
    #expect(try two.table().ids.first == "49")
    try two.table().scroll(to: 42)
    #expect(try two.table().selected == ["42"])
  }

  @Test func `the text of a cell that is edited is whole`() throws {
    blotter.orders.append(Order(1, "S", 1, nil))
    let window = try TestWindow(LongTextModel(), environment: [blotter])
    let table = try window.table()
    #expect(table[1, "Long"] == String(repeating: "x", count: 400))
    try table.edit(1, "Long", to: "y")
    #expect(try window.find(LongTextModel.self).text == "y")
  }

  @Test func `values inside objects that are rows are observed`() throws {
    let window = try TestWindow(PeopleModel())
    let people = try window.find(PeopleModel.self).people
    try window.run { people[1].name = "Zoe" }
    #expect(try window.table().rows == [["Ann"], ["Zoe"]])
    try window.table().sort("Name")
    try window.run { people[0].name = "Zz" }
    #expect(try window.table().rows == [["Zoe"], ["Zz"]])
  }

  @Test func `a page that hides gets its rows when it is back`() async throws {
    let window = try await window(5)
    try window.report(visible: false)
    try window.run { blotter.orders[id: 2]?.price = 7 }
    #expect(try window.table()[2, "Price"] == "2.00")
    try window.report(visible: true)
    #expect(try window.table()[2, "Price"] == "7.00")
  }

  @Test func `a page that comes back gets its rows again`() async throws {
    let window = try await window(300)
    try window.table().look(at: 100..<150)
    try window.disconnect()
    try window.run { blotter.orders.remove(id: 0) }
    try window.reconnect()
    #expect(try window.table().ids == (1..<41).map(String.init))
    try window.restart()
    #expect(try window.table().ids == (1..<41).map(String.init))
  }

  @Test func `an array is compared when the body is evaluated again`() throws {
    let window = try TestWindow(ListedModel([Order(1, "A", 1), Order(2, "B", 2)]))
    let model = try window.find(ListedModel.self)
    try window.run { model.orders.insert(Order(3, "C", 3), at: 0) }
    #expect(
      window.deliveries.last
        == .rowsPatch(
          "m1/0", [.add("/rows/3", ["cells": ["C"]]), .add("/ids/0", "3"), .replace("/total", 3)], rev: 2, base: 1))
    try window.run { model.orders[1].symbol = "Z" }
    #expect(window.deliveries.last == .rowsPatch("m1/0", [.replace("/rows/1/cells/0", "Z")], rev: 3, base: 2))
    try window.run { model.orders.reverse() }
    #expect(try window.table().rows == [["B"], ["Z"], ["C"]])
  }

  @Test func `a table that goes ends what its page sees of it`() throws {
    let window = try TestWindow(ListedModel([Order(1, "A", 1)]))
    let model = try window.find(ListedModel.self)
    try window.run { model.isShown = false }
    #expect(throws: TestError.notFound("table", candidates: [])) { try window.table() }
    try window.run { model.isShown = true }
    #expect(try window.table().rows == [["A"]])
  }

  @Test func `after any changes, requests and holds, a page sees the rows of the order`() throws {
    for id in 0..<400 { blotter.orders.append(Order(id, "S\(id % 7)", Double(id * 37 % 400))) }
    let window = try TestWindow(BlotterModel(), environment: [blotter])
    let table = try window.table()
    try table.sort("Price")
    var random = SystemRandomNumberGenerator()
    var isHeld = false
    for _ in 0..<400 {
      let id = Int.random(in: 0..<500, using: &random)
      switch Int.random(in: 0..<8, using: &random) {
      case 0: try table.look(at: id..<id + Int.random(in: 1...60, using: &random))
      case 1: try window.run { blotter.orders.remove(id: id) }
      case 2: try table.scroll(to: id)
      case 3:
        isHeld.toggle()
        isHeld ? try table.hold() : try table.release()
      default:
        let changed = [id] + (0..<Int.random(in: 0..<3, using: &random)).map { (id + 7 * $0) % 500 }
        try window.run {
          for id in changed { blotter.orders[id: id] = Order(id, "S", Double(Int.random(in: 0..<500))) }
        }
      }
      guard !isHeld else { continue }
      let all = Array(blotter.orders.sorted(by: \.price))
      let shown = all[table.first..<table.first + table.ids.count]
      #expect(table.ids == shown.map { "\($0.id)" })
      #expect(table.rows.map { $0[0] + $0[1] } == shown.map { "\($0.symbol)\(Int($0.price)).00" })
      #expect(table.count == all.count && table.gone == [])
    }
  }
}

struct SlowFilter: RowFilter {
  static let ended = Mutex<Set<String>>([])
  let name: String

  func matches(_ order: Order) -> Bool {
    while !Self.ended.withLock({ $0.contains(name) }) { Thread.sleep(forTimeInterval: 0.001) }
    return order.id % 2 == 0
  }
}

@NavigationModel
final class SlowModel {
  @Environment(Blotter.self) var blotter
  let name: String
  init(_ name: String) { self.name = name }
  var body: some View {
    Table(blotter.orders.filtered(by: SlowFilter(name: name))) { TableColumn("Symbol", value: \.symbol) }
  }
}

@NavigationModel
final class ListedModel {
  var orders: [Order]
  var isShown = true

  init(_ orders: [Order] = []) { self.orders = orders }

  var body: some View {
    if isShown { Table(orders) { TableColumn("Symbol", value: \.symbol) } }
  }
}

@NavigationModel
final class CustomizedModel {
  var orders = [Order(1, "B", 2), Order(2, "A", 1, "late")]
  var sort: [TableSort] = []
  var columns = TableColumnCustomization<Order>()
  var hasNotes = true
  init() {}

  var body: some View {
    Table(orders, sortOrder: bind(\.sort), columnCustomization: bind(\.columns)) {
      TableColumn("Symbol", value: \.symbol).width(100)
      TableColumn("Price", value: \.price) { order in Text("\(order.price)") }.width(max: 300).customizationID("price")
      if hasNotes { TableColumn("Note") { order in Text(order.note ?? "–") } }
    }
    .emptyContent {
      ContentUnavailableView("No orders", systemImage: "tray") {
        Button("Add one") { self.orders = [Order(3, "C", 3)] }
      }
    }
  }
}

private struct SharedBoardApp: WindowApp {
  var body: some Scene {
    WindowGroup("Board", id: "main") { SharedSlotModel.shared("numbers") }
    SharedModel("numbers") { NumbersModel() }
  }
}

@NavigationModel
final class NumbersModel {
  var numbers = (0..<100).map { Numbered(id: $0) }
  var sort: [TableSort] = []
  var selected: Int?
  init() {}

  var body: some View {
    Table(numbers, selection: bind(\.selected), sortOrder: bind(\.sort)) {
      TableColumn("Number", value: \.id) { number in Text("\(number.id)") }
    }
  }
}

struct Numbered: Codable, Sendable, Identifiable {
  let id: Int
}

@NavigationModel
final class TwinColumnsModel {
  var done: [String] = []
  init() {}

  var body: some View {
    Table([Order(1, "A", 1)]) {
      TableColumn("") { _ in Button("Edit") { self.done.append("edit") } }
      TableColumn("") { _ in Button("Delete") { self.done.append("delete") } }
    }
  }
}

@NavigationModel
final class LongTextModel {
  var text = String(repeating: "x", count: 400)
  init() {}

  var body: some View {
    Table([Order(1, text, 1)]) { TableColumn("Long", value: \.symbol).onEdit { self.text = $0.text } }
  }
}

@Observable
final class Person: Identifiable {
  var name: String
  init(_ name: String) { self.name = name }
  var id: ObjectIdentifier { ObjectIdentifier(self) }
}

@NavigationModel
final class PeopleModel {
  @Transient var people = [Person("Ann"), Person("Ben")]
  var sort: [TableSort] = []
  init() {}

  var body: some View {
    Table(people, sortOrder: bind(\.sort)) { TableColumn("Name", value: \.name) }
  }
}

@NavigationModel
final class ManyTablesModel {
  init() {}

  var body: some View {
    ForEach(0..<9) { _ in Table([Order(1, "A", 1)]) { TableColumn("Symbol", value: \.symbol) } }
  }
}

@NavigationModel
final class CrowdedModel {
  var text = ""
  init() {}

  var body: some View {
    Table([Order(1, "A", 1)]) {
      TableColumn("Field") { _ in TextField("Note", text: self.bind(\.text)) }
      TableColumn("Many") { _ in ForEach(0..<9) { number in Text("\(number)") } }
    }
  }
}
