import Foundation
import Oriel
import OrielDocument
import OrielTesting
import Testing

/// A selection that may be of all rows, also of those that no page has loaded.
struct TableSelectionTests {
  @Test func `all rows of a source are selected but for those that their user takes out`() async throws {
    let window = try TestWindow(ParcelsModel(), environment: [Depot()])
    let table = try window.table()
    try await window.server.settled { !table.isLoading }
    let model = try window.find(ParcelsModel.self)
    try table.selectAll()
    #expect((model.selected, table.selected.count) == (.all(except: []), 40))
    try table.toggle(3)
    try table.toggle(5)
    try table.toggle(3)
    #expect((model.selected, table.selected.contains("5")) == (.all(except: [5]), false))
    #expect(try table.menu(of: 7) == ["Send all but 1"])
    #expect(try table.menu(of: 5) == ["Send 1"])
    try table.tap("Send all but 1", inMenuOf: 7)
    try table.open(5)
    #expect(model.sent == [.all(except: [5]), .ids([5])])
    #expect(try table.copy(7).split(separator: "\n").count == 40)
    #expect(window.page.copied?["count"] == 999)
    try table.select(7)
    #expect(model.selected == .ids([7]))
  }

  @Test func `a million rows are selected with as little as ten are`() async throws {
    let blotter = Blotter()
    for id in 0..<20_000 { blotter.orders.append(Order(id, "S", 1)) }
    let window = try TestWindow(AllOrdersModel(), environment: [blotter])
    let table = try window.table()
    let model = try window.find(AllOrdersModel.self)
    try table.selectAll()
    try table.toggle(2)
    #expect(model.selected == .all(except: [2]))
    #expect(try table.copy(0).split(separator: "\n").count == 1001)
    #expect(window.page.copied?["count"] == 19_999)
    // The menu is for sets, which can't be as large.
    #expect(try table.menu(of: 0) == [])
    #expect(try table.menu(of: 2) == ["Cancel 1"])
    #expect(
      throws: TestError.rejected(
        .notExecutable, "open of “Orders”: No more than 10,000 rows can be selected. Filter them first")
    ) { try table.open(0) }
    try window.run { for id in 100..<20_000 { blotter.orders.remove(id: id) } }
    #expect(try table.menu(of: 0) == ["Cancel 99"])
  }

  @Test func `no more than ten thousand rows are taken out of all`() throws {
    let window = try TestWindow(AllOrdersModel(), environment: [Blotter()])
    let model = try window.find(AllOrdersModel.self)
    try window.run {
      model.blotter.orders.append(Order(-1, "S", 1))
      model.selected = .all(except: Set(0..<10_000))
    }
    #expect(
      throws: TestError.rejected(
        .notExecutable, "select of “Orders”: No more than 10,000 rows can be selected. Filter them first")
    ) { try window.table().toggle(-1) }
  }

  @Test(arguments: [
    (TableSelection.ids([7]), #"{"ids":[7]}"#), (.ids([]), #"{"ids":[]}"#), (.all(except: [7]), #"{"except":[7]}"#),
  ])
  func `a selection is saved as the ids that it names`(selection: TableSelection<Int>, json: String) throws {
    #expect(String(decoding: try JSONEncoder().encode(selection), as: UTF8.self) == json)
    #expect(try JSONDecoder().decode(TableSelection<Int>.self, from: Data(json.utf8)) == selection)
  }
}

@NavigationModel
final class ParcelsModel {
  @Environment(Depot.self) var depot
  var selected = TableSelection<Int>.ids([])
  var sent: [TableSelection<Int>] = []
  init() {}

  var body: some View {
    Table(depot, matching: "", selection: bind(\.selected)) { TableColumn("Name", value: \.name) }
      .contextMenu(forSelectionType: TableSelection<Int>.self) { selection in
        switch selection {
        case .ids(let ids): Button("Send \(ids.count)") { self.sent.append(selection) }
        case .all(let except): Button("Send all but \(except.count)") { self.sent.append(selection) }
        }
      } primaryAction: { selection in
        self.sent.append(selection)
      }
  }
}

@NavigationModel
final class AllOrdersModel {
  @Environment(Blotter.self) var blotter
  var selected = TableSelection<Int>.ids([])
  init() {}

  var body: some View {
    Table(blotter.orders, selection: bind(\.selected)) { TableColumn("Symbol", value: \.symbol) }
      .contextMenu { ids in
        Button("Cancel \(ids.count)") {}
      } primaryAction: { _ in
      }
      .accessibilityLabel("Orders")
  }
}
